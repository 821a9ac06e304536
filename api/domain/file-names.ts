import { limits } from "../../contract/limits";
import { cleanLine } from "../../contract/rest/shared";

/** Signs that would let a name read otherwise than it is written, so that `fdp.exe` looks like `exe.pdf`. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const ending = /\.[A-Za-z0-9]{1,10}$/;

/** A name as somebody gave it, without what leads to another folder or deceives; never empty, and its ending stays when it is cut. */
export function toFilename(given: string): string {
  const name = cleanLine(given.replace(directions, "").split(/[\\/]/).at(-1) ?? "").replace(/^\.+/, "");
  const [end = ""] = ending.exec(name) ?? [];
  const letters = [...name.slice(0, name.length - end.length)].slice(0, limits.filename - end.length);
  return `${letters.join("") || "file"}${end}`;
}

/** The same with the ending that what was found in the file asks for; `always` also where it has one already. */
export function withEnding(name: string, found: string | undefined, { always }: { always: boolean }): string {
  if (!found || (ending.test(name) && !always)) return name;
  return toFilename(`${name.replace(ending, "")}.${found}`);
}

/** Endings of pictures that browsers show, the one to give first. */
const pictureEndings: Record<string, string[]> = {
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "image/avif": ["avif"],
};

/** The name that a picture is sent with: one that ends as its type, so that a saved `page.html` never opens as a page. */
export function toPictureName(name: string, contentType: string): string {
  const [first, ...others] = pictureEndings[contentType] ?? [];
  const given = ending.exec(name)?.[0].slice(1).toLowerCase();
  return given && [first, ...others].includes(given) ? name : withEnding(name, first, { always: true });
}
