import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { useIsLive } from "~/ui/use-is-live";
import * as limits from "../../contract/limits";
import { href } from "../../contract/paths";
import { TextAreaField } from "./controls";
import { fileKind } from "./file-kind";
import { type FormState, fieldsOf, typedList, typedText } from "./form-state";
import { readKeptUpload } from "./kept-upload";
import { pictureTextBeforeName, pictureTextName } from "./picture-text";

/** A file of an article. */
export interface AttachmentItem {
  id: string;
  name: string;
  /** "PDF, 2,4 MB" */
  kind: string;
  isPicture: boolean;
  width: number | null;
  height: number | null;
  /** The alternative text of a picture. */
  alt: string | null;
}

interface AttachmentsFieldProps {
  form: FormState;
  attachments: AttachmentItem[];
}

/** The files of an article: new uploads, existing ones, which can be marked for deletion, and URLs of files to import. */
export function AttachmentsField({ form, attachments }: AttachmentsFieldProps) {
  const { t } = useTranslation(["articles", "shell"]);
  const { fileUrls } = fieldsOf(form, { fileUrls: t("articles:fields.fileUrls") });
  return (
    <>
      <fieldset className="field">
        <legend className="label">
          {t("articles:fields.files")} <span className="opt">{t("shell:optional")}</span>
        </legend>
        <NewFiles form={form} />
        <KeptUploads form={form} />
        <StoredFiles attachments={attachments} form={form} />
      </fieldset>
      <TextAreaField
        field={fileUrls}
        hint={t("articles:files.urlsHint")}
        optional
        rows={2}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
      />
    </>
  );
}

