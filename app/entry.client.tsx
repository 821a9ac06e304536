import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { paths } from "../contract/paths";
import { keepTyped } from "./forms/typed-before-hydration";
import { defaultLocale, isLocale } from "./i18n/locale";
import { createClientI18n } from "./i18n/resources.client";
import { replaceBlockedStorage } from "./layouts/blocked-storage";
import { waitWhenBusy } from "./layouts/wait-when-busy";

const putBack = keepTyped();

// Before submitting a form, Remix requests the routes at its URL, even those of the current page. While offline, an error page would then
// replace the form and its input; online, the request is superfluous.
const fetchPlainly = window.fetch;
window.fetch = (input, init) =>
  input instanceof URL && input.pathname === "/__manifest" && String(input.searchParams.getAll("p")) === location.pathname
    ? Promise.resolve(Response.json({}))
    : fetchPlainly(input, init);

waitWhenBusy();
replaceBlockedStorage();

function KeepTyped({ children }: { children: ReactNode }) {
  useLayoutEffect(putBack, []);
  return children;
}

/**
 * Until the data of the page is decoded, `RemixBrowser` throws a promise, before it calls any hook. React would wait for it, but a click meanwhile would
 * make it hydrate at once, which fails (error 345).
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

async function hydrate() {
  await dataDecoded();
  const texts = document.getElementById("texts")?.textContent;
  const { lang } = document.documentElement;
  const i18n = createClientI18n(isLocale(lang) ? lang : defaultLocale, texts ? JSON.parse(texts) : {});
  startTransition(() => {
    hydrateRoot(
      document,
      <KeepTyped>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
        </I18nextProvider>
      </KeepTyped>,
    );
  });
}

void hydrate();

// See `offline-worker.route.ts`. Registered only for signed-in users, because signing out removes it.
if (import.meta.env.PROD && document.querySelector(`[action="${paths.signOut}"]`))
  void navigator.serviceWorker?.register(paths.offlineWorker);
