import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { requireSession } from "~/session/session.server";
import stylesheet from "~/styles/newsletter.css?url";
import { Empty } from "~/ui/empty";
import { previewDigest } from "~/upstream/digests.server";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings", "following"] };
export const links = () => [{ rel: "stylesheet", href: stylesheet }];

/** The digest that the user would get now. Nothing is sent. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const digest = await previewDigest(upstream);
  return data({ title: translator(locale)("following:preview.title"), subject: digest?.subject, mail: serverHref("digestMail") });
}

export default function DigestPreview() {
  const { t } = useTranslation("following");
  const { subject, mail } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <div className="stack">
        <h2>{t("preview.title")}</h2>
        {subject ? (
          <>
            <p>{t("preview.subject", { subject })}</p>
            <iframe
              className="letter-frame screen"
              src={mail}
              title={t("preview.title")}
              sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            />
            <p>
              <a href={mail} target="_blank" rel="noopener">
                {t("preview.open")}
              </a>
            </p>
          </>
        ) : (
          <Empty icon="mail" title={t("preview.empty.title")} compact>
            {t("preview.empty.text")}
          </Empty>
        )}
        <p>
          <Link to={href("settingsDigest")}>{t("preview.toSettings")}</Link>
        </p>
      </div>
    </SettingsPage>
  );
}
