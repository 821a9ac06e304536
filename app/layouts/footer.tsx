import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { type Locale, locales } from "~/i18n/locale";
import { href, pagePaths } from "~/paths";
import { Bookmarklet } from "./bookmarklet";
import { useShell } from "./shell";

/** What somebody wants to know who does not work with the product yet. */
function VisitorLinks({ locale }: { locale: Locale }) {
  const { t } = useTranslation("shell");
  return (["about", "howToUse", "terms", "contact"] as const).map((name) => (
    <Fragment key={name}>
      <a href={pagePaths[name][locale]}>{t(`pages.${name}`)}</a>{" "}
    </Fragment>
  ));
}

/** Legal pages, the bookmarklet and the language. */
export function Footer() {
  const { t, i18n } = useTranslation("shell");
  const shell = useShell();
  const { pathname, search } = useLocation();
  const locale = shell?.locale ?? "en";
  return (
    <footer className="footer">
      <div className="wrap">
        <span>
          © {shell?.year ?? new Date().getFullYear()} {shell?.product.name ?? "Folda"}
        </span>{" "}
        {shell?.isSignedIn ? null : <VisitorLinks locale={locale} />}
        <a href={pagePaths.imprint[locale]}>{t("imprint")}</a> <a href={pagePaths.privacy[locale]}>{t("privacy")}</a>{" "}
        <Bookmarklet
          text={t("bookmarklet.text", { product: shell?.product.name ?? "Folda" })}
          hint={t("bookmarklet.hint")}
          publicUrl={shell?.publicUrl ?? ""}
        />{" "}
        <a href={href("bookmarklet", {})}>{t("bookmarklet.how")}</a>
        <form className="locale push" method="post" action={href("locale", {})} aria-label={t("language")}>
          <input type="hidden" name="to" value={`${pathname}${search}`} />
          {locales.map((name) => (
            <button
              key={name}
              type="submit"
              name="locale"
              value={name}
              lang={name}
              aria-current={i18n.language === name ? "true" : undefined}
            >
              {t(`languages.${name}`)}{" "}
            </button>
          ))}
        </form>
      </div>
    </footer>
  );
}
