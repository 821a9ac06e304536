import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { pagePaths } from "~/paths";
import { visitor } from "~/session/session.server";
import { privacyStatement } from "./privacy-statement.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["pages"] };

/** The statement is German law's and in German; the English page leads to it (specification, part 2, 2). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  return data({
    title: translator(locale)("pages:privacy.title"),
    product: config.product.name,
    sections: locale === "de" ? privacyStatement(config.operator, config.product.name) : [],
    twin: locale === "de" ? { href: pagePaths.privacy.en, lang: "en" } : { href: pagePaths.privacy.de, lang: "de" },
  });
}

export default function PrivacyPage() {
  const { t } = useTranslation("pages");
  const { product, sections, twin } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="prose">
        <h1>{t("privacy.title")}</h1>
        <p className="intro">{t("privacy.intro", { product })}</p>
        <p>
          <a href={twin.href} lang={twin.lang} hrefLang={twin.lang}>
            {t("privacy.twin")}
          </a>
        </p>
        {sections.map(({ heading, paragraphs, items }) => (
          <Fragment key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {items.length > 0 ? (
              <ul>
                {items.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ) : null}
          </Fragment>
        ))}
      </div>
    </Page>
  );
}
