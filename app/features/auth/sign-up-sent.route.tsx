import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { href } from "~/paths";
import { visitor } from "~/session/session.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["auth"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  return data({ title: translator(locale)("auth:signUp.sentTitle") });
}

/** The same for everybody who signed up: whether the address had an account already, only its mail says. */
export default function SignUpSentPage() {
  const { t } = useTranslation("auth");
  return (
    <Page>
      <div className="gate">
        <h1>{t("signUp.sentTitle")}</h1>
        <p>{t("signUp.sentText")}</p>
        <p className="soft">{t("signUp.sentHint")}</p>
        <a className="btn primary big" href={href("signIn", {})}>
          {t("signUp.signIn")}
        </a>
      </div>
    </Page>
  );
}
