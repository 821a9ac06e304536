import { useEffect, useState } from "react";

/** Whether JavaScript is running: false in server-rendered HTML and in the first render. */
export function useIsLive(): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return isLive;
}
