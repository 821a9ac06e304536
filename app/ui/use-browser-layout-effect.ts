import { useEffect, useLayoutEffect } from "react";

/** A layout effect, which runs before users can interact; on the server, where React warns about layout effects, an ordinary one. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
