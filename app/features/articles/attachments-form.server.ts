import { z } from "zod";
import type { AttachmentItem } from "~/forms/attachments-field";
import { fileKind } from "~/forms/file-kind";
import { textsByName } from "~/forms/form-state";
import type { FormFile, FormWithFiles } from "~/forms/form-with-files.server";
import { readKeptUpload, toKeptUploadValue } from "~/forms/kept-upload";
import { pictureIdOf, pictureTextBeforeName, pictureTextName } from "~/forms/picture-text";
import type { Reading } from "~/forms/read-form.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import type { Article } from "~/upstream/articles.server";
import {
  type Attachment,
  attachKept,
  createAttachment,
  createRemoteAttachment,
  deleteAttachment,
  keepUpload,
  updateAttachment,
} from "~/upstream/attachments.server";
import type { Upstream } from "~/upstream/client.server";
import { orFailure, unlessGone } from "~/upstream/failure.server";
import type { Refusal } from "~/upstream/result";
import * as limits from "../../../contract/limits";
import { idSchema } from "../../../contract/rest/shared";
import { findSourceUrl } from "../../../contract/rest/source-url";
import type { FoundPage } from "./article-pictures.server";

/** They are fetched one after the other, with a timeout of a minute each. */
const fileUrlsAtOnce = 10;

const keptUploads = z.array(z.string().max(5000)).max(limits.attachmentsPerArticle).default([]);

/** The form's fields about files, apart from the uploads themselves. */
export const attachmentFields = {
  /** URLs, separated by whitespace. */
  fileUrls: z
    .string()
    .default("")
    .transform((text, context) => {
      const refuse = (params: object) => context.addIssue({ code: "custom", params, input: text });
      const lines = [...new Set(text.split(/\s+/).filter(Boolean))];
      if (lines.length > fileUrlsAtOnce) refuse({ key: "tooMany", values: { max: fileUrlsAtOnce } });
      return lines.slice(0, fileUrlsAtOnce).flatMap((line) => {
        const url = findSourceUrl(line, { allowLocalHosts: true });
        if (!url) refuse({ key: "notAUrlOf", values: { url: line.length > 80 ? `${line.slice(0, 80)}…` : line } });
        return url?.href ?? [];
      });
    }),
  deletedAttachments: z.array(idSchema).max(limits.attachmentsPerArticle).default([]),
  /** Values of `toKeptUploadValue`. */
  uploads: keptUploads,
  /** A subset of `uploads` that the person has removed. */
  droppedUploads: keptUploads,
};

interface WantedFiles {
  /** URLs of pictures of the imported page. */
  pictures: string[];
  fileUrls: string[];
  deletedAttachments: string[];
  uploads: string[];
  droppedUploads: string[];
}

export function toAttachmentItem({ id, name, contentType, fileSize, width, height, alt }: Attachment, locale: Locale): AttachmentItem {
  const kind = fileKind({ name, contentType, size: fileSize }, locale);
  return { id, name, kind, isPicture: contentType.startsWith("image/"), width, height, alt };
}

/** Adds the problems of uploaded files before anything is saved. Returns their names too, because browsers cannot restore the files. */
export function withFileProblems<T>(reading: Reading<T>, { body, files, tooManyFiles, diskFull }: FormWithFiles, t: Translate): Reading<T> {
  const lostFiles = files.map(({ name }) => name);
  const pictureTexts = readPictureTexts(body);
  const typedTexts = pictureTexts.flatMap(({ id, text, before }) => [
    [pictureTextName(id), text],
    [pictureTextBeforeName(id), before],
  ]);
  const typed = { lostFiles, ...Object.fromEntries(typedTexts) };
  const tooLong = pictureTexts.filter(({ text }) => text.length > limits.text);
  const problems = [
    ...(diskFull ? [t("errors:noRoom")] : []),
    ...(tooManyFiles ? [t("errors:tooManyFiles", { max: limits.attachmentsPerArticle })] : []),
    ...files.flatMap((file) => problemOf(file, t)),
  ];
  if (reading.ok && problems.length === 0 && tooLong.length === 0) return { ...reading, values: { ...reading.values, ...typed } };
  const form = reading.ok ? { values: reading.values, errors: {} } : reading.form;
  const ofTexts = Object.fromEntries(tooLong.map(({ id }) => [pictureTextName(id), [t("errors:tooLong", { max: limits.text })]]));
  const errors = { ...form.errors, ...(problems.length > 0 ? { files: problems } : {}), ...ofTexts };
  return { ok: false, form: { ...form, values: { ...form.values, ...typed }, errors } };
}

/** Has the API keep what another app shared, pictures and PDFs, until the article is saved. Returns the form's values, and errors by file name. */
export async function keepUploads(
  upstream: Upstream,
  { files, tooManyFiles, diskFull }: FormWithFiles,
  { t, locale }: { t: Translate; locale: Locale },
): Promise<{ values: { uploads: string[]; lostFiles: string[] }; errors: { files?: string[] } }> {
  const uploads: string[] = [];
  const lostFiles: string[] = [];
  const problems = [
    ...(diskFull ? [t("errors:noRoom")] : []),
    ...(tooManyFiles ? [t("errors:tooManyFiles", { max: limits.attachmentsPerArticle })] : []),
  ];
  for (const file of files) {
    const isExpected = /^(image\/|application\/pdf$)/i.test(file.contentType);
    const unfit = isExpected ? problemOf(file, t) : [named(file.name, t("errors:neitherPictureNorPdf"), t)];
    const kept = diskFull || unfit.length > 0 ? undefined : await orFailure(keepUpload(upstream, file));
    problems.push(...unfit);
    if (kept?.ok) {
      const { upload, name, contentType, fileSize } = kept.data;
      uploads.push(toKeptUploadValue({ upload, name, kind: fileKind({ name, contentType, size: fileSize }, locale) }));
      continue;
    }
    lostFiles.push(file.name);
    if (kept) problems.push(named(file.name, reasonOf(kept, t), t));
  }
  return { values: { uploads, lostFiles }, errors: problems.length > 0 ? { files: problems } : {} };
}

