import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FieldGroup, HiddenFields, PasswordField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FieldState, fieldsOf } from "~/forms/form-state";
import { type FormOf, formAnswer, formKeySchema, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { dayOfMoment } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { CloseFoot, DialogFoot } from "~/layouts/form-dialog";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { describedBy, Field } from "~/ui/field";
import { LinkToCopy } from "~/ui/link-to-copy";
import { Username } from "~/ui/username";
import { createApiKey } from "~/upstream/api-keys.server";
import { type ApiKeyScope, apiKeyDays, apiKeyScopes } from "../../../contract/api-key";
import { fixedPart, href } from "../../../contract/paths";
import { serverPaths } from "../../../contract/paths.server";
import { apiKeyNameSchema, apiKeyScopesSchema } from "../../../contract/rest/api-keys";
import { passwordSchema } from "../../../contract/rest/passwords";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { name: "apiKeys:fields.name" } as const;

export const handle = { i18n: ["apiKeys"], typed };

const apiKeyFormSchema = z.object({
  name: apiKeyNameSchema,
  scopes: apiKeyScopesSchema,
  days: z.coerce.number().pipe(z.literal(apiKeyDays)),
  currentPassword: passwordSchema,
  key: formKeySchema,
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, locale } = await requireSession(request);
  const form = newForm(apiKeyFormSchema, { days: String(apiKeyDays[1]), key: crypto.randomUUID() });
  const readsLog = user.role === "owner" || user.role === "admin";
  const scopes = apiKeyScopes.filter((scope) => scope !== "audit" || readsLog);
  return data({ title: translator(locale)("apiKeys:new.title"), form, scopes, email: user.email });
}

/** Creates the key and shows its secret, which cannot be shown again. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), apiKeyFormSchema, t, { secret: ["currentPassword"] });
  if (!reading.ok) return formAnswer(reading.form, { made: undefined });
  const { currentPassword, key, ...fields } = reading.value;
  const result = await createApiKey(upstream, fields, currentPassword, key);
  if (!result.ok) return refusalAnswer(result, reading.values, t, { made: undefined });
  const { name, token, expiresAt } = result.data;
  return data({ form: undefined, made: { name, token, until: dayOfMoment(expiresAt).text, url: absoluteUrl(fixedPart(serverPaths.api)) } });
}

export default function ApiKeyNew() {
  const { t } = useTranslation(["apiKeys", "shell"]);
  const { form, scopes, email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const made = answer?.made;
  return (
    <Dialog
      title={t(made ? "apiKeys:made.title" : "apiKeys:new.title")}
      closeTo={href("settingsApiKeys")}
      closeLabel={t("shell:close")}
      kind="modal small"
    >
      {made ? <MadeKey {...made} /> : <NewKey form={{ ...form, ...answer?.form }} scopes={scopes} email={email} />}
    </Dialog>
  );
}

/** Submitted natively, so that the password never stays on the page. */
function NewKey({ form, scopes, email }: { form: FormOf<typeof apiKeyFormSchema>; scopes: ApiKeyScope[]; email: string }) {
  const { t } = useTranslation(["apiKeys"]);
  const fields = fieldsOf(form, {
    name: t(typed.name),
    scopes: t("fields.scopes"),
    days: t("fields.days"),
    currentPassword: t("fields.currentPassword"),
  });
  return (
    <form className="dialog-form" method="post" noValidate>
      <div className="dialog-body form">
        <FormErrors form={form} fields={fields} />
        <p>{t("new.rights")}</p>
        <HiddenFields form={form} names={["key"]} />
        <TextField field={fields.name} hint={t("new.nameHint")} stopsAtLimit />
        <ScopesField field={fields.scopes} scopes={scopes} />
        <DaysField field={fields.days} />
        <Username email={email} />
        <PasswordField field={fields.currentPassword} hint={t("new.passwordHint")} />
      </div>
      <DialogFoot closeTo={href("settingsApiKeys")} submit={t("new.submit")} />
    </form>
  );
}

function ScopesField({ field, scopes }: { field: FieldState; scopes: ApiKeyScope[] }) {
  const { t } = useTranslation("apiKeys");
  return (
    <FieldGroup field={field}>
      {scopes.map((scope) => (
        <label className="choice" key={scope}>
          <input type="checkbox" name={field.name} value={scope} defaultChecked={field.values.includes(scope)} />
          <span>
            {t(`scopes.${scope}.label`)} <small>{t(`scopes.${scope}.hint`)} </small>
          </span>
        </label>
      ))}
    </FieldGroup>
  );
}

function DaysField({ field }: { field: FieldState }) {
  const { t } = useTranslation("apiKeys");
  return (
    <FieldGroup field={field}>
      <div className="radiobar block">
        {apiKeyDays.map((count) => (
          <label key={count}>
            <input type="radio" name={field.name} value={count} defaultChecked={field.value === String(count)} />
            <span>{t(`days.${count}`)} </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

function MadeKey({ name, token, until, url }: { name: string; token: string; until: string; url: string }) {
  const { t } = useTranslation("apiKeys");
  return (
    <>
      <div className="dialog-body form">
        <p role="status">{t("made.text", { name, until })}</p>
        <Field id="api-key" label={t("made.key")} hint={t("made.secret")}>
          <LinkToCopy
            url={token}
            texts={{ copy: t("made.copy"), copied: t("made.copied"), selected: t("made.selected") }}
            autoComplete="off"
            spellCheck={false}
            {...describedBy("api-key", { hint: true })}
          />
        </Field>
        <p>{t("made.use", { url })}</p>
      </div>
      <CloseFoot closeTo={href("settingsApiKeys")} label={t("made.done")} />
    </>
  );
}
