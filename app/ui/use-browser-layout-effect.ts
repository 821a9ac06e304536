import { useEffect, useLayoutEffect } from "react";

/** Before anybody can press a key. React warns about layout effects on the server, where there is nothing to lay out. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
