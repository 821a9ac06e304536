import { useOutlet } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Footer } from "./footer";
import { useShell } from "./shell";
import { TopBar } from "./top-bar";
import { useArrival } from "./use-arrival";

interface PageProps {
  children: ReactNode;
  /** The way through a page that visitors see, in the navigation. */
  nav?: ReactNode;
  className?: string;
}

/**
 * A page in one of three layouts: default, with everything around it; webview, without navigation and footer; blank where the
 * root itself failed and nothing is known of the person. An overlay is a child route of the page: it stands before the page,
 * which is inert then, so that it works as a dialog without script and is the first thing in a text browser.
 */
export function Page({ children, nav, className = "main wrap" }: PageProps) {
  const overlay = useOutlet();
  const shell = useShell();
  const inert = overlay ? { inert: "" } : {};
  const content = useRef<HTMLElement>(null);
  useArrival(content);
  const main = (
    <main className={className} id="inhalt" tabIndex={-1} ref={content}>
      {children}
    </main>
  );
  if (!shell) return <div className="page">{main}</div>;
  return (
    <>
      {overlay}
      <div className="page" {...inert}>
        {shell.isWebview ? main : <DefaultLayout nav={nav}>{main}</DefaultLayout>}
      </div>
    </>
  );
}

function DefaultLayout({ children, nav }: PageProps) {
  const { t } = useTranslation("shell");
  return (
    <>
      <a className="skip" href="#inhalt">
        {t("skip")}
      </a>
      <TopBar nav={nav} />
      {children}
      <Footer />
    </>
  );
}
