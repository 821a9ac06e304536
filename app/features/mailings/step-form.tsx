import { Form, useActionData, useBlocker, useParams, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { href } from "~/paths";
import { Icon } from "~/ui/icon";
import { useBrowserLayoutEffect } from "~/ui/use-browser-layout-effect";
import { Autosave, type Conflict, type SaveAnswer, type SaveState } from "./autosave";
import { StepBody, StepFoot } from "./mailing-frame";
import { type FormStep, stepAfter, stepBefore } from "./mailing-steps";

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
  children: ReactNode;
}

/** More than browsers send after their page is gone; what is longer is asked for before. */
const keepaliveBytes = 60_000;

/** The form of a step. Its buttons save; with script it saves every change by itself, and nothing is left behind unsaved. */
export function StepForm({ step, title, draft, formKey, labels, onSaved, children }: StepFormProps) {
  const { t } = useTranslation("mailings");
  const { product = "", folderId = "", mailingId } = useParams();
  const answer = useActionData<StepAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const { autosave, saveAs } = useAutosave({ form, step, product, folderId, mailingId, onState: setState, onSaved });
  const submitInOrder = useSubmitInOrder(autosave, form);
  const lockVersion = typedText(answer?.form?.values, "lockVersion") || String(draft?.lockVersion ?? "");
  const conflict = state.kind === "conflict" ? state.conflict : answer?.conflict;

  // The version is the server's word, not something typed: after each answer it is the newer one.
  useBrowserLayoutEffect(() => setVersion(form.current, lockVersion), [lockVersion]);

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
        <input type="hidden" name="lockVersion" defaultValue={lockVersion} />
        {mailingId ? null : <input type="hidden" name="mailingId" defaultValue={typedText(answer?.form?.values, "mailingId")} />}
        {formKey ? <input type="hidden" name="key" value={formKey} /> : null}
        {conflict ? (
          <ConflictNotice
            conflict={conflict}
            onLeave={() => autosave?.forget()}
            onSave={state.kind === "conflict" ? () => void saveAs(conflict.lockVersion) : undefined}
          />
        ) : (
          <FormErrors form={answer?.form} labels={labels} />
        )}
        {children}
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

function setVersion(form: HTMLFormElement | null, version: string) {
  const field = form?.elements.namedItem("lockVersion");
  if (field instanceof HTMLInputElement) field.value = version;
}

interface AutosaveOptions {
  form: React.RefObject<HTMLFormElement>;
  step: FormStep;
  product: string;
  folderId: string;
  mailingId: string | undefined;
  onState: (state: SaveState) => void;
  onSaved?: () => void;
}

function useAutosave({ form, step, product, folderId, mailingId, onState, onSaved }: AutosaveOptions) {
  const [autosave, setAutosave] = useState<Autosave>();
  const saved = useRef(onSaved);
  saved.current = onSaved;

  const addressOf = useCallback(
    (id: string | undefined) =>
      id ? href("mailingStep", { product, folderId, mailingId: id, step: "draft" }) : href("mailingBegin", { product, folderId }),
    [product, folderId],
  );

  useEffect(() => {
    let id = mailingId;
    const bodyOf = () => (form.current ? toBody(form.current) : new URLSearchParams());
    const post = (body: URLSearchParams) =>
      window.fetch(addressOf(id), { method: "POST", body, keepalive: !isLarge(body), redirect: "manual" });
    const send = async (): Promise<SaveAnswer> => {
      const response = await post(bodyOf());
      // A session that is over leads to the sign-in page: the form's own buttons take what is typed there.
      if (response.type === "opaqueredirect" || response.status === 404 || response.status === 403) return { kind: "refused" };
      if (!response.ok) return { kind: "failed" };
      const answer = (await response.json()) as SaveAnswer;
      if (answer.kind === "saved") {
        setVersion(form.current, String(answer.lockVersion));
        if (!id) {
          id = answer.mailingId;
          const field = form.current?.elements.namedItem("mailingId");
          if (field instanceof HTMLInputElement) field.value = id;
          // Reloaded or found again in the history, it is the draft that was begun here.
          window.history.replaceState(window.history.state, "", href("mailingStep", { product, folderId, mailingId: id, step }));
        }
        saved.current?.();
      }
      return answer;
    };
    const made = new Autosave(send, onState);
    setAutosave(made);

    const hide = () => {
      if (document.visibilityState === "hidden" && made.isDirty) void made.flush();
    };
    const leave = () => {
      if (!made.isDirty || isLarge(bodyOf())) return;
      const body = bodyOf();
      // Its own save is under way, and makes the version older that this one starts from.
      if (made.isSaving) body.set("follows", "1");
      made.forget();
      void post(body).catch(() => undefined);
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (made.isDirty && (isLarge(bodyOf()) || !navigator.onLine)) event.preventDefault();
    };
    const again = () => void made.flush();
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("pagehide", leave);
    window.addEventListener("beforeunload", ask);
    window.addEventListener("online", again);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("online", again);
      made.forget();
    };
  }, [form, step, product, folderId, mailingId, onState, addressOf]);

  const saveAs = async (version: number) => {
    setVersion(form.current, String(version));
    await autosave?.resume();
  };
  return { autosave, saveAs };
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
  const isSending = useRef(false);
  // Who goes although they were told that something is not saved wants to go.
  const wasRefused = useRef(false);
  const blocker = useBlocker(() => Boolean(autosave?.isDirty || autosave?.isSaving) && !isSending.current);

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
    if (!autosave.isDirty && !autosave.isSaving) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    event.preventDefault();
    void autosave.flush().then(() => {
      // What could not be saved is sent with the form itself, whose answer says why.
      autosave.forget();
      isSending.current = true;
      const body = form.current && new FormData(form.current, submitter);
      if (body) submit(body, { method: "post", preventScrollReset: true });
      isSending.current = false;
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

/** Somebody else saved meanwhile: both versions are offered, and none is lost before somebody decides (decisions 3.9). */
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
