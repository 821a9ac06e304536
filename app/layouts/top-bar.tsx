import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "~/ui/avatar";
import { ClientLogo } from "~/ui/client-logo";
import { Icon } from "~/ui/icon";
import { Logo } from "~/ui/logo";
import { Menu, MenuLink } from "~/ui/menu";
import { fixedPart, href } from "../../contract/paths";
import { useNews } from "./news";
import { useShell } from "./shell";

/** Logo, main pages and user menu. Visitors get a sign-in button, except on the sign-in page. */
export function TopBar({ nav }: { nav?: ReactNode }) {
  const { t } = useTranslation("shell");
  const shell = useShell();
  const { pathname } = useLocation();
  const user = shell?.user;
  const isSignedIn = shell?.isSignedIn;
  return (
    <header className="nav">
      <div className="wrap nav-in">
        <Link
          className="logo"
          to={href("home", {})}
          aria-label={t(isSignedIn ? "logo.signedIn" : "logo.visitor", {
            product: (shell?.branding.logo && user?.client) || (shell?.product.name ?? "Folda"),
          })}
        >
          {shell?.branding.logo ? (
            <ClientLogo name={user?.client ?? shell.product.name} logo={shell.branding.logo} />
          ) : (
            <>
              <Logo />
              {shell?.product.name ?? "Folda"}
            </>
          )}
        </Link>
        {isSignedIn ? <MainNavigation pathname={pathname} /> : nav}
        <div className="end">
          {user ? <UserMenu name={user.name} client={user.client} role={user.role} /> : null}
          {!isSignedIn && pathname !== href("signIn", {}) ? (
            <a className="btn" href={href("signIn", {})}>
              {t("signIn")}
            </a>
          ) : null}
        </div>
      </div>
    </header>
  );
}

function MainNavigation({ pathname }: { pathname: string }) {
  const { t } = useTranslation("shell");
  const shell = useShell();
  const hasNews = useNews() > 0 || shell?.hasNews;
  const folders = href("folders", { product: shell?.product.slug ?? "folda" });
  const links = [
    { to: href("stream", {}), icon: "stream", text: t("places.stream"), isActive: isBelow(pathname, href("stream", {})), hasNews },
    // Article pages belong to the folders.
    {
      to: folders,
      icon: "folder",
      text: t("places.folders"),
      isActive: isBelow(pathname, folders) || isBelow(pathname, fixedPart("article")),
    },
    {
      to: href("teams", {}),
      icon: "teams",
      text: t("places.teams"),
      isActive: isBelow(pathname, href("teams", {})) || isBelow(pathname, fixedPart("team")),
    },
    { to: href("search", {}), icon: "search", text: t("places.search"), isActive: isBelow(pathname, href("search", {})) },
  ];
  return (
    <nav aria-label={t("mainNavigation")}>
      <ul className="nav-list places">
        {links.map(({ to, icon, text, isActive, hasNews = false }) => (
          <li key={to}>
            <Link className="nav-link" to={to} aria-current={isActive ? "page" : undefined}>
              <Icon name={icon} />
              <span>
                {text}
                {hasNews ? <span className="vh">{t("places.news")}</span> : null}
              </span>
              {hasNews ? <span className="pip" /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const isBelow = (pathname: string, place: string) => pathname === place || pathname.startsWith(`${place}/`);

function UserMenu({ name, client, role }: { name: string; client: string; role: "owner" | "admin" | "editor" | "reader" }) {
  const { t } = useTranslation("shell");
  return (
    <Menu
      button="who"
      summary={
        <>
          <Avatar name={name} me />
          <span>{name}</span>
          <Icon name="chevron-down" small />
          <span className="vh">{t("userMenu")}</span>
        </>
      }
    >
      <p className="menu-who">
        <strong>{name}</strong>
        <br />
        <small className="soft">
          {client} · {t(`roles.${role}`)}
        </small>
      </p>
      <MenuLink to={href("settings", {})} icon="user">
        {t("settings")}
      </MenuLink>
      {role === "owner" || role === "admin" ? (
        <MenuLink to={href("client", {})} icon="sliders">
          {t("client")}
        </MenuLink>
      ) : null}
      <hr />
      <form method="post" action={href("signOut", {})}>
        <button className="menu-item" type="submit">
          <Icon name="logout" />
          {t("signOut")}
        </button>
      </form>
    </Menu>
  );
}
