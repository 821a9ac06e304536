import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FieldGroup } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, labelsOf } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { SearchableField } from "~/forms/searchable-field";
import { SubmitButton } from "~/forms/submit-button";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { requireNotificationSettings, updateNotificationSettings } from "~/upstream/notifications.server";
import { href } from "../../../contract/paths";
import { notificationSettingsSchema } from "../../../contract/rest/notifications";
import { timeZones } from "../../../contract/time-zones";
import { toCamelKeys } from "../../../contract/wire";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings", "notifications"] };

const settingsFormSchema = z.object(toCamelKeys(notificationSettingsSchema.shape));

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const settings = await requireNotificationSettings(upstream);
  return data({
    title: translator(locale)("settings:tabs.settingsNotifications"),
    form: newForm(settingsFormSchema, settings),
    timeZones: [...new Set([...timeZones, settings.timeZone])].sort(),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), settingsFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await updateNotificationSettings(upstream, reading.value);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(href("settingsNotifications"), "saved");
}

const kinds = ["mention", "comment", "role", "export", "newsletter", "source"] as const;
const modes = ["off", "now", "daily"] as const;

export default function NotificationSettings() {
  const { t } = useTranslation("notifications");
  const { timeZones, ...loaded } = useLoaderData<typeof loader>();
  const form = { ...loaded.form, ...useActionData<typeof action>()?.form };
  const fields = fieldsOf(form, { ...labelsOf(kinds, (kind) => t(`settings.kinds.${kind}`)), timeZone: t("settings.timeZone") });
  return (
    <SettingsPage>
      <div className="stack roomy limit">
        <p>{t("settings.lead")}</p>
        <Form className="form" method="post" noValidate preventScrollReset>
          <FormErrors form={form} fields={fields} />
          {kinds.map((kind) => (
            <FieldGroup key={kind} field={fields[kind]}>
              <div className="radiobar block">
                {modes.map((mode) => (
                  <label key={mode}>
                    <input type="radio" name={kind} value={mode} defaultChecked={fields[kind].value === mode} />
                    <span>{t(`settings.modes.${mode}`)} </span>
                  </label>
                ))}
              </div>
            </FieldGroup>
          ))}
          <SearchableField
            field={fields.timeZone}
            hint={t("settings.timeZoneHint")}
            groups={[{ name: "", options: timeZones.map((name) => ({ id: name, name })) }]}
          />
          <SubmitButton>{t("settings.save")}</SubmitButton>
        </Form>
        <p>
          <Link to={href("notifications")}>{t("settings.toList")}</Link>
        </p>
      </div>
    </SettingsPage>
  );
}
