import { createHash } from "node:crypto";
import { defaultLocale } from "~/i18n/locale";
import { serverHref } from "../../../contract/paths.server";
import { offlinePage } from "./offline-page.server";

/**
 * The service worker: caches one page, which is the same for everyone, and shows it if a page cannot be loaded. It handles only GET
 * navigations, so posted forms and requests by scripts bypass it; failing file downloads get the browser's own error. It never caches
 * users' pages. Each build has its own cache name, and activation deletes the older caches.
 *
 * Pages for embedding apps are left to the browser, which may therefore request them twice because of the navigation preload. They
 * recognise the preload and ignore it.
 */
const source = (store: string) => `"use strict";
const store = ${JSON.stringify(store)}, page = ${JSON.stringify(serverHref("offline"))}, isFile = /^\\/(files|exports|newsletter-pictures|logos)\\//;
addEventListener("install", (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.add(new Request(page, { cache: "reload" }))).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== store).map((name) => caches.delete(name)))),
    registration.navigationPreload?.enable(),
    clients.claim(),
  ]));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET" || new URL(request.url).pathname.startsWith("/webview/")) return;
  event.respondWith((async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request));
    } catch {
      return (isFile.test(new URL(request.url).pathname) ? undefined : await caches.match(page)) ?? Response.error();
    }
  })());
});
`;

export async function loader() {
  const content = await offlinePage(defaultLocale).text();
  const store = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return new Response(source(`offline-${store}`), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
