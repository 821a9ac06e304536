import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import type { AttachmentItem } from "~/forms/attachments-field";
import { typedText } from "~/forms/form-state";
import { EnterButton, SubmitButton } from "~/forms/submit-button";
import { UploadProgress } from "~/forms/upload-progress";
import { CloseFoot } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { Dialog } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { href, overlay } from "../../../contract/paths";
import { type AddressQueue, oneAddress, placeOf, queueParams } from "./address-queue";
import { AddressForm, FetchedAddress, QueuePlace, toParam } from "./article-address";
import type { StoredField } from "./article-differences.server";
import { ArticleErrors, ArticleFields, useChoices } from "./article-form";
import type { ArticleChoices, ArticleForm } from "./article-form.server";
import type { FoundPage } from "./article-pictures.server";
import type { Duplicates } from "./duplicates.server";
import { sendWithEnter } from "./send-with-enter";

interface AddArticleDialogProps {
  mode: "link" | "manual";
  form: ArticleForm;
  queue?: AddressQueue;
  choices: ArticleChoices;
  /** The result of the import; until then, link mode shows only the address field. */
  found?: FoundPage;
  /** Existing articles from the address of the form. */
  duplicates?: Duplicates;
  /** When the page was last fetched. A new value resets the fields, because React keeps what the user typed into uncontrolled inputs. */
  fetchedAt?: number;
  /** The form has unsaved input from an earlier submission. */
  touched: boolean;
}

