import { useEffect, useState } from "react";
import type { Suggestions } from "./suggestions";

/** The component that makes a field a combobox, once it is loaded. Without it, the field works as it does without JavaScript. */
export function useSuggestions(): typeof Suggestions | undefined {
  const [component, setComponent] = useState<typeof Suggestions>();
  useEffect(() => {
    let isGone = false;
    import("./suggestions").then(
      (module) => {
        if (!isGone) setComponent(() => module.Suggestions);
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return component;
}
