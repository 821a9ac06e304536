import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** How long the bar fades after a page has loaded. */
const doneMs = 500;

/** Starts with every navigation; completes and fades once the page has loaded. */
export function LoadingBar() {
  const { t } = useTranslation("shell");
  const { state } = useNavigation();
  const busy = state !== "idle";
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (busy) {
      setShown(true);
      return;
    }
    const timer = setTimeout(() => setShown(false), doneMs);
    return () => clearTimeout(timer);
  }, [busy]);

  // A status, because content outside of landmarks must be a live region (axe's rule `region`).
  return (
    <div role="status">
      {(busy || shown) && <span className={busy ? "loading-bar" : "loading-bar done"} role="progressbar" aria-label={t("loading")} />}
    </div>
  );
}
