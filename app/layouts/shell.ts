import { useRouteLoaderData } from "@remix-run/react";
import type { loadShell } from "./shell.server";

type Shell = ReturnType<typeof useRootData>;
const useRootData = () => useRouteLoaderData<typeof loadShell>("root");

/** The last root data in this browser, which keeps the navigation working while offline. */
let known: Shell;

/** The data of the root: locale, product, signed-in user. `undefined` only if the root itself failed. */
export function useShell(): Shell {
  const shell = useRootData();
  if (typeof document !== "undefined" && shell) known = shell;
  return shell ?? known;
}

/** The first segment of every folder's path. */
export const useProductSlug = () => useShell()?.product.slug ?? "folda";

/** Whether to offer new articles: only to users who may write, and not in a webview. */
export const useMayAdd = () => {
  const mayWrite = useMayWrite();
  return !useShell()?.isWebview && mayWrite;
};

/** Whether the user can write articles anywhere: everyone but readers of the workspace has at least an inbox. */
export const useMayWrite = () => useShell()?.user?.role !== "reader";
