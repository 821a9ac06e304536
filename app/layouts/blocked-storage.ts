/**
 * Replaces `sessionStorage` by one that keeps nothing, if reading it throws. It does so in a frame of another site in browsers that block third-party
 * cookies, and Remix reads it before each navigation.
 */
export function replaceBlockedStorage(): void {
  try {
    void window.sessionStorage;
  } catch {
    Object.defineProperty(window, "sessionStorage", { value: { getItem() {}, setItem() {}, removeItem() {} } });
  }
}
