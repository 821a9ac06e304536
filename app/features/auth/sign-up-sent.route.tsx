import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { visitor } from "~/session/session.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["auth"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  return data({ title: translator(locale)("auth:signUp.sentTitle") });
}

/** Identical for every sign-up: only the mail reveals whether the address already had an account. */
export default function SignUpSentPage() {
  const { t } = useTranslation("auth");
  return (
    <Page>
      <div className="gate">
        <h1>{t("signUp.sentTitle")}</h1>
        <p>{t("signUp.sentText")}</p>
        <p className="soft">{t("signUp.sentHint")}</p>
        <a className="btn primary big" href={href("signIn")}>
          {t("signUp.signIn")}
        </a>
      </div>
    </Page>
  );
}