function problemOf({ name, size, isCut }: FormFile, t: Translate): string[] {
  if (isCut) return [named(name, t("errors:fileTooLarge", { max: limits.attachment / 1024 / 1024 }), t)];
  return size === 0 ? [named(name, t("errors:fileEmpty"), t)] : [];
}

const named = (name: string, problem: string, t: Translate): string => t("articles:files.named", { name, problem });

/** The alt texts of the article's pictures as typed (possibly empty), each with the text the form was rendered with. */
function readPictureTexts(body: FormData): { id: string; text: string; before: string }[] {
  const texts = textsByName(body);
  const typed = (field: string) => (texts.get(field)?.[0] ?? "").trim();
  return [...texts.keys()].flatMap((name) => {
    const id = idSchema.safeParse(pictureIdOf(name));
    return id.success ? [{ id: id.data, text: typed(name), before: typed(pictureTextBeforeName(id.data)) }] : [];
  });
}

/** The failures after the article itself was saved. */
interface FileFailures {
  /** By field. */
  errors: Record<string, string[]>;
  /** What the user typed, to be tried again. */
  values: Record<string, string | string[]>;
}

/**
 * Applies the form's changes to the files of a saved article, one after the other: deletes, sets alt texts, imports pictures, attaches
 * kept and new uploads. Continues after a failure and reports it by file name; returns `undefined` if nothing failed.
 */
export async function saveAttachments(
  upstream: Upstream,
  article: Article,
  wanted: WantedFiles,
  { body, files, found }: Pick<FormWithFiles, "body" | "files"> & { found?: FoundPage },
  t: Translate,
): Promise<FileFailures | undefined> {
  const failed: { files: string[]; fileUrls: string[]; [field: string]: string[] } = { files: [], fileUrls: [] };
  const failedUrls: string[] = [];
  const failedUploads: string[] = [];
  const failedTexts: Record<string, string> = {};
  const nameOf = (id: string) => article.attachments.find((attachment) => attachment.id === id)?.name ?? id;

  for (const id of wanted.deletedAttachments) {
    const result = await unlessGone(deleteAttachment(upstream, id));
    if (result && !result.ok) failed.files.push(t("articles:files.notDeleted", { name: nameOf(id) }));
  }
  for (const { id, text, before } of readPictureTexts(body)) {
    const picture = article.attachments.find((attachment) => attachment.id === id);
    const stored = picture?.alt ?? "";
    if (!picture || text === before || text === stored || wanted.deletedAttachments.includes(id)) continue;
    const isOvertaken = stored !== before;
    const result = isOvertaken ? undefined : await unlessGone(updateAttachment(upstream, id, { alt: text || null }));
    if (!isOvertaken && (!result || result.ok)) continue;
    failed[pictureTextName(id)] = [result && !result.ok ? reasonOf(result, t) : t("articles:files.pictureTextOvertaken", { text: stored })];
    failedTexts[pictureTextName(id)] = text;
  }
  for (const remoteFileUrl of wanted.pictures) {
    const alt = found?.pictures.find(({ url }) => url === remoteFileUrl)?.alt ?? null;
    const result = await createRemoteAttachment(upstream, { contentId: article.id, remoteFileUrl, alt });
    if (!result.ok) failed.files.push(named(alt || remoteFileUrl, reasonOf(result, t), t));
  }
  for (const value of wanted.uploads.filter((one) => !wanted.droppedUploads.includes(one))) {
    const { upload, name } = readKeptUpload(value);
    const result = await attachKept(upstream, { contentId: article.id, upload });
    if (result.ok) continue;
    failed.files.push(named(name, reasonOf(result, t), t));
    if (!result.errors.upload) failedUploads.push(value);
  }
  for (const file of files) {
    const result = await createAttachment(upstream, article.id, file);
    if (!result.ok) failed.files.push(named(file.name, reasonOf(result, t), t));
  }
  for (const remoteFileUrl of wanted.fileUrls) {
    const result = await createRemoteAttachment(upstream, { contentId: article.id, remoteFileUrl, alt: null });
    if (result.ok) continue;
    failed.fileUrls.push(named(remoteFileUrl, reasonOf(result, t), t));
    failedUrls.push(remoteFileUrl);
  }
  const errors = Object.fromEntries(Object.entries(failed).filter(([, messages]) => messages.length > 0));
  return Object.keys(errors).length > 0
    ? { errors, values: { ...failedTexts, fileUrls: failedUrls.join("\n"), uploads: failedUploads } }
    : undefined;
}

const reasonOf = ({ errors, message }: Refusal, t: Translate): string =>
  Object.values(errors).flat()[0] ?? message ?? t("errors:genericError");
