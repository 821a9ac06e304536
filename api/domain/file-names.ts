import * as limits from "../../contract/limits";
import { plainLine } from "../../contract/rest/shared";

const extension = /\.[A-Za-z0-9]{1,10}$/;

/** A safe file name: no path, no leading dots, no control characters. Never empty; a long name is cut before its extension. */
export function toFilename(given: string): string {
  const name = plainLine(given.split(/[\\/]/).at(-1) ?? "").replace(/^\.+/, "");
  const [end = ""] = extension.exec(name) ?? [];
  const letters = [...name.slice(0, name.length - end.length)].slice(0, limits.filename - end.length);
  return `${letters.join("") || "file"}${end}`;
}

/** The name with the extension `found` for the file's content. An existing extension is only replaced if `always` is set. */
export function withExtension(name: string, found: string | undefined, { always }: { always: boolean }): string {
  if (!found || (extension.test(name) && !always)) return name;
  return toFilename(`${name.replace(extension, "")}.${found}`);
}

/** Extensions of pictures that browsers display, the preferred one first. */
const pictureExtensions: Record<string, string[]> = {
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "image/avif": ["avif"],
};

/** The name under which a picture is sent. Its extension fits its type, so that a saved `page.html` never opens as a page. */
export function toPictureName(name: string, contentType: string): string {
  const [first, ...others] = pictureExtensions[contentType] ?? [];
  const given = extension.exec(name)?.[0].slice(1).toLowerCase();
  return given && [first, ...others].includes(given) ? name : withExtension(name, first, { always: true });
}

const office = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";
/** The detected types of documents by extension. Those of Microsoft that are protected by a password are `x-cfb`, incomplete ones `zip`. */
const documentTypes: Record<string, string[]> = {
  pdf: ["application/pdf"],
  docx: [`${office}.wordprocessingml.document`, "application/x-cfb", "application/zip"],
  xlsx: [`${office}.spreadsheetml.sheet`, "application/x-cfb", "application/zip"],
  pptx: [`${office}.presentationml.presentation`, "application/x-cfb", "application/zip"],
  odt: [`${openDocument}.text`, "application/zip"],
  ods: [`${openDocument}.spreadsheet`, "application/zip"],
  odp: [`${openDocument}.presentation`, "application/zip"],
};

/**
 * The name under which another file is sent. One that is called like a document but is none gets the extension `bin`, so that nothing opens it as
 * one.
 */
export function toDownloadName(name: string, contentType: string): string {
  const types = documentTypes[extension.exec(name)?.[0].slice(1).toLowerCase() ?? ""];
  return !types || types.includes(contentType) ? name : toFilename(`${name}.bin`);
}
