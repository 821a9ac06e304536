import { useEffect, useState } from "react";
import type { Suggestions } from "./suggestions";

/** Set only in browsers. Fields rendered later are comboboxes at once, so that nobody types into a control that is about to be replaced. */
let loaded: typeof Suggestions | undefined;

/** The component that makes a field a combobox, once it is loaded. Without it, the field works as it does without JavaScript. */
export function useSuggestions(): typeof Suggestions | undefined {
  const [component, setComponent] = useState(() => loaded);
  useEffect(() => {
    // Another field may have loaded it since the first rendering.
    if (loaded) return setComponent(() => loaded);
    let isGone = false;
    import("./suggestions").then(
      (module) => {
        loaded = module.Suggestions;
        if (!isGone) setComponent(() => loaded);
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return component;
}
