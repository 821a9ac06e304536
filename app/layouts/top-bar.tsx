import { Link, useLocation, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "~/ui/avatar";
import { ClientLogo } from "~/ui/client-logo";
import { Icon } from "~/ui/icon";
import { Logo } from "~/ui/logo";
import { Menu, MenuLink } from "~/ui/menu";
import { fixedPart, href, overlay, paths } from "../../contract/paths";
import type { RouteHandle } from "../../contract/route-handle";
import { useNews, useUnread } from "./news";
import { useMayAdd, useProductSlug, useShell } from "./shell";

/** Logo, main pages and user menu. Visitors get a sign-in button, except on the sign-in page. */
export function TopBar({ nav }: { nav?: ReactNode }) {
  const { t } = useTranslation("shell");
  const shell = useShell();
  const { pathname } = useLocation();
  const user = shell?.user;
  const isSignedIn = shell?.isSignedIn;
  const product = shell?.product.name ?? "Folda";
  const logo = shell?.branding.logo;
  const name = (logo && user?.client) || product;
  return (
    <header className="nav">
      <div className="wrap nav-in">
        <Link className="logo" to={href("home")} aria-label={t(isSignedIn ? "logo.signedIn" : "logo.visitor", { product: name })}>
          {logo ? (
            <ClientLogo name={name} logo={logo} />
          ) : (
            <>
              <Logo />
              {product}
            </>
          )}
        </Link>
        {user ? <AddArticle /> : null}
        {isSignedIn ? <MainNavigation pathname={pathname} /> : nav}
        <div className="end">
          {user ? <UserMenu {...user} /> : null}
          {!isSignedIn && pathname !== href("signIn") ? (
            <a className="btn" href={href("signIn")}>
              {t("signIn")}
            </a>
          ) : null}
        </div>
      </div>
    </header>
  );
}

/** Opens the form of a new article over the current list, or over the stream. Early in the order of the page, as the most frequent action. */
function AddArticle() {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  // A list that could not be loaded has no data.
  const list = useMatches().find(({ data, handle }) => data && (handle as RouteHandle | undefined)?.takesArticles)?.pathname;
  if (!useMayAdd()) return null;
  return (
    <Link className="add" to={`${list ?? href("stream")}/${overlay("articleNew")}${pathname === list ? search : ""}`} preventScrollReset>
      <Icon name="plus" />
      <span>{t("add")}</span>
    </Link>
  );
}

interface Place {
  /** Selects its text and icon. */
  name: "stream" | "folder" | "teams" | "search";
  to: string;
  /** Other pages that belong to it. */
  pages?: string;
  hasNews?: boolean | undefined;
}

function MainNavigation({ pathname }: { pathname: string }) {
  const { t } = useTranslation("shell");
  const shell = useShell();
  const places: Place[] = [
    { name: "stream", to: href("stream"), hasNews: useNews() > 0 || shell?.hasNews },
    { name: "folder", to: href("folders", { product: useProductSlug() }), pages: fixedPart(paths.article) },
    { name: "teams", to: href("teams"), pages: fixedPart(paths.team) },
    { name: "search", to: href("search") },
  ];
  return (
    <nav aria-label={t("mainNavigation")}>
      <ul className="nav-list places">
        {places.map(({ name, to, pages = to, hasNews }) => (
          <li key={name}>
            <Link
              className="nav-link"
              to={to}
              aria-current={[to, pages].some((place) => `${pathname}/`.startsWith(`${place}/`)) ? "page" : undefined}
            >
              <Icon name={name} />
              <span>
                {t(`places.${name}`)}
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

type User = NonNullable<NonNullable<ReturnType<typeof useShell>>["user"]>;

function UserMenu({ name, client, role, wasUnread }: User) {
  const { t } = useTranslation("shell");
  const hasUnread = useUnread() ?? wasUnread;
  return (
    <Menu
      button="who"
      summary={
        <>
          <Avatar name={name} me />
          <span>{name}</span>
          <Icon name="chevron-down" small />
          <span className="vh">{t(hasUnread ? "userMenuNew" : "userMenu")}</span>
          {hasUnread ? <span className="pip" /> : null}
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
      <MenuLink to={href("notifications")} icon="bell">
        {t("notifications")}
      </MenuLink>
      <MenuLink to={href("settings")} icon="user">
        {t("settings")}
      </MenuLink>
      {role === "owner" || role === "admin" ? (
        <MenuLink to={href("client")} icon="sliders">
          {t("client")}
        </MenuLink>
      ) : null}
      <hr />
      <form method="post" action={href("signOut")}>
        <button className="menu-item" type="submit">
          <Icon name="logout" />
          {t("signOut")}
        </button>
      </form>
    </Menu>
  );
}
