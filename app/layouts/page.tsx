import { useOutlet } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { onPlainClick } from "~/ui/history-trail";
import { Footer } from "./footer";
import { useShell } from "./shell";
import { TopBar } from "./top-bar";
import { useArrival } from "./use-arrival";

interface PageProps {
  children: ReactNode;
  /** Replaces the main navigation on public pages. */
  nav?: ReactNode;
  className?: string;
}

/**
 * A page in one of three layouts: default; webview, without navigation and footer; or blank if the root failed and the user is unknown. An
 * overlay is a child route, rendered before its page, which is inert meanwhile. That way it works as a dialog without JavaScript and comes
 * first in text browsers.
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

/** Moves the focus only: a native link to a hash adds a history entry that the router does not know, and scrolls wrongly on Back. */
const skipToContent = onPlainClick(() => document.getElementById("inhalt")?.focus());

function DefaultLayout({ children, nav }: PageProps) {
  const { t } = useTranslation("shell");
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without script, it leads to the content as a link */}
      <a className="skip" href="#inhalt" onClick={skipToContent}>
        {t("skip")}
      </a>
      <TopBar nav={nav} />
      {children}
      <Footer />
    </>
  );
}
