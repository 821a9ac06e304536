import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { TagsField } from "~/forms/tags-field";
import { saveLocale } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { SettingsPage } from "~/layouts/settings-page";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { listTags } from "~/upstream/tags.server";
import { updateProfile } from "~/upstream/users.server";
import { LocaleField, ProfileText, SalutationField, VisibilityField } from "./profile-fields";
import { profileValues, readProfileForm } from "./profile-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const tags = await listTags(upstream);
  return data({
    title: translator(locale)("settings:tabs.settingsProfile"),
    form: { values: profileValues(user, locale), errors: {} },
    tags: tags.map(({ name }) => name),
    // New tags change the workspace, which readers may not.
    makesTags: user.role !== "reader",
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, userId, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readProfileForm(await request.formData(), t);
  if (!reading.ok) return formAnswer(reading.form, {});

  const { profile, newLocale } = reading.value;
  const result = await updateProfile(upstream, userId, profile);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));

  const headers = new Headers({ "Set-Cookie": showNotice("success", "saved") });
  if (newLocale) headers.append("Set-Cookie", saveLocale(newLocale));
  // The browser begins with the texts of one language, so another one needs a new document.
  return (newLocale ? redirectDocument : redirect)(href("settingsProfile", {}), { headers });
}

const fieldNames = ["salutation", "firstName", "lastName", "jobTitle", "interests", "visibility", "locale"] as const;

export default function SettingsProfile() {
  const { form: saved, tags, makesTags } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <SettingsPage>
      <ProfileForm form={form ?? saved} tags={tags} makesTags={makesTags} version={JSON.stringify(saved)} />
    </SettingsPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <SettingsPage>
          <ProfileForm form={form} tags={[]} makesTags={"newInterests" in form.values} />
        </SettingsPage>
      )}
    </FormBoundary>
  );
}

interface ProfileFormProps {
  form: FormState;
  tags: string[];
  makesTags: boolean;
  /** The fields begin anew with another one: React leaves alone what somebody typed. */
  version?: string;
}

function ProfileForm({ form, tags, makesTags, version }: ProfileFormProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const { state, formMethod } = useNavigation();
  const labels = Object.fromEntries(fieldNames.map((name) => [name, t(`settings:profile.${name}`)]));
  return (
    <Form className="form limit" method="post" noValidate preventScrollReset>
      <Fragment key={version}>
        <FormErrors form={form} labels={labels} />
        <SalutationField form={form} options={["Frau", "Herr", ""]} />
        <ProfileText form={form} name="firstName" autoComplete="given-name" />
        <ProfileText form={form} name="lastName" autoComplete="family-name" />
        <ProfileText form={form} name="jobTitle" autoComplete="organization-title" />
        <TagsField
          form={form}
          name="interests"
          newName={makesTags ? "newInterests" : undefined}
          label={t("settings:profile.interests")}
          optional={t("shell:optional")}
          hint={t("settings:profile.interestsHint")}
          tags={tags}
        />
        <VisibilityField form={form} />
        <LocaleField form={form} />
        <input type="hidden" name="savedLocale" value={typedText(form.values, "savedLocale", typedText(form.values, "locale"))} />
      </Fragment>
      <button className="btn primary big start" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
        {t("settings:profile.save")}
      </button>
    </Form>
  );
}
