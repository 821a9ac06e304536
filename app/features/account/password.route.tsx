import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { newForm } from "~/forms/read-form.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { SettingsPage } from "~/layouts/settings-page";
import { requireSession } from "~/session/session.server";
import { isWebview } from "~/session/webview.server";
import { listApiKeys } from "~/upstream/api-keys.server";
import { listSessions } from "~/upstream/session.server";
import { href } from "../../../contract/paths";
import { readBrowser } from "./browser.server";
import { PasswordFields } from "./password-form";
import { changeByForm, passwordFormSchema, wordsOf } from "./password-form.server";
import { SessionList } from "./session-list";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { strengthLinks as links } from "~/ui/strength-styles";
export const handle = { i18n: ["settings", "passwords"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireSession(request);
  const [sessions, keys] = await Promise.all([listSessions(session.upstream), listApiKeys(session.upstream)]);
  return data({
    title: translator(session.locale)("settings:tabs.settingsPassword"),
    form: newForm(passwordFormSchema),
    email: session.user.email,
    words: wordsOf(session),
    hasKeys: keys.some(({ expiresAt }) => Date.parse(expiresAt) > Date.now()),
    sessions: sessions.map(({ id, userAgent, createdAt, current }) => ({
      id,
      isCurrent: current,
      browser: readBrowser(userAgent),
      since: momentText(createdAt, session.locale),
    })),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const title = translator(session.locale)("settings:tabs.settingsPassword");
  return changeByForm(session, await request.formData(), { title, to: href("settingsPassword"), renewSession: !isWebview(request) });
}

export default function SettingsPassword() {
  const { t } = useTranslation("settings");
  const { form, email, words, hasKeys, sessions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage>
      <PasswordFields form={{ ...form, ...answer?.form }} posted={answer?.posted} email={email} words={words} narrow />
      {hasKeys ? (
        <p className="limit">
          {t("password.keysStay")} <Link to={href("settingsApiKeys")}>{t("password.toKeys")}</Link>
        </p>
      ) : null}
      <SessionList sessions={sessions} />
    </SettingsPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <SettingsPage>
          <PasswordFields form={form} narrow />
        </SettingsPage>
      )}
    </FormBoundary>
  );
}
