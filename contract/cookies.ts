/** Every cookie of the web application. The privacy statement names them, too. */
export const cookieNames = {
  session: "authToken",
  locale: "currentLocale",
  mailLocale: "mailLocale",
  layout: "layout",
  seenStream: "seenStream",
  seenFolders: "seenFolders",
  notices: "notices",
  look: "look",
  device: "device",
  webview: "webview",
  webviewKey: "webviewKey",
} as const;

/** Value of the webview cookie for a session in a frame on another site's page. */
export const framedWebview = "frame";
