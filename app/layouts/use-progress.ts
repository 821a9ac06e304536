import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Asks the page anew every few seconds while something is under way and the window is seen; nothing moves but the figures. */
export function useProgress(isUnderWay: boolean, intervalMs = 3_000): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    // Without a network the answer would be an error in place of the page.
    const ask = () => {
      if (!document.hidden && navigator.onLine) revalidate();
    };
    const timer = setTimeout(ask, intervalMs);
    document.addEventListener("visibilitychange", ask);
    window.addEventListener("online", ask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", ask);
      window.removeEventListener("online", ask);
    };
  }, [isUnderWay, intervalMs, state, revalidate]);
}
