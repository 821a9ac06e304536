import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { HiddenFields, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, labelsOf } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { TagsField } from "~/forms/tags-field";
import { saveLocale } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { SettingsPage } from "~/layouts/settings-page";
import { listTagsByUse } from "~/lists/most-used.server";
import { redirectDocumentWithFlash, redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { updateProfile } from "~/upstream/users.server";
import { href } from "../../../contract/paths";
import { ColorSchemeField, LocaleField, SalutationField, VisibilityField } from "./profile-fields";
import { type ProfileForm, profileForm, readProfileForm } from "./profile-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = {
  i18n: ["settings", "tags"],
  typed: {
    ...labelsOf(["firstName", "lastName", "jobTitle"], (name) => `settings:profile.${name}`),
    newInterests: "tags:new",
  },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  return data({
    title: translator(locale)("settings:tabs.settingsProfile"),
    form: profileForm(user, locale),
    tags: await listTagsByUse(upstream),
    // New tags change the workspace, which readers may not do.
    makesTags: user.role !== "reader",
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readProfileForm(await request.formData(), t);
  if (!reading.ok) return formAnswer(reading.form);

  const { profile, newLocale } = reading.value;
  const result = await updateProfile(upstream, userId, profile);
  if (!result.ok) return refusalAnswer(result, reading.values, t);

  const to = href("settingsProfile");
  // The browser has loaded the texts of one language only, so a change needs a full page load.
  return newLocale ? redirectDocumentWithFlash(to, "saved", { cookies: [saveLocale(newLocale)] }) : redirectWithFlash(to, "saved");
}

const fieldNames = ["salutation", "firstName", "lastName", "jobTitle", "interests", "visibility", "locale", "colorScheme"] as const;

export default function SettingsProfile() {
  const { form: saved, tags, makesTags } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <SettingsPage>
      <ProfileFields form={{ ...saved, ...form }} tags={tags} makesTags={makesTags} version={JSON.stringify(saved)} />
    </SettingsPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <SettingsPage>
          <ProfileFields form={form} tags={[]} makesTags={"newInterests" in form.values} />
        </SettingsPage>
      )}
    </FormBoundary>
  );
}

interface ProfileFieldsProps {
  form: ProfileForm;
  tags: string[];
  makesTags: boolean;
  /** A new value resets the fields, because React keeps what the user typed into uncontrolled inputs. */
  version?: string;
}

function ProfileFields({ form, tags, makesTags, version }: ProfileFieldsProps) {
  const { t } = useTranslation(["settings", "tags"]);
  const labels = labelsOf(fieldNames, (name) => t(`settings:profile.${name}`));
  const { newInterests, ...fields } = fieldsOf(form, { ...labels, newInterests: t("tags:new") });
  return (
    <Form className="form limit" method="post" noValidate preventScrollReset>
      <Fragment key={version}>
        <FormErrors form={form} fields={fields} />
        <SalutationField field={fields.salutation} options={["Frau", "Herr", ""]} />
        <TextField field={fields.firstName} autoComplete="given-name" dir="auto" />
        <TextField field={fields.lastName} autoComplete="family-name" dir="auto" />
        <TextField field={fields.jobTitle} optional autoComplete="organization-title" dir="auto" />
        <TagsField
          field={fields.interests}
          newField={makesTags ? newInterests : undefined}
          hint={t("settings:profile.interestsHint")}
          optional
          tags={tags}
        />
        <VisibilityField field={fields.visibility} />
        <LocaleField field={fields.locale} />
        <ColorSchemeField field={fields.colorScheme} />
        <HiddenFields form={form} names={["savedLocale"]} />
      </Fragment>
      <SubmitButton>{t("settings:profile.save")}</SubmitButton>
    </Form>
  );
}
