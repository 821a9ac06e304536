/** Every cookie of the web application. The privacy policy has to list them all. */
export const cookieNames = {
  session: "authToken",
  locale: "currentLocale",
  mailLocale: "mailLocale",
  layout: "layout",
  exportFormat: "exportFormat",
  seenStream: "seenStream",
  seenFolders: "seenFolders",
  lastFolder: "lastFolder",
  lastWorkspace: "lastWorkspace",
  lastSearches: "lastSearches",
  flash: "notices",
  branding: "look",
  device: "device",
  webview: "webview",
  webviewKey: "webviewKey",
} as const;

/** The webview cookie's value for a session in a frame on another site's page. */
export const framedWebview = "frame";
