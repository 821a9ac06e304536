import { useEffect, useState } from "react";

/** Whether script runs here: not yet in what the server sends, nor at the first look. */
export function useIsLive(): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return isLive;
}
