import { Form, useActionData, useBlocker, useNavigation, useParams, useRevalidator, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, fieldsOf, typedText } from "~/forms/form-state";
import { EnterButton } from "~/forms/submit-button";
import { Icon } from "~/ui/icon";
import { useBrowserLayoutEffect } from "~/ui/use-browser-layout-effect";
import { href } from "../../../contract/paths";
import { Autosave, type Conflict, type SaveAnswer, type SaveState } from "./autosave";
import { StepBody, StepFoot } from "./newsletter-frame";
import { type FormStep, stepAfter, stepBefore } from "./newsletter-steps";

/** The response of a step's action. */
export interface StepAnswer {
  form?: FormState;
  conflict?: Conflict;
}

interface StepFormProps {
  step: FormStep;
  title: string;
  /** `undefined` for a new draft. */
  draft?: { lockVersion: number; savedAt: string; base: string };
  /** The key of a new draft. */
  formKey?: string;
  /** The labels of the fields by name, in the order of the page. */
  labels: Record<string, string>;
  /** Called after each autosave. */
  onSaved?: () => void;
  /** Renders the fields with their errors. */
  children: (form: FormState | undefined) => ReactNode;
}

/** Browsers limit requests that outlive their page to 64 KiB; with a longer form, leaving the page asks first. */
const keepaliveBytes = 60_000;

/** Milliseconds to wait before each retry of a save that continues after its step was left. */
const leaveRetriesMs = [2_000, 4_000, 8_000, 16_000, 32_000];

