import { Parser } from "htmlparser2";

/** Whether a page asks for a password, an e-mail address or a user name. */
export function hasSignInField(html: string): boolean {
  let isFound = false;
  const parser = new Parser({
    onopentag(name, { type = "text", name: field = "", id = "", autocomplete = "" }) {
      if (name !== "input") return;
      isFound ||= /^(?:password|email)$/i.test(type);
      isFound ||= /^(?:text|tel)$/i.test(type) && [field, id, autocomplete].some((text) => userName.test(text));
    },
  });
  parser.end(html);
  return isFound;
}

const userName = /mail|user-?_?(?:name|id)|^user$|log-?in|benutzer|kennung/i;
