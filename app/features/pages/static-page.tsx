import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { locales } from "~/i18n/locale";
import { Page } from "~/layouts/page";
import { useShell } from "~/layouts/shell";
import { pagePaths } from "../../../contract/paths";

export type PageName = keyof typeof pagePaths;

interface StaticPageProps {
  name: PageName;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A static page: its content, and links to its translation and to the other static pages. */
export function StaticPage({ name, title, lead, children }: StaticPageProps) {
  const { t } = useTranslation("pages");
  const heading = useId();
  const shell = useShell();
  const locale = shell?.locale ?? "en";
  const product = shell?.product.name ?? "Folda";
  const others = (Object.keys(pagePaths) as PageName[]).filter((other) => other !== name);
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{title}</h1>
          {lead ? <p>{lead}</p> : null}
        </div>
      </div>
      <TwinLink name={name} text={t(name === "privacy" ? "privacy.twin" : "twin")} />
      {children}
      <nav className="section" aria-labelledby={heading}>
        <h2 className="soft" id={heading}>
          {t("others")}
        </h2>
        <ul className="cluster">
          {others.map((other) => (
            <li key={other}>
              <a href={pagePaths[other][locale]}>{t(`names.${other}`, { product })}</a>
            </li>
          ))}
        </ul>
      </nav>
    </Page>
  );
}

/** The link text is in the language of the translation. */
function TwinLink({ name, text }: { name: PageName; text: string }) {
  const locale = useShell()?.locale ?? "en";
  const other = locales.find((one) => one !== locale) ?? locale;
  return (
    <p>
      <a href={pagePaths[name][other]} lang={other} hrefLang={other} rel="alternate">
        {text}
      </a>
    </p>
  );
}
