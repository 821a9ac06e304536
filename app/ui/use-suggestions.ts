import { useEffect, useState } from "react";
import type { Suggestions } from "./suggestions";

/** Once loaded, later fields are comboboxes from their first rendering, which loses nothing that is typed at once. */
let loaded: typeof Suggestions | undefined;

/** The component that makes a field a combobox, once it is loaded. Without it, the field works as it does without JavaScript. */
export function useSuggestions(): typeof Suggestions | undefined {
  const [component, setComponent] = useState(() => loaded);
  useEffect(() => {
    if (loaded) return;
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
