import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useProductSlug, useShell } from "./shell";

/** Keyboard shortcuts for signed-in users who have not switched them off, loaded after the first page. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const shell = useShell();
  const product = useProductSlug();
  const isOn = shell?.hasShortcuts === true && !shell.isWebview;
  useEffect(() => {
    if (!isOn) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    import("./shortcuts").then(
      ({ listenForShortcuts }) => {
        if (!isGone) stop = listenForShortcuts(navigate, product);
      },
      // Without them, everything works as it does without JavaScript.
      () => {},
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isOn, navigate, product]);
}
