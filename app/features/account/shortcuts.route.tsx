import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SwitchField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, fieldsOf } from "~/forms/form-state";
import { refusalAnswer } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { updateProfile } from "~/upstream/users.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, locale } = await requireSession(request);
  return data({ title: translator(locale)("settings:tabs.settingsShortcuts"), isOn: user.hasShortcuts });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const shortcuts = (await request.formData()).has("shortcuts");
  const result = await updateProfile(upstream, userId, { hasShortcuts: shortcuts });
  if (!result.ok) return refusalAnswer(result, { shortcuts: shortcuts ? "on" : undefined }, translator(locale));
  return redirectWithFlash(href("settingsShortcuts"), "saved");
}

const shortcuts = [
  ["/", "search"],
  ["f", "filter"],
  ["n", "add"],
  [undefined, "paste"],
  ["j", "next"],
  ["k", "previous"],
  ["o", "open"],
  ["x", "select"],
  ["e", "edit"],
  ["m", "move"],
  ["g s", "stream"],
  ["g f", "folders"],
  ["g t", "teams"],
  ["?", "list"],
] as const;

export default function SettingsShortcuts() {
  const { t } = useTranslation("settings");
  const { isOn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const form: FormState<"shortcuts"> = { values: { shortcuts: isOn ? "on" : undefined }, errors: {}, ...answer };
  const fields = fieldsOf(form, { shortcuts: t("shortcuts.use") });
  return (
    <SettingsPage>
      <div className="stack roomy limit">
        <Form className="form" method="post" preventScrollReset>
          <FormErrors form={form} fields={fields} />
          <SwitchField field={fields.shortcuts} hint={t("shortcuts.hint")} />
          <SubmitButton>{t("shortcuts.save")}</SubmitButton>
        </Form>
        <dl className="facts">
          {shortcuts.map(([keys, name]) => (
            <div key={name}>
              <dt>
                {(keys ?? t("shortcuts.paste")).split(" ").map((key) => (
                  <kbd key={key}>{key} </kbd>
                ))}
              </dt>{" "}
              <dd>{t(`shortcuts.keys.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </SettingsPage>
  );
}
