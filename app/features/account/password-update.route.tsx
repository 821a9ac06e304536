import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { newForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { FullScreenPage } from "~/layouts/full-screen-page";
import { requireAccount } from "~/session/session.server";
import { isWebview } from "~/session/webview.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { PasswordFields } from "./password-form";
import { changeByForm, passwordFormSchema, wordsOf } from "./password-form.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { strengthLinks as links } from "~/ui/strength-styles";
export const handle = { i18n: ["settings", "passwords"] };

/** For users whose password was set by someone else. An incomplete profile comes first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireAccount(request);
  const { user, locale } = session;
  if (!user.profileComplete) return redirect(serverHref("completeProfile"));
  if (!user.passwordExpired) return redirect(href("home"));
  return data({
    title: translator(locale)("settings:password.expired.title"),
    form: newForm(passwordFormSchema),
    email: user.email,
    words: wordsOf(session),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireAccount(request);
  const title = translator(session.locale)("settings:password.expired.title");
  return changeByForm(session, await request.formData(), { title, to: href("home"), renewSession: !isWebview(request) });
}

export default function PasswordUpdate() {
  const { form, email, words } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Overlay>
      <PasswordFields form={{ ...form, ...answer?.form }} posted={answer?.posted} email={email} words={words} />
    </Overlay>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <Overlay>
          <PasswordFields form={form} />
        </Overlay>
      )}
    </FormBoundary>
  );
}

function Overlay({ children }: { children: ReactNode }) {
  const { t } = useTranslation("settings");
  return (
    <FullScreenPage title={t("password.expired.title")}>
      <div className="head">
        <div>
          <h1>{t("password.expired.heading")}</h1>
          <p>{t("password.expired.lead")}</p>
        </div>
      </div>
      {children}
    </FullScreenPage>
  );
}
