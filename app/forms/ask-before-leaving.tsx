import { useBlocker, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useBrowserLayoutEffect } from "~/ui/use-browser-layout-effect";
import { isChanged } from "./typed-before-hydration";

interface AskBeforeLeavingProps {
  /** The id of the form. */
  form: string;
  /** It came back with what somebody typed before. */
  touched: boolean;
  /** The page that the form stands on, where overlays of it leave the form alone. */
  page?: string;
}

/** A form on the page, as the question before leaving sees it. */
interface Watched {
  /** Somebody typed into it, or it came back with what was typed before. */
  isDirty: boolean;
  isSending: boolean;
  /** A navigation is under way. */
  isGoing: boolean;
  page?: string;
}

/**
 * The forms on the page, in the order they came. A router has room for one question, so the first of them asks for all; it is
 * ready to ask before anything is typed, as React Router takes a question in only some tasks after it is rendered.
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

/** Fields below `data-apart` are saved by themselves. */
const isOfForm = (field: EventTarget | null) => field instanceof Element && !field.closest("[data-apart]");

/** Asks before what somebody typed into a form is left behind: by a link, Escape, Back, or with the window. Needs script. */
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
    // Only with something to lose: a page that listens to its end is not kept for Back.
    const mark = (isDirty: boolean) => {
      own.isDirty = isDirty;
      if (isDirty) window.addEventListener("beforeunload", leave);
      else window.removeEventListener("beforeunload", leave);
    };
    const change = ({ target }: Event) => {
      if (!isOfForm(target)) return;
      mark(true);
      // Nothing came of what was sent, as where a check in the browser kept it back.
      if (!own.isGoing) own.isSending = false;
    };
    const reset = () => mark(false);
    const send = () => {
      own.isSending = true;
    };
    // What was typed before anybody listened: the page was there before its script.
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

/** Above the dialog that the form stands in; without an address of its own, as nothing can be open there but this page. */
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
