/** A path without the secret that the link of a mail or the address of a feed carries in it. */
export const pathForLog = (path: string): string =>
  path.replace(/^(\/(?:password_resets|invitations|email_confirmations|feeds|unsubscribe)\/)[^/]+/, "$1[hidden]");
