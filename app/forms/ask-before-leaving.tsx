import { useBlocker, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useBrowserLayoutEffect } from "~/ui/use-browser-layout-effect";
import { isChanged } from "./typed-before-hydration";

interface AskBeforeLeavingProps {
  /** The id of the form. */
  form: string;
  /** Whether the form has unsaved input from an earlier submission. */
  touched: boolean;
  /** The path of the form's page, whose overlays may open without asking. */
  page?: string;
}

/** A form on the page. */
interface Watched {
  /** The user has typed into it, or it was returned with input. */
  isDirty: boolean;
  isSending: boolean;
  /** A navigation is in progress. */
  isGoing: boolean;
  page?: string;
}

/**
 * The forms on the page, in the order they were mounted. A router supports only one blocker, so the first form asks for all of them. It is
 * rendered before anything is typed, because React Router registers a blocker only some tasks after rendering.
 */
let watched: readonly Watched[] = [];
const listeners = new Set<() => void>();

function watch(next: readonly Watched[]): void {
  watched = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fields within `data-apart` are saved separately. */
const isOfForm = (field: EventTarget | null) => field instanceof Element && !field.closest("[data-apart]");

/** Asks before unsaved input is discarded by a link, Escape, Back or closing the window. Requires JavaScript. */
export function AskBeforeLeaving({ form: id, touched, page }: AskBeforeLeavingProps) {
  const [own] = useState<Watched>(() => ({ isDirty: touched, isSending: false, isGoing: false, page }));
  const { state } = useNavigation();
  const asks = useSyncExternalStore(
    subscribe,
    () => watched[0] === own,
    () => false,
  );

  useBrowserLayoutEffect(() => {
    own.page = page;
    own.isGoing = state !== "idle";
    if (state === "idle") own.isSending = false;
  }, [own, page, state]);

  useBrowserLayoutEffect(() => {
    const form = document.getElementById(id);
    const leave = (event: BeforeUnloadEvent) => {
      if (!own.isSending) event.preventDefault();
    };
    // Only while there is unsaved input, because a page with a `beforeunload` listener is excluded from the back/forward cache.
    const mark = (isDirty: boolean) => {
      own.isDirty = isDirty;
      if (isDirty) window.addEventListener("beforeunload", leave);
      else window.removeEventListener("beforeunload", leave);
    };
    const change = ({ target }: Event) => {
      if (!isOfForm(target)) return;
      mark(true);
      // The submission did not start, for example because of validation in the browser.
      if (!own.isGoing) own.isSending = false;
    };
    const reset = () => mark(false);
    const send = () => {
      own.isSending = true;
    };
    // Includes what was typed before hydration.
    mark(
      own.isDirty || (form instanceof HTMLFormElement && Array.from(form.elements).some((field) => isOfForm(field) && isChanged(field))),
    );
    form?.addEventListener("input", change);
    form?.addEventListener("reset", reset);
    form?.addEventListener("submit", send);
    watch([...watched, own]);
    return () => {
      window.removeEventListener("beforeunload", leave);
      form?.removeEventListener("input", change);
      form?.removeEventListener("reset", reset);
      form?.removeEventListener("submit", send);
      watch(watched.filter((one) => one !== own));
    };
  }, [id, own]);

  return asks ? <Question /> : null;
}

function Question() {
  const { t } = useTranslation("shell");
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) =>
    watched.some(({ isDirty, isSending, page }) => {
      const stays = page ? `${to.pathname}/`.startsWith(`${page}/`) : from.pathname + from.search === to.pathname + to.search;
      return isDirty && !isSending && !stays;
    }),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <Ask onStay={() => blocker.reset()}>
      <button className="btn" type="button" onClick={() => blocker.reset()}>
        {t("leave.stay")}
      </button>
      <button className="btn danger" type="button" onClick={() => blocker.proceed()}>
        {t("leave.discard")}
      </button>
    </Ask>
  );
}

/** Shown above the form's own dialog. It has no URL, because it can only be opened from this page. */
function Ask({ onStay, children }: { onStay: () => void; children: ReactNode }) {
  const { t } = useTranslation("shell");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog className="modal small" role="alertdialog" aria-labelledby="leave-title" ref={dialog} onClose={onStay}>
      <div className="dialog-head">
        <h2 id="leave-title">{t("leave.title")}</h2>
      </div>
      <div className="dialog-foot">
        <span className="end">{children}</span>
      </div>
    </dialog>
  );
}
