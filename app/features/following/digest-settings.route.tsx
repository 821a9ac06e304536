import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FieldGroup, SelectField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { requireDigestSettings, updateDigestSettings } from "~/upstream/digests.server";
import { requireNotificationSettings } from "~/upstream/notifications.server";
import { href } from "../../../contract/paths";
import { digestFrequencies, digestSettingsSchema } from "../../../contract/rest/digests";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings", "following"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const [{ frequency, weekday, hour }, { timeZone }] = await Promise.all([
    requireDigestSettings(upstream),
    requireNotificationSettings(upstream),
  ]);
  const { format } = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return data({
    title: translator(locale)("settings:tabs.settingsDigest"),
    form: newForm(digestSettingsSchema, { frequency, weekday: String(weekday), hour: String(hour) }),
    // 1 January 2024 was a Monday.
    weekdays: Array.from({ length: 7 }, (_, day) => format(Date.UTC(2024, 0, day + 1))),
    timeZone,
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), digestSettingsSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const result = await updateDigestSettings(upstream, reading.value);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(href("settingsDigest"), "saved");
}

export default function DigestSettings() {
  const { t } = useTranslation("following");
  const { form: begun, weekdays, timeZone } = useLoaderData<typeof loader>();
  const form = { ...begun, ...useActionData<typeof action>()?.form };
  const fields = fieldsOf(form, {
    frequency: t("digest.frequency"),
    weekday: t("digest.weekday"),
    hour: t("digest.hour"),
  });
  return (
    <SettingsPage>
      <div className="stack roomy limit">
        <p>{t("digest.lead")}</p>
        <Form className="form" method="post" noValidate preventScrollReset>
          <FormErrors form={form} fields={fields} />
          <FieldGroup field={fields.frequency}>
            <div className="radiobar block">
              {digestFrequencies.map((frequency) => (
                <label key={frequency}>
                  <input type="radio" name="frequency" value={frequency} defaultChecked={fields.frequency.value === frequency} />
                  <span>{t(`digest.frequencies.${frequency}`)} </span>
                </label>
              ))}
            </div>
          </FieldGroup>
          <SelectField field={fields.weekday} hint={t("digest.weekdayHint")}>
            {weekdays.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField field={fields.hour} hint={t("digest.zone", { timeZone })}>
            {Array.from({ length: 24 }, (_, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day
              <option key={hour} value={hour}>
                {t("digest.oClock", { hour })}
              </option>
            ))}
          </SelectField>
          <SubmitButton>{t("digest.save")}</SubmitButton>
        </Form>
        <p>
          <Link to={href("digestPreview")}>{t("digest.preview")}</Link>
        </p>
      </div>
    </SettingsPage>
  );
}
