import { createHash } from "node:crypto";
import { defaultLocale } from "~/i18n/locale";
import { href } from "~/paths";
import { offlinePage } from "./offline-page.server";

/**
 * The service worker: it keeps one page, which is the same for everybody, and shows it where a page cannot be loaded. Forms that are
 * posted and what scripts ask for do not come by here; files that somebody opens do, and are theirs to fail. No page of anybody's is
 * kept. What a browser has of a build before is replaced, because the name of the store changes.
 *
 * Pages for apps are left to the browser, which asks for them a second time after the preload: they know that one, and it changes nothing.
 */
const source = (store: string) => `"use strict";
const store = ${JSON.stringify(store)}, page = ${JSON.stringify(href("offline", {}))}, isFile = /^\\/(files|exports|newsletter-pictures|logos)\\//;
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
