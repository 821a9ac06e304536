import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const intervalMs = 3_000;

/** Asks the page anew every three seconds while something is under way and the window is seen; nothing moves but the figures. */
export function useProgress(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const timer = setTimeout(() => {
      if (!document.hidden) revalidate();
    }, intervalMs);
    document.addEventListener("visibilitychange", revalidate);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", revalidate);
    };
  }, [isUnderWay, state, revalidate]);
}