/** The article modal for a new article, imported from a link or written by hand. */
export function AddArticleDialog({
  mode,
  form,
  queue = oneAddress,
  choices,
  found,
  duplicates = noDuplicates,
  fetchedAt,
  touched,
}: AddArticleDialogProps) {
  const { t } = useTranslation(["articles", "lists", "shell"]);
  const { below, beside } = useOverlay();
  const chosen = useChoices(choices);
  const place = placeOf(queue);
  const showsFields = mode === "manual" || found !== undefined;
  return (
    <Dialog
      title={t("shell:add")}
      closeTo={below}
      closeLabel={t("shell:close")}
      tabs={<Modes mode={mode} address={typedText(form.values, "sourceUrl")} queue={queue} />}
    >
      {/* Outside of what is replaced with each address, so that its change is announced. */}
      <output className="vh">{place ? t("articles:queue.place", place) : null}</output>
      {showsFields ? (
        <ArticleFormElement
          key={`${typedText(form.values, "key")} ${fetchedAt}`}
          touched={touched}
          action={beside(overlay("articleNew"), { ...(mode === "manual" ? { mode } : {}), ...queueParams(queue) })}
          saveLabel={queue.more.length > 0 ? t("articles:queue.save") : undefined}
        >
          <QueuePlace queue={queue} />
          <ArticleErrors form={form} addressFirst={mode === "link"} />
          {mode === "link" && found ? <FetchedAddress form={form} found={found} duplicates={duplicates} /> : null}
          <ArticleFields form={form} {...chosen} found={found} duplicates={mode === "manual" ? duplicates : undefined} />
        </ArticleFormElement>
      ) : (
        <>
          <div className="dialog-body">
            <AddressForm key={typedText(form.values, "sourceUrl")} form={form} queue={queue} />
          </div>
          <div className="dialog-foot">
            <span className="hint mouse-only">{t("articles:import.bookmarkletHint")}</span>
            <span className="hint touch-only">
              {t("articles:import.phoneHint")} <a href={`${href("bookmarklet")}#phone`}>{t("shell:bookmarklet.how")}</a>
            </span>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Shown instead to users who may not add articles to any folder. */
export function NowhereToAdd({ address }: { address: string }) {
  const { t } = useTranslation(["articles", "lists", "shell"]);
  const { below } = useOverlay();
  return (
    <Dialog title={t("shell:add")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <div className="dialog-body stack">
        <p>{t("articles:nowhere.text")}</p>
        {address ? <p className="soft">{t("articles:nowhere.address", { address })}</p> : null}
      </div>
      <CloseFoot closeTo={below} label={t("shell:close")} />
    </Dialog>
  );
}

const noDuplicates: Duplicates = { address: "", entries: [] };

interface EditArticleDialogProps {
  form: ArticleForm;
  choices: ArticleChoices;
  duplicates: Duplicates;
  contentId?: string;
  /** The differences between the form and the version that someone else has saved since. */
  stored?: StoredField[];
  attachments: AttachmentItem[];
  /** Where the form is posted, if not to its own URL. */
  action?: string;
  touched: boolean;
}

/** The article modal for an existing article, always in manual mode. */
export function EditArticleDialog({ form, choices, duplicates, contentId, stored, attachments, action, touched }: EditArticleDialogProps) {
  const { t } = useTranslation(["articles", "shell"]);
  const { below } = useOverlay();
  const chosen = useChoices(choices);
  return (
    <Dialog title={t("articles:edit.title")} closeTo={below} closeLabel={t("shell:close")}>
      <ArticleFormElement touched={touched} action={action}>
        <ArticleErrors form={form} />
        {stored?.length && contentId ? <StoredMeanwhile stored={stored} contentId={contentId} /> : null}
        <ArticleFields form={form} {...chosen} duplicates={duplicates} contentId={contentId} attachments={attachments} />
      </ArticleFormElement>
    </Dialog>
  );
}

/** Shows other users' changes that saving would overwrite. */
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

interface ArticleFormElementProps {
  action?: string;
  touched: boolean;
  saveLabel?: string | undefined;
  children: ReactNode;
}

/**
 * The body and foot of the dialog in one form, because text browsers do not support buttons outside of it. `noValidate`: the server
 * reports errors next to the fields, in the language of the page.
 */
function ArticleFormElement({ action, touched, saveLabel, children }: ArticleFormElementProps) {
  const { t } = useTranslation("articles");
  const label = saveLabel ?? t("save");
  return (
    <>
      <Form
        className="dialog-form"
        id="article-form"
        method="post"
        encType="multipart/form-data"
        action={action}
        noValidate
        replace
        preventScrollReset
        // Before the editor, which would begin a line.
        onKeyDownCapture={sendWithEnter}
      >
        {/* Without it, Enter would press the first visible button, which fetches again. */}
        <EnterButton>{label}</EnterButton>
        <div className="dialog-body form">{children}</div>
        <SaveFoot label={label} />
      </Form>
      <AskBeforeLeaving form="article-form" touched={touched} />
    </>
  );
}

function Modes({ mode, address, queue }: { mode: "link" | "manual"; address: string; queue: AddressQueue }) {
  const { t } = useTranslation("articles");
  const { beside } = useOverlay();
  const url = { ...toParam(address), ...queueParams(queue) };
  return (
    <nav className="tabs dialog-tabs" aria-label={t("modes.label")}>
      <Link to={beside(overlay("articleNew"), url)} aria-current={mode === "link" ? "page" : undefined} preventScrollReset>
        <Icon name="link" />
        {t("modes.link")}{" "}
      </Link>
      <Link
        to={beside(overlay("articleNew"), { ...url, mode: "manual" })}
        aria-current={mode === "manual" ? "page" : undefined}
        preventScrollReset
      >
        <Icon name="edit" />
        {t("modes.manual")}
      </Link>
    </nav>
  );
}

function SaveFoot({ label }: { label: string }) {
  const { t } = useTranslation(["articles", "shell"]);
  const { below } = useOverlay();
  return (
    <CloseFoot
      closeTo={below}
      label={t("shell:cancel")}
      start={
        <UploadProgress>
          <span className="hint wide">{t("articles:required")}</span>
        </UploadProgress>
      }
    >
      <SubmitButton className="btn primary">{label}</SubmitButton>
    </CloseFoot>
  );
}