/** Files that were shared from another app. */
function KeptUploads({ form }: { form: FormState }) {
  const { t } = useTranslation("articles");
  const uploads = typedList(form.values, "uploads");
  if (uploads.length === 0) return null;
  const dropped = typedList(form.values, "droppedUploads");
  return (
    <ul className="stack tight" aria-label={t("files.shared")}>
      {uploads.map((value) => {
        const { upload, name, kind } = readKeptUpload(value);
        return (
          <li className="attachment" key={upload}>
            <input type="hidden" name="uploads" value={value} />
            <Icon name="file" />
            <span>
              <b>{name}</b> <small>{kind}</small>
            </span>
            <label className="choice push">
              <input type="checkbox" name="droppedUploads" value={value} defaultChecked={dropped.includes(value)} />
              <span>
                {t("files.dropShared")} <span className="vh">{name}</span>
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

function StoredFiles({ attachments, form }: AttachmentsFieldProps) {
  const { t } = useTranslation("articles");
  if (attachments.length === 0) return null;
  const deleted = typedList(form.values, "deletedAttachments");
  return (
    <ul className="stack tight" aria-label={t("files.stored")}>
      {attachments.map(({ id, name, kind, isPicture, alt }) => (
        <li className="attachment" key={id}>
          {isPicture ? (
            <img src={href("file", { attachmentId: id, variant: "small" })} alt=" " aria-hidden="true" loading="lazy" />
          ) : (
            <Icon name="file" />
          )}
          <span>
            <b>{name}</b> <small>{kind}</small>
          </span>
          <label className="choice push">
            <input type="checkbox" name="deletedAttachments" value={id} defaultChecked={deleted.includes(id)} />
            <span>
              {t("files.delete")} <span className="vh">{name}</span>
            </span>
          </label>
          {isPicture ? <PictureText form={form} id={id} name={name} alt={alt ?? ""} /> : null}
        </li>
      ))}
    </ul>
  );
}

function PictureText({ form, id, name, alt }: { form: FormState; id: string; name: string; alt: string }) {
  const { t } = useTranslation("articles");
  const field = pictureTextName(id);
  const before = pictureTextBeforeName(id);
  const errors = form.errors[field];
  return (
    <div className="picture-text">
      <label htmlFor={field}>
        {t("files.pictureText")} <span className="vh">{name}</span>
      </label>
      <p className="hint" id={`${field}-hint`}>
        {t("files.pictureTextHint")}
      </p>
      <FieldError id={field} errors={errors} />
      <input type="hidden" name={before} value={typedText(form.values, before, alt)} />
      <input
        className="input"
        name={field}
        defaultValue={typedText(form.values, field, alt)}
        autoComplete="off"
        dir="auto"
        {...describedBy(field, { hint: true, errors })}
      />
    </div>
  );
}

/** The files chosen last, to be restored after fetching a page again, which remounts the field. */
let chosenLast: File[] = [];

/** A field for several files. With JavaScript they are listed and can be removed again; files that cannot be attached are rejected. */
function NewFiles({ form }: { form: FormState }) {
  const { t, i18n } = useTranslation(["articles", "errors"]);
  const input = useRef<HTMLInputElement>(null);
  const isLive = useIsLive();
  const [files, setFiles] = useState<File[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const lost = typedList(form.values, "lostFiles");
  const errors = refused.length > 0 ? refused : form.errors.files;

  const choose = (next: File[]) => {
    const transfer = new DataTransfer();
    for (const file of next) transfer.items.add(file);
    if (input.current) input.current.files = transfer.files;
    setFiles(next);
    chosenLast = next;
    if (next.length > 0) import("./send-files").catch(() => {});
  };
  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const added = [...(currentTarget.files ?? [])].filter((file) => !files.some((other) => isSame(file, other)));
    const fitting = added.filter(({ size }) => size > 0 && size <= limits.attachment);
    const problems = added.flatMap(({ name, size }) => {
      const problem =
        size === 0 ? t("errors:fileEmpty") : size > limits.attachment ? t("errors:fileTooLarge", { max: mostMegabytes }) : undefined;
      return problem ? [t("articles:files.named", { name, problem })] : [];
    });
    const next = [...files, ...fitting];
    setRefused(next.length > most ? [...problems, t("errors:tooManyFiles", { max: most })] : problems);
    choose(next.slice(0, most));
  };
  const leaveOut = (file: File) => {
    choose(files.filter((other) => other !== file));
    setRefused([]);
    input.current?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for files chosen before hydration or in a previous field
  useEffect(() => {
    const chosen = [...(input.current?.files ?? [])];
    const isLost = lost.length > 0 && lost.join("/") === chosenLast.map(({ name }) => name).join("/");
    if (chosen.length > 0 || isLost) choose(chosen.length > 0 ? chosen : chosenLast);
  }, []);

  return (
    <>
      {lost.length > 0 && files.length === 0 ? <p className="hint">{t("articles:files.again", { names: lost.join(", ") })}</p> : null}
      <FieldError id="files" errors={errors} />
      <label className={isLive ? "drop live" : "drop"}>
        <Icon name="upload" />
        <span>
          {t("articles:files.drop")} <b>{t("articles:files.choose")}</b>
        </span>
        <small className="hint">{t("articles:files.hint", { max: mostMegabytes })}</small>
        <input type="file" name="files" multiple ref={input} onChange={add} {...describedBy("files", { errors })} />
      </label>
      {files.length > 0 ? (
        <ul className="stack tight" aria-label={t("articles:files.chosen")}>
          {files.map((file) => (
            <li className="attachment" key={`${file.name}/${file.size}/${file.lastModified}`}>
              {file.type.startsWith("image/") ? <Preview file={file} /> : <Icon name="file" />}
              <span>
                <b>{file.name}</b>
                <small>{fileKind({ name: file.name, contentType: file.type, size: file.size }, i18n.language)}</small>
              </span>
              <button className="btn quiet small square push" type="button" onClick={() => leaveOut(file)}>
                <Icon name="close" />
                <span className="vh">{t("articles:files.leaveOut", { name: file.name })}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const most = limits.attachmentsPerArticle;
const mostMegabytes = limits.attachment / 1024 / 1024;

const isSame = (one: File, other: File) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img src={url} alt="" /> : null;
}
