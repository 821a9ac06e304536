import { Form, useActionData, useBlocker, useNavigation, useParams, useRevalidator, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { href } from "~/paths";
import { Icon } from "~/ui/icon";
import { useBrowserLayoutEffect } from "~/ui/use-browser-layout-effect";
import { Autosave, type Conflict, type SaveAnswer, type SaveState } from "./autosave";
import { StepBody, StepFoot } from "./newsletter-frame";
import { type FormStep, stepAfter, stepBefore } from "./newsletter-steps";

/** What a step's action answers. */
export interface StepAnswer {
  form?: FormState;
  conflict?: Conflict;
}

interface StepFormProps {
  step: FormStep;
  title: string;
  /** `undefined` for a draft that is not there yet. */
  draft?: { lockVersion: number; savedAt: string };
  /** The key of a new draft. */
  formKey?: string;
  /** The labels of its fields by name, in the order of the page. */
  labels: Record<string, string>;
  /** After each save by itself. */
  onSaved?: () => void;
  /** Its fields, with what is wrong with them. */
  children: (form: FormState | undefined) => ReactNode;
}

/** More than browsers send after their page is gone; what is longer is asked for before. */
const keepaliveBytes = 60_000;

/** Milliseconds before each further try to save what was typed on a step that one has left. */
const triesAfterwards = [2_000, 4_000, 8_000, 16_000, 32_000];

/** The form of a step. Its buttons save; with script it saves every change by itself, and nothing is left behind unsaved. */
export function StepForm({ step, title, draft, formKey, labels, onSaved, children }: StepFormProps) {
  const { t } = useTranslation("mailings");
  const { product = "", folderId = "", mailingId } = useParams();
  const answer = useActionData<StepAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const shownForm = useMendedForm(answer?.form, state);
  const { known, learn } = useKnown({
    lockVersion: typedText(answer?.form?.values, "lockVersion") || String(draft?.lockVersion ?? ""),
    mailingId: typedText(answer?.form?.values, "mailingId"),
  });
  const { autosave, saveAs } = useAutosave({ form, step, product, folderId, mailingId, learn, onState: setState, onSaved });
  const submitInOrder = useSubmitInOrder(autosave, form);
  const conflict = state.kind === "conflict" ? state.conflict : answer?.conflict;

  useEffect(() => {
    if (answer?.conflict) autosave?.pause();
  }, [answer, autosave]);

  const next = stepAfter(step);
  const before = stepBefore(step);
  return (
    <Form
      className="dialog-form"
      method="post"
      noValidate
      preventScrollReset
      ref={form}
      onInput={() => autosave?.changed()}
      onSubmit={submitInOrder}
    >
      <StepBody title={title}>
        {/* The Enter key presses a form's first button. */}
        <button type="submit" hidden>
          {t("save")}
        </button>
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="lockVersion" value={known.lockVersion} />
        {mailingId ? null : <input type="hidden" name="mailingId" value={known.mailingId} />}
        {formKey ? <input type="hidden" name="key" value={formKey} /> : null}
        {conflict ? (
          <ConflictNotice
            conflict={conflict}
            onLeave={() => autosave?.forget()}
            onSave={state.kind === "conflict" ? () => void saveAs(conflict.lockVersion) : undefined}
          />
        ) : (
          <FormErrors form={shownForm} answer={answer?.form} labels={labels} />
        )}
        {children(shownForm)}
      </StepBody>
      <StepFoot>
        <button className="btn" type="submit" name="to" value={before}>
          <Icon name="arrow-left" />
          {t(`steps.${before}`)}
        </button>{" "}
        <SaveStatus state={state} savedAt={draft?.savedAt} />
        <span className="end">
          <button className="btn primary" type="submit">
            {t(`next.${next}`)}
            <Icon name="arrow-right" />
          </button>
        </span>
      </StepFoot>
    </Form>
  );
}

/** The form that came back, without the errors that a save by itself has found mended since. */
function useMendedForm(form: FormState | undefined, state: SaveState): FormState | undefined {
  const [seen, setSeen] = useState<{ form: FormState | undefined; wrong: readonly string[] }>();
  const wrong = state.kind === "saved" ? state.wrong : undefined;
  // Only what was saved after the answer speaks of it.
  const answered = useRef(form);
  useEffect(() => {
    // What was mended once stays so until the next answer: an error that comes back by itself would take the focus from who types.
    if (answered.current === form && wrong)
      setSeen((was) => ({ form, wrong: was && was.form === form ? was.wrong.filter((name) => wrong.includes(name)) : wrong }));
    answered.current = form;
  }, [form, wrong]);
  if (!form || seen?.form !== form) return form;
  return { ...form, errors: Object.fromEntries(Object.entries(form.errors).filter(([name]) => seen.wrong.includes(name))) };
}

/** What the server said of the draft, and the form tells it again: not something typed, and the newest counts. */
interface Known {
  lockVersion: string;
  mailingId: string;
}

const newerOf = (one: Known, other: Known): Known => ({
  lockVersion: Number(other.lockVersion) > Number(one.lockVersion) || one.lockVersion === "" ? other.lockVersion : one.lockVersion,
  mailingId: other.mailingId || one.mailingId,
});

/** Held in React's state: what a script writes into a hidden field, the next rendering takes back. */
function useKnown({ lockVersion, mailingId }: Known) {
  const [known, setKnown] = useState<Known>({ lockVersion, mailingId });
  // Answers to the form itself, and pages loaded anew.
  useBrowserLayoutEffect(() => setKnown((was) => newerOf(was, { lockVersion, mailingId })), [lockVersion, mailingId]);
  // At once: the next save reads the form.
  const learn = useCallback((news: Known) => flushSync(() => setKnown((was) => newerOf(was, news))), []);
  return { known, learn };
}

interface AutosaveOptions {
  form: React.RefObject<HTMLFormElement>;
  step: FormStep;
  product: string;
  folderId: string;
  mailingId: string | undefined;
  learn: (news: Known) => void;
  onState: (state: SaveState) => void;
  onSaved?: () => void;
}

function useAutosave({ form, step, product, folderId, mailingId, learn, onState, onSaved }: AutosaveOptions) {
  const [autosave, setAutosave] = useState<Autosave>();
  const { revalidate } = useRevalidator();
  const after = useRef({ onSaved, revalidate });
  after.current = { onSaved, revalidate };

  const addressOf = useCallback(
    (id: string | undefined) =>
      id ? href("mailingStep", { product, folderId, mailingId: id, step: "draft" }) : href("mailingBegin", { product, folderId }),
    [product, folderId],
  );

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let id = mailingId;
    let isGone = false;
    const bodyOf = () => toBody(element);
    const post = async (body: URLSearchParams): Promise<SaveAnswer> => {
      const response = await window.fetch(addressOf(id), { method: "POST", body, keepalive: !isLarge(body), redirect: "manual" });
      // A session that is over leads to the sign-in page: the form's own buttons take what is typed there.
      if (response.type === "opaqueredirect" || response.status === 404 || response.status === 403) return { kind: "refused" };
      if (response.ok) return response.json();
      return { kind: "failed", retryAfterMs: 1000 * (Number(response.headers.get("Retry-After")) || 0) };
    };
    const send = async (): Promise<SaveAnswer> => {
      const answer = await post(bodyOf());
      if (answer.kind === "saved" && !isGone) {
        learn({ lockVersion: String(answer.lockVersion), mailingId: answer.mailingId });
        if (!id) {
          id = answer.mailingId;
          // Reloaded or found again in the history, it is the draft that was begun here.
          window.history.replaceState(window.history.state, "", href("mailingStep", { product, folderId, mailingId: id, step }));
        }
        after.current.onSaved?.();
      }
      return answer;
    };
    const made = new Autosave(send, onState);
    setAutosave(made);

    const hide = () => {
      if (document.visibilityState === "hidden" && made.isDirty) void made.flush();
    };
    /** Sends what is not saved, for a form that is about to be gone; answers when it has arrived. A page that goes with it has one try. */
    const leave = async ({ withPage = false } = {}) => {
      if (!made.isDue || (withPage && isLarge(bodyOf()))) return;
      const body = bodyOf();
      // Its own save is under way, and makes the version older that this one starts from.
      if (made.isSaving || made.isHeld) body.set("follows", "1");
      made.forget();
      // The first try at once: a page that goes runs nothing later.
      for (const wait of [...(withPage ? [] : triesAfterwards), undefined]) {
        const { kind } = await post(body).catch((): SaveAnswer => ({ kind: "failed" }));
        if (wait === undefined || kind !== "failed") return;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    };
    const hidePage = () => void leave({ withPage: true });
    const ask = (event: BeforeUnloadEvent) => {
      if (made.isDirty && (isLarge(bodyOf()) || !navigator.onLine)) event.preventDefault();
    };
    const again = () => void made.flush();
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("pagehide", hidePage);
    window.addEventListener("beforeunload", ask);
    window.addEventListener("online", again);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("pagehide", hidePage);
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("online", again);
      isGone = true;
      // Typed while the form was on its way: the draft that it began has its id in the address it led to.
      if (made.isHeld) id ??= shownMailing(product, folderId);
      // The page that took its place started from the version before.
      if (made.isDue) void leave().then(() => after.current.revalidate());
      made.forget();
    };
  }, [form, step, product, folderId, mailingId, learn, onState, addressOf]);

  const saveAs = async (version: number) => {
    learn({ lockVersion: String(version), mailingId: "" });
    await autosave?.resume();
  };
  return { autosave, saveAs };
}

