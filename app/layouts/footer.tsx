import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { locales } from "~/i18n/locale";
import { href } from "../../contract/paths";
import { Bookmarklet } from "./bookmarklet";
import { useShell } from "./shell";

/** Links to static pages, the bookmarklet, and the choice of language. */
export function Footer() {
  const { t, i18n } = useTranslation("shell");
  const shell = useShell();
  const { pathname, search } = useLocation();
  return (
    <footer className="footer">
      <div className="wrap">
        <span>
          © {shell?.year ?? new Date().getFullYear()} {shell?.product.name ?? "Folda"}
        </span>{" "}
        {shell?.pages.map(({ path, text }) => (
          <Fragment key={path}>
            <a href={path}>{text}</a>{" "}
          </Fragment>
        ))}
        <Bookmarklet
          text={t("bookmarklet.text", { product: shell?.product.name ?? "Folda" })}
          hint={t("bookmarklet.hint")}
          publicUrl={shell?.publicUrl ?? ""}
        />{" "}
        <a href={href("bookmarklet")}>{t("bookmarklet.how")}</a>
        <form className="locale push" method="post" action={href("locale")} aria-label={t("language")}>
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
