import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { pageData } from "./page-data.server";
import { privacyStatement } from "./privacy-statement.server";
import { Sections } from "./sections";
import { StaticPage } from "./static-page";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"], hydrate: false };

/** The policy follows German law and exists only in German; the English page links to it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const page = await pageData(request, "privacy");
  return data({ ...page, sections: page.locale === "de" ? privacyStatement(config, page.product) : [] });
}

export default function PrivacyPage() {
  const { t } = useTranslation("pages");
  const { title, product, sections } = useLoaderData<typeof loader>();
  return (
    <StaticPage name="privacy" title={title}>
      <div className="prose">
        <p className="intro">{t("privacy.intro", { product })}</p>
        <Sections sections={sections} />
      </div>
    </StaticPage>
  );
}