/** The draft whose step the address names. */
function shownMailing(product: string, folderId: string): string | undefined {
  const [path = "", id] = window.location.pathname.split(`${href("mailings", { product, folderId })}/`);
  return path === "" ? id?.split("/")[0] : undefined;
}

const isLarge = (body: URLSearchParams) => body.toString().length >= keepaliveBytes;

/** Everything of a form but its buttons. */
function toBody(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  return body;
}

/** A form waits for the save under way: else it would start from a version that is about to be the older one. */
function useSubmitInOrder(autosave: Autosave | undefined, form: React.RefObject<HTMLFormElement>) {
  const submit = useSubmit();
  const { state } = useNavigation();
  const answer = useActionData();
  // Who goes although they were told that something is not saved wants to go.
  const wasRefused = useRef(false);
  const blocker = useBlocker(() => Boolean(autosave?.isDirty || autosave?.isSaving) && !autosave?.isHeld);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer ends the sending, also one that came before the state was drawn
  useEffect(() => {
    if (state === "idle") autosave?.release();
  }, [state, answer, autosave]);

  useEffect(() => {
    if (blocker.state !== "blocked" || !autosave) return;
    void autosave.flush().then((isWhole) => {
      if (isWhole || wasRefused.current) blocker.proceed();
      else blocker.reset();
      wasRefused.current = !isWhole;
    });
  }, [blocker, autosave]);

  return (event: FormEvent<HTMLFormElement>) => {
    if (!autosave) return;
    if (!autosave.isDirty && !autosave.isSaving) return autosave.hold();
    const { submitter } = event.nativeEvent as SubmitEvent;
    event.preventDefault();
    void autosave.flush().then(() => {
      // What could not be saved is sent with the form itself, whose answer says why.
      autosave.forget();
      autosave.hold();
      const body = form.current && new FormData(form.current, submitter);
      if (body) submit(body, { method: "post", preventScrollReset: true });
    });
  };
}

