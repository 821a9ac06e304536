import { useRouteLoaderData } from "@remix-run/react";
import type { loadShell } from "./shell.server";

type Shell = ReturnType<typeof useRootData>;
const useRootData = () => useRouteLoaderData<typeof loadShell>("root");

/** In the browser, what the root knew last: without a network nothing can be asked, and the navigation is to stay. */
let known: Shell;

/** What the root knows: locale, product, signed-in user. `undefined` only where the root itself failed. */
export function useShell(): Shell {
  const shell = useRootData();
  if (typeof document !== "undefined" && shell) known = shell;
  return shell ?? known;
}

/** The first segment of every folder's address. */
export const useProductSlug = () => useShell()?.product.slug ?? "folda";

/** Whether the button for a new article is shown: to people who may write, and not in a webview. */
export const useShowsAddPill = () => {
  const mayWrite = useMayWrite();
  return !useShell()?.isWebview && mayWrite;
};

/** Whether this person writes articles anywhere; a client reader does not, everybody else has at least an inbox. */
export const useMayWrite = () => useShell()?.user?.role !== "reader";
