import { Form, Link, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import type { AttachmentItem } from "~/forms/attachments-field";
import { type FormState, typedText } from "~/forms/form-state";
import { UploadProgress } from "~/forms/upload-progress";
import { useOverlay } from "~/layouts/overlay";
import { href } from "~/paths";
import { Dialog } from "~/ui/dialog";
import { describedBy, Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import type { StoredField } from "./article-differences.server";
import { type ArticleChoices, ArticleErrors, ArticleFields, type FoundPicture, PicturesField } from "./article-form";
import type { Duplicates } from "./duplicates.server";
import { DuplicatesNotice } from "./duplicates-notice";

interface AddArticleDialogProps {
  mode: "link" | "manual";
  form: FormState;
  choices: ArticleChoices;
  /** What was found at the address; until then link mode shows only the address. */
  found?: { host: string; pictures: FoundPicture[] };
  /** Where the address of the form is filed already. */
  duplicates?: Duplicates;
  /** When it was fetched again. The fields begin anew then: React leaves alone what somebody typed into them. */
  fetchedAt?: number;
  /** The form is an answer: it holds what somebody typed. */
  touched: boolean;
}

/** The article modal for a new article, from a link or by hand. */
export function AddArticleDialog({ mode, form, choices, found, duplicates = noDuplicates, fetchedAt, touched }: AddArticleDialogProps) {
  const { t } = useTranslation(["articles", "lists", "shell"]);
  const { below, beside } = useOverlay();
  const showsFields = mode === "manual" || found !== undefined;
  return (
    <Dialog
      title={t("lists:add")}
      closeTo={below}
      closeLabel={t("shell:close")}
      tabs={<Modes mode={mode} address={typedText(form.values, "sourceUrl")} />}
    >
      {showsFields ? (
        <ArticleFormElement key={fetchedAt} touched={touched} action={beside("contents/new", mode === "manual" ? { mode } : {})}>
          <ArticleErrors form={form} addressFirst={mode === "link"} />
          {mode === "link" && found ? <FetchedAddress form={form} found={found} duplicates={duplicates} /> : null}
          {mode === "link" && found ? <PicturesField form={form} pictures={found.pictures} /> : null}
          <ArticleFields form={form} choices={choices} duplicates={mode === "manual" ? duplicates : undefined} />
        </ArticleFormElement>
      ) : (
        <>
          <div className="dialog-body">
            <AddressForm form={form} />
          </div>
          <div className="dialog-foot">
            <span className="hint">{t("articles:import.bookmarkletHint")}</span>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** In its place for who may add articles nowhere. */
export function NowhereToAdd({ address }: { address: string }) {
  const { t } = useTranslation(["articles", "lists", "shell"]);
  const { below } = useOverlay();
  return (
    <Dialog title={t("lists:add")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <div className="dialog-body stack">
        <p>{t("articles:nowhere.text")}</p>
        {address ? <p className="soft">{t("articles:nowhere.address", { address })}</p> : null}
      </div>
      <div className="dialog-foot">
        <span className="end">
          <Link className="btn" to={below} preventScrollReset>
            {t("shell:close")}
          </Link>
        </span>
      </div>
    </Dialog>
  );
}

const noDuplicates: Duplicates = { address: "", entries: [] };

interface EditArticleDialogProps {
  form: FormState;
  choices: ArticleChoices;
  duplicates: Duplicates;
  contentId?: string;
  /** What somebody else saved meanwhile, where it is not what stands in the form. */
  stored?: StoredField[];
  /** The files that it has. */
  attachments: AttachmentItem[];
  /** Where the form is sent, when that is not its own address. */
  action?: string;
  touched: boolean;
}

/** The article modal for an existing article, always in manual mode. */
export function EditArticleDialog({ form, choices, duplicates, contentId, stored, attachments, action, touched }: EditArticleDialogProps) {
  const { t } = useTranslation(["articles", "shell"]);
  const { below } = useOverlay();
  return (
    <Dialog title={t("articles:edit.title")} closeTo={below} closeLabel={t("shell:close")}>
      <ArticleFormElement touched={touched} action={action}>
        <ArticleErrors form={form} />
        {stored?.length && contentId ? <StoredMeanwhile stored={stored} contentId={contentId} /> : null}
        <ArticleFields form={form} choices={choices} duplicates={duplicates} contentId={contentId} attachments={attachments} />
      </ArticleFormElement>
    </Dialog>
  );
}

/** What would be saved over: nobody undoes the work of others without having seen it. */
function StoredMeanwhile({ stored, contentId }: { stored: StoredField[]; contentId: string }) {
  const { t } = useTranslation(["articles", "lists"]);
  return (
    <section className="notice warning plain" aria-labelledby="stored">
      <Icon name="warning" />
      <div className="stack tight">
        <h3 id="stored">{t("articles:stored.title")}</h3>
        <dl className="facts">
          {stored.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt> <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a href={href("article", { contentId })} target="_blank" rel="noopener">
            {t("articles:stored.open")}
            <span className="vh">{t("lists:opensInNewWindow")}</span>
          </a>
        </p>
      </div>
    </section>
  );
}

/** Body and foot of the dialog in one form: text browsers know no button outside. `noValidate`: the server explains what is wrong, in the language of the page and beside the field. */
function ArticleFormElement({ action, touched, children }: { action?: string; touched: boolean; children: ReactNode }) {
  const { t } = useTranslation("articles");
  return (
    <>
      <Form
        className="dialog-form"
        id="article-form"
        method="post"
        encType="multipart/form-data"
        action={action}
        noValidate
        preventScrollReset
      >
        {/* The Enter key presses a form's first button: this one saves, where the first visible one fetches again. */}
        <button type="submit" hidden>
          {t("save")}
        </button>
        <div className="dialog-body form">{children}</div>
        <SaveFoot />
      </Form>
      <AskBeforeLeaving form="article-form" touched={touched} />
    </>
  );
}

function Modes({ mode, address }: { mode: "link" | "manual"; address: string }) {
  const { t } = useTranslation("articles");
  const { beside } = useOverlay();
  const url: Record<string, string> = address ? { url: address } : {};
  return (
    <nav className="tabs dialog-tabs" aria-label={t("modes.label")}>
      <Link to={beside("contents/new", url)} aria-current={mode === "link" ? "page" : undefined} preventScrollReset>
        <Icon name="link" />
        {t("modes.link")}{" "}
      </Link>
      <Link
        to={beside("contents/new", { ...url, mode: "manual" })}
        aria-current={mode === "manual" ? "page" : undefined}
        preventScrollReset
      >
        <Icon name="edit" />
        {t("modes.manual")}
      </Link>
    </nav>
  );
}

/** The first step of link mode. It is posted, because an address too long for a GET has to come back with its error too. */
function AddressForm({ form }: { form: FormState }) {
  const { t } = useTranslation("articles");
  const { state } = useNavigation();
  const { beside } = useOverlay();
  return (
    <Form className="form" method="post" action={beside("contents/new")} noValidate preventScrollReset>
      <ArticleErrors form={form} />
      <Field id="sourceUrl" label={t("import.address")} hint={t("import.hint")} errors={form.errors.sourceUrl}>
        <div className="inline-form">
          <div className="with-icon">
            <Icon name="link" />
            <input
              className="input"
              name="sourceUrl"
              type="text"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              defaultValue={typedText(form.values, "sourceUrl")}
              required
              // biome-ignore lint/a11y/noAutofocus: the one field of the dialog's first step
              autoFocus
              {...describedBy("sourceUrl", { hint: true, errors: form.errors.sourceUrl })}
            />
          </div>
          <button className="btn primary" type="submit" name="fetch" aria-busy={state !== "idle" || undefined}>
            {t("import.fetch")}
          </button>
        </div>
      </Field>
      {form.errors.sourceUrl ? (
        <p>
          <Link
            className="btn"
            to={beside("contents/new", { url: typedText(form.values, "sourceUrl"), mode: "manual" })}
            preventScrollReset
          >
            <Icon name="edit" />
            {t("import.byHand")}
          </Link>
        </p>
      ) : null}
    </Form>
  );
}

interface FetchedAddressProps {
  form: FormState;
  found: { host: string; pictures: FoundPicture[] };
  duplicates: Duplicates;
}

function FetchedAddress({ form, found, duplicates }: FetchedAddressProps) {
  const { t } = useTranslation("articles");
  const again = useRef<HTMLButtonElement>(null);
  // The button that fetched is gone, and the focus with it: this one stands in its place, and its description says what was found.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every answer
  useEffect(() => {
    if (document.activeElement === document.body) again.current?.focus();
  }, [found]);
  return (
    <Field id="sourceUrl" label={t("import.address")} errors={form.errors.sourceUrl}>
      <div className="inline-form">
        <div className="with-icon">
          <Icon name="link" />
          <input
            className="input"
            name="sourceUrl"
            type="text"
            inputMode="url"
            defaultValue={typedText(form.values, "sourceUrl")}
            {...describedBy("sourceUrl", { errors: form.errors.sourceUrl })}
          />
        </div>
        <button
          className="btn"
          type="submit"
          name="fetch"
          ref={again}
          aria-describedby={found.host && !form.errors.sourceUrl ? "fetched" : undefined}
        >
          <Icon name="refresh" />
          {t("import.fetchAgain")}
        </button>
      </div>
      {found.host && !form.errors.sourceUrl ? (
        <p className="got" id="fetched">
          <Icon name="success" small />
          {t("import.fetched", { host: found.host })}
          {", "}
          {t("import.pictures", { count: found.pictures.length })}
        </p>
      ) : null}
      {typedText(form.values, "cutText") ? <p className="hint">{t("import.cutText")}</p> : null}
      <DuplicatesNotice duplicates={duplicates} />
      <input type="hidden" name="foundHost" value={found.host} />
      <input type="hidden" name="foundPictures" value={JSON.stringify(found.pictures)} />
    </Field>
  );
}

function SaveFoot() {
  const { t } = useTranslation(["articles", "shell"]);
  const { below } = useOverlay();
  const { state, formMethod } = useNavigation();
  const isSaving = state !== "idle" && formMethod === "POST";
  return (
    <div className="dialog-foot">
      <UploadProgress>
        <span className="hint wide">{t("articles:required")}</span>
      </UploadProgress>{" "}
      <span className="end">
        <Link className="btn" to={below} preventScrollReset>
          {t("shell:cancel")}
        </Link>
        <button className="btn primary" type="submit" aria-busy={isSaving || undefined}>
          {t("articles:save")}
        </button>
      </span>
    </div>
  );
}
