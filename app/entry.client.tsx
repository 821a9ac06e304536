import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { keepTyped } from "./forms/typed-before-hydration";
import { defaultLocale, isLocale } from "./i18n/locale";
import { createClientI18n } from "./i18n/resources.client";
import { waitWhenBusy } from "./layouts/wait-when-busy";
import { paths } from "./paths";

const putBack = keepTyped();

// Before a form is sent, Remix asks the server which routes stand at its address, also at that of the page it stands on. Without a
// network, an error page would take the place of the form and what was typed; with one, it is a request for what is known.
const fetchPlainly = window.fetch;
window.fetch = (input, init) =>
  input instanceof URL && input.pathname === "/__manifest" && String(input.searchParams.getAll("p")) === location.pathname
    ? Promise.resolve(Response.json({}))
    : fetchPlainly(input, init);

waitWhenBusy();

function KeepTyped({ children }: { children: ReactNode }) {
  useLayoutEffect(putBack, []);
  return children;
}

async function hydrate() {
  const texts = document.getElementById("texts")?.textContent;
  const { lang } = document.documentElement;
  const i18n = await createClientI18n(isLocale(lang) ? lang : defaultLocale, texts ? JSON.parse(texts) : {});
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

// What it does is in `offline-worker.route.ts`. It goes with the session, so it comes with one: there is a way to end it.
if (import.meta.env.PROD && document.querySelector(`[action="${paths.signOut}"]`))
  void navigator.serviceWorker?.register(paths.offlineWorker);
