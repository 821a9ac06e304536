import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Reloads the page's data every few seconds while something is in progress and the window is visible. */
export function useProgress(isUnderWay: boolean, intervalMs = 3_000): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    // While offline, a failed reload would replace the page by an error page.
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
