import { Form, Link, useLocation, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { useMessages } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { SubmitButton } from "~/forms/submit-button";
import { useShell } from "~/layouts/shell";
import { Avatar } from "~/ui/avatar";
import { DateText } from "~/ui/date-text";
import { ErrorSummary } from "~/ui/error-summary";
import { describedBy, Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { LinkedText } from "~/ui/linked-text";
import { overlay } from "../../../contract/paths";
import type { CommentItem } from "./article-page.server";
import { MentionSuggestions } from "./mention-suggestions";
import { sendWithEnter } from "./send-with-enter";

interface CommentsProps {
  articleId: string;
  comments: { items: CommentItem[]; older: number };
  count: number;
  teamName: string;
  /** The rejected comment, with what was typed. */
  form?: FormState;
  /** Changes with every page load, so that a comment submitted twice is stored once. */
  submissionKey: string;
}

export function Comments({ articleId, comments: { items, older }, count, teamName, form, submissionKey }: CommentsProps) {
  const { t } = useTranslation(["articles", "lists", "shell"]);
  const { pathname: page } = useResolvedPath(".");
  const errors = useMessages(form) ?? [];
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const flash = useShell()?.flash;
  // Reset only after saving: a comment being typed must survive other updates of the page.
  useEffect(() => {
    if (flash?.key !== "commentSaved") return;
    element.current?.reset();
    heading.current?.focus({ preventScroll: true });
  }, [flash]);
  return (
    <section className={count > 0 ? "section" : "section no-comments"} id="kommentare" tabIndex={-1} aria-labelledby="kommentare-titel">
      <div className="section-head">
        <h2 id="kommentare-titel" tabIndex={-1} ref={heading}>
          {count > 0 ? t("lists:commentsCount", { count }) : t("articles:noComments")}
        </h2>
        {older > 0 ? (
          <Link className="push" to="?comments=all#kommentare" preventScrollReset>
            {t("articles:olderComments", { count: older })}
          </Link>
        ) : null}
      </div>
      {items.map((comment) => (
        <Comment key={comment.id} comment={comment} />
      ))}
      <Form
        className="form comment-form"
        id="kommentieren"
        method="post"
        action="?#kommentieren"
        noValidate
        preventScrollReset
        ref={element}
      >
        {errors.length > 0 ? (
          <ErrorSummary title={t("shell:summaryTitle")} errors={errors.map((message) => ({ id: "comment", message }))} answer={form} />
        ) : null}
        <input type="hidden" name="key" value={typedText(form?.values, "key", submissionKey)} />
        <Field id="comment" label={t("articles:comment.label")} errors={errors}>
          <div>
            <textarea
              className="input"
              name="body"
              rows={4}
              required
              dir="auto"
              defaultValue={typedText(form?.values, "body")}
              onKeyDown={sendWithEnter}
              {...describedBy("comment", { errors })}
            />
            <MentionSuggestions textArea="comment" articleId={articleId} />
          </div>
          <p className="hint">{t("articles:comment.hint", { team: teamName })}</p>
        </Field>
        <SubmitButton className="btn primary start">{t("articles:comment.submit")}</SubmitButton>
      </Form>
      <AskBeforeLeaving form="kommentieren" touched={form !== undefined} page={page} />
    </section>
  );
}

function Comment({ comment }: { comment: CommentItem }) {
  const { t } = useTranslation("articles");
  const { search } = useLocation();
  return (
    <div className="comment" id={`kommentar-${comment.id}`}>
      <Avatar name={comment.name} me={comment.isOwn} />
      <header>
        <b>{comment.name}</b> <DateText date={comment.created} />{" "}
        {comment.edited ? <small>{t("comment.edited", { moment: comment.edited })} </small> : null}
        {comment.canEdit ? (
          <Link className="btn quiet small square" to={`${overlay("commentEdit", { commentId: comment.id })}${search}`} preventScrollReset>
            <Icon name="edit" />
            <span className="vh">{t("comment.edit")} </span>
          </Link>
        ) : null}
        {comment.canDelete ? (
          <Link
            className="btn quiet small square"
            to={`${overlay("commentDelete", { commentId: comment.id })}${search}`}
            preventScrollReset
          >
            <Icon name="trash" />
            <span className="vh">{comment.isOwn ? t("comment.deleteOwn") : t("comment.delete", { name: comment.name })}</span>
          </Link>
        ) : null}
      </header>
      <p className="body" dir="auto">
        {comment.parts.map(({ text, isMention }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          isMention ? <b key={index}>{text}</b> : <LinkedText key={index}>{text}</LinkedText>,
        )}
      </p>
    </div>
  );
}