/** The form of a step. Its buttons save; with JavaScript, changes are also saved automatically, even while leaving. */
export function StepForm({ step, title, draft, formKey, labels, onSaved, children }: StepFormProps) {
  const { t } = useTranslation("newsletters");
  const { product = "", folderId = "", newsletterId } = useParams();
  const answer = useActionData<StepAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const shownForm = useCorrectedForm(answer?.form, state);
  const { known, learn } = useKnown({
    lockVersion: typedText(answer?.form?.values, "lockVersion") || String(draft?.lockVersion ?? ""),
    newsletterId: typedText(answer?.form?.values, "newsletterId"),
    base: typedText(answer?.form?.values, "base"),
    firstBase: draft?.base ?? "",
  });
  const { autosave, overwrite } = useAutosave({ form, step, product, folderId, newsletterId, learn, onState: setState, onSaved });
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
        <EnterButton>{t("save")}</EnterButton>
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="lockVersion" value={known.lockVersion} />
        <input type="hidden" name="base" value={known.base} />
        {newsletterId ? null : <input type="hidden" name="newsletterId" value={known.newsletterId} />}
        {formKey ? <input type="hidden" name="key" value={formKey} /> : null}
        {conflict ? (
          <ConflictNotice
            conflict={conflict}
            onLeave={() => autosave?.forget()}
            onSave={state.kind === "conflict" ? () => void overwrite(conflict.base) : undefined}
          />
        ) : (
          <FormErrors form={shownForm} answer={answer?.form} fields={shownForm && fieldsOf(shownForm, labels)} />
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

/** The rejected form, without the errors that an autosave has found corrected since. */
function useCorrectedForm(form: FormState | undefined, state: SaveState): FormState | undefined {
  const [seen, setSeen] = useState<{ form: FormState | undefined; wrong: readonly string[] }>();
  const wrong = state.kind === "saved" ? state.wrong : undefined;
  // Only saves after the response count.
  const answered = useRef(form);
  useEffect(() => {
    // A corrected error stays hidden until the next response: if it reappeared, it would steal the focus while the user is typing.
    if (answered.current === form && wrong)
      setSeen((was) => ({ form, wrong: was && was.form === form ? was.wrong.filter((name) => wrong.includes(name)) : wrong }));
    answered.current = form;
  }, [form, wrong]);
  if (!form || seen?.form !== form) return form;
  return { ...form, errors: Object.fromEntries(Object.entries(form.errors).filter(([name]) => seen.wrong.includes(name))) };
}

/** Hidden fields that identify the draft and its version; the latest values win. */
interface Known {
  lockVersion: string;
  newsletterId: string;
  /** Digests of the values that the form began with, or that it saved last. Never those of a reloaded page, whose values it does not show. */
  base: string;
}

const newerOf = (one: Known, other: Known): Known => ({
  lockVersion: Number(other.lockVersion) > Number(one.lockVersion) || one.lockVersion === "" ? other.lockVersion : one.lockVersion,
  newsletterId: other.newsletterId || one.newsletterId,
  base: other.base || one.base,
});

/** Kept in React state, because a render would revert a hidden field that was changed through the DOM. */
function useKnown({ lockVersion, newsletterId, base, firstBase }: Known & { firstBase: string }) {
  const [known, setKnown] = useState<Known>({ lockVersion, newsletterId, base: base || firstBase });
  // Updated by responses to the form and by reloaded pages.
  useBrowserLayoutEffect(() => setKnown((was) => newerOf(was, { lockVersion, newsletterId, base })), [lockVersion, newsletterId, base]);
  // Synchronously, because the next save reads the form.
  const learn = useCallback((news: Known) => flushSync(() => setKnown((was) => newerOf(was, news))), []);
  return { known, learn };
}

interface AutosaveOptions {
  form: React.RefObject<HTMLFormElement>;
  step: FormStep;
  product: string;
  folderId: string;
  newsletterId: string | undefined;
  learn: (news: Known) => void;
  onState: (state: SaveState) => void;
  onSaved?: () => void;
}

function useAutosave({ form, step, product, folderId, newsletterId, learn, onState, onSaved }: AutosaveOptions) {
  const [autosave, setAutosave] = useState<Autosave>();
  const { revalidate } = useRevalidator();
  const after = useRef({ onSaved, revalidate });
  after.current = { onSaved, revalidate };

  const addressOf = useCallback(
    (id: string | undefined) =>
      id ? href("newsletterStep", { product, folderId, newsletterId: id, step: "draft" }) : href("newsletterBegin", { product, folderId }),
    [product, folderId],
  );

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let id = newsletterId;
    let savedVersion = 0;
    let isGone = false;
    const bodyOf = () => toBody(element);
    const post = async (body: URLSearchParams): Promise<SaveAnswer> => {
      const response = await window.fetch(addressOf(id), { method: "POST", body, keepalive: !isLarge(body), redirect: "manual" });
      // An expired session redirects to the sign-in page; the form's own buttons carry the input there.
      if (response.type === "opaqueredirect" || response.status === 404 || response.status === 403) return { kind: "refused" };
      if (response.ok) return response.json();
      return { kind: "failed", retryAfterMs: 1000 * (Number(response.headers.get("Retry-After")) || 0) };
    };
    const send = async (): Promise<SaveAnswer> => {
      const answer = await post(bodyOf());
      if (answer.kind === "saved" && !isGone) {
        savedVersion = answer.savedVersion;
        learn({ lockVersion: String(answer.lockVersion), newsletterId: answer.newsletterId, base: answer.base });
        if (!id) {
          id = answer.newsletterId;
          // So that a reload or the browser history shows the draft that was just created.
          window.history.replaceState(window.history.state, "", href("newsletterStep", { product, folderId, newsletterId: id, step }));
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
    /** Sends the unsaved changes of a form that is being left, with retries. If the page goes away too, there is only one attempt. */
    const leave = async ({ withPage = false } = {}) => {
      if (!made.isDue || (withPage && isLarge(bodyOf()))) return;
      const body = bodyOf();
      // A save in progress will change the version that this one is based on.
      if (made.isSaving || made.isHeld) body.set("follows", String(Math.max(savedVersion, Number(body.get("lockVersion")))));
      made.forget();
      // The first attempt must start immediately, because nothing runs after the page is gone.
      for (const wait of [...(withPage ? [] : leaveRetriesMs), undefined]) {
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
      // If the form is being submitted, the redirect's URL contains the id of the new draft.
      if (made.isHeld) id ??= shownNewsletter(product, folderId);
      // The page that replaced this one shows the previous version.
      if (made.isDue) void leave().then(() => after.current.revalidate());
      made.forget();
    };
  }, [form, step, product, folderId, newsletterId, learn, onState, addressOf]);

  const overwrite = async (base: string) => {
    learn({ lockVersion: "", newsletterId: "", base });
    await autosave?.resume();
  };
  return { autosave, overwrite };
}

/** The id of the draft in the current URL. */
function shownNewsletter(product: string, folderId: string): string | undefined {
  const [path = "", id] = window.location.pathname.split(`${href("newsletters", { product, folderId })}/`);
  return path === "" ? id?.split("/")[0] : undefined;
}

const isLarge = (body: URLSearchParams) => body.toString().length >= keepaliveBytes;

/** All fields of a form, without its buttons. */
function toBody(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  return body;
}

/** Submits the form only after the save in progress, so that it is not based on an outdated version. */
function useSubmitInOrder(autosave: Autosave | undefined, form: React.RefObject<HTMLFormElement>) {
  const submit = useSubmit();
  const { state } = useNavigation();
  const answer = useActionData();
  // A second attempt to leave is allowed even if saving failed.
  const wasRefused = useRef(false);
  const blocker = useBlocker(() => Boolean(autosave?.isDirty || autosave?.isSaving) && !autosave?.isHeld);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response ends the submission, even one that precedes the rendered state
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
      // The form contains the unsaved changes, and its response reports their errors.
      autosave.forget();
      autosave.hold();
      const body = form.current && new FormData(form.current, submitter);
      if (body) submit(body, { method: "post", preventScrollReset: true });
    });
  };
}

/** Shows and announces whether changes are saved. */
function SaveStatus({ state, savedAt }: { state: SaveState; savedAt?: string }) {
  const { t } = useTranslation("newsletters");
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
  /** Overwrites the stored version. Without JavaScript, the user submits the form again instead. */
  onSave?: () => void;
}

/** Someone else saved meanwhile: shows and offers both versions, and discards neither until the user decides. */
function ConflictNotice({ conflict: { isDraft, href, by, at, differences }, onLeave, onSave }: ConflictNoticeProps) {
  const { t } = useTranslation("newsletters");
  return (
    <div className="notice warning plain" role="alert">
      <Icon name="warning" />
      <div className="stack tight">
        <b>{t("conflict.title", { name: by ?? t("conflict.somebody"), moment: at })}</b>
        <p>{t(isDraft ? "conflict.text" : "conflict.gone")}</p>
        {differences.map(({ label, mine, stored }) => (
          <dl className="facts wide-keys versions" key={label}>
            <div>
              <dt>{t("conflict.mine", { field: label })}</dt>{" "}
              <dd className="lines" dir="auto">
                {mine}
              </dd>
            </div>
            <div>
              <dt>{t("conflict.stored", { field: label })}</dt>{" "}
              <dd className="lines" dir="auto">
                {stored}
              </dd>
            </div>
          </dl>
        ))}
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
