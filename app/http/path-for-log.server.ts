/** A path without the secret that the link of a mail, the address of a feed or the sign-in of an app carries in it. */
export const pathForLog = (path: string): string =>
  path
    .replace(/^(\/(?:password_resets|invitations|email_confirmations|feeds|unsubscribe)\/)[^/]+/, "$1[hidden]")
    .replace(/^(\/webview\/auth\/[^/]+\/).+/, "$1[hidden]");
