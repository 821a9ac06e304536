import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useProductSlug, useShell } from "./shell";

/** Pasting addresses anywhere, and keyboard shortcuts unless switched off, for signed-in users; loaded after the first page. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const shell = useShell();
  const product = useProductSlug();
  const hasKeys = shell?.isSignedIn && !shell.isWebview ? shell.hasShortcuts : undefined;
  useEffect(() => {
    if (hasKeys === undefined) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    import("./shortcuts").then(
      ({ listenForShortcuts }) => {
        if (!isGone) stop = listenForShortcuts(navigate, product, hasKeys);
      },
      // Without them, everything works as it does without JavaScript.
      () => {},
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [hasKeys, navigate, product]);
}
