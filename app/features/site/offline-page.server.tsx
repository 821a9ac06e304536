import { Fragment } from "react";
import { type Locale, locales } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { blankPage } from "~/layouts/blank-page.server";
import { DeadEnd } from "~/layouts/dead-end";

/** In every language, because the server cannot be asked for the user's. */
export function offlinePage(locale: Locale): Response {
  const languages = [locale, ...locales.filter((other) => other !== locale)];
  const title = languages.map((language) => translator(language)("pages:offline.title")).join(" · ");
  return blankPage({
    locale,
    title,
    children: (
      <div className="lost">
        <DeadEnd />
        {languages.map((language, index) => {
          const t = translator(language);
          const Heading = index === 0 ? "h1" : "h2";
          return (
            <Fragment key={language}>
              <Heading lang={language}>{t("pages:offline.title")}</Heading>
              <p lang={language}>
                {t("pages:offline.text")} {t("pages:offline.kept")}
              </p>
              <p lang={language}>
                {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page that could not be loaded */}
                <a className={index === 0 ? "btn primary" : "btn"} href="">
                  {t("pages:offline.again")}
                </a>
              </p>
            </Fragment>
          );
        })}
      </div>
    ),
  });
}