/** Says what is saved, to be heard when it changes. */
function SaveStatus({ state, savedAt }: { state: SaveState; savedAt?: string }) {
  const { t } = useTranslation("mailings");
  const at = state.kind === "saved" ? state.savedAt : savedAt;
  const isFine = state.kind === "idle" || (state.kind === "saved" && state.isWhole);
  return (
    <span className={isFine ? "got" : "hint"} role="status">
      {isFine && at ? <Icon name="check" small /> : null}
      {isFine && at ? t("saved.at", { moment: at }) : null}
      {state.kind === "pending" ? t("saved.pending") : null}
      {state.kind === "failed" ? t("saved.failed") : null}
      {state.kind === "refused" || (state.kind === "saved" && !state.isWhole) ? t("saved.partly") : null}
      {state.kind === "conflict" ? t("saved.conflict") : null}
    </span>
  );
}

interface ConflictNoticeProps {
  conflict: Conflict;
  onLeave: () => void;
  /** With script; without it the form is sent again. */
  onSave?: () => void;
}

/** Somebody else saved meanwhile: offers both versions and discards neither until the person decides. */
function ConflictNotice({ conflict: { isDraft, href, by, at }, onLeave, onSave }: ConflictNoticeProps) {
  const { t } = useTranslation("mailings");
  return (
    <div className="notice warning plain" role="alert">
      <Icon name="warning" />
      <div className="stack tight">
        <b>{t("conflict.title", { name: by ?? t("conflict.somebody"), moment: at })}</b>
        <p>{t(isDraft ? "conflict.text" : "conflict.gone")}</p>
        <div className="cluster">
          {isDraft ? (
            <>
              <a className="btn" href={href} onClick={onLeave}>
                {t("conflict.take")}
              </a>
              {onSave ? (
                <button className="btn" type="button" onClick={onSave}>
                  {t("conflict.save")}
                </button>
              ) : (
                <button className="btn" type="submit" name="to" value="">
                  {t("conflict.save")}
                </button>
              )}
            </>
          ) : (
            <a className="btn" href={href} onClick={onLeave}>
              {t("conflict.toHistory")}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
