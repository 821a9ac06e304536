import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import * as limits from "../../contract/limits";
import { type BookmarkFolder, type FoundBookmark, maxFolderDepth } from "./bookmark-file";
import { createLineCounter } from "./line-counter";
import { readTagList } from "./tag-list";

/** Whether it is a file with bookmarks, rather than any other page. */
export function isNetscape(text: string): boolean {
  const head = text.slice(0, 20_000);
  return /<!doctype netscape-bookmark-file/i.test(head) || (/<dl\b/i.test(head) && /<dt\b/i.test(head)) || isPocketPage(head);
}

/** Pocket's former export is a list below headings. */
const isPocketPage = (head: string) => /<title>pocket export<\/title>/i.test(head);

/** The depth of nested lists that is tracked; not every list is a folder. */
const mostOpen = 1_000;
/** The attributes that are read; others, such as icons of many kilobytes, are skipped. */
const known = new Set(["href", "add_date", "time_added", "tags", "personal_toolbar_folder", "unfiled_bookmarks_folder"]);

type Target = "title" | "folder" | "text";

/**
 * Reads the bookmark file that Netscape introduced and browsers still write: folders are nested lists, and few elements are ever closed. Reads
 * tags as they come instead of building a tree, so it takes linear time whatever the nesting. `take` returns whether to continue.
 */
export function readNetscape(text: string, take: (found: FoundBookmark) => boolean): void {
  const lineAt = createLineCounter(text);
  const top: BookmarkFolder = { path: [], names: [] };
  /** The folders that are open, and the number of further lists in the innermost one. */
  const open: BookmarkFolder[] = [];
  let further = 0;
  let folder = top;
  let next: { name: string; isOwn: boolean } | undefined;
  let current: FoundBookmark | undefined;
  let target: Target | undefined;
  let tag = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let start = 0;

  function finish() {
    if (current && !take({ ...current, text: current.text.replace("[linkding-notes]", "\n").replace("[/linkding-notes]", "") }))
      tokenizer.pause();
    current = undefined;
  }

  function enter() {
    finish();
    if (open.length >= mostOpen) further += 1;
    else open.push(folder);
    if (next && folder.path.length < maxFolderDepth && further === 0) {
      const name = next.name.trim().slice(0, limits.tag);
      folder = { path: [...folder.path, name], names: next.isOwn ? folder.names : [...folder.names, name] };
    }
    next = undefined;
  }

  function begin() {
    const value = (name: string) => attributes.get(name) ?? "";
    if (tag === "dl") enter();
    else if (tag === "dt" || tag === "li") {
      finish();
      target = undefined;
    } else if (tag === "h3") {
      finish();
      next = { name: "", isOwn: value("personal_toolbar_folder") !== "" || value("unfiled_bookmarks_folder") !== "" };
      target = "folder";
    } else if (tag === "a") {
      finish();
      const added = value("add_date") || value("time_added");
      const tags = readTagList(value("tags")).filter((name) => !name.startsWith("linkding:"));
      current = { line: lineAt(start), url: value("href"), title: "", text: "", folder, tags, added };
      target = "title";
    } else if (tag === "dd") target = current ? "text" : undefined;
    else if (tag === "br") add("\n");
  }

  function end(name: string) {
    if (name === "dl") {
      finish();
      if (further > 0) further -= 1;
      else folder = open.pop() ?? top;
      next = undefined;
      target = undefined;
    } else if (name === "a" || name === "h3" || name === "dd") target = undefined;
  }

  function add(piece: string) {
    if (target === "folder" && next && next.name.length < limits.tag) next.name += piece;
    else if (current && target === "title" && current.title.length <= limits.text) current.title += piece;
    else if (current && target === "text" && current.text.length <= limits.bookmarkText) current.text += piece;
  }

  const addToAttribute = (piece: string) => {
    if (attribute) attributes.set(attribute, `${attributes.get(attribute) ?? ""}${piece}`);
  };
  const ignore = () => undefined;
  const callbacks: TokenizerCallbacks = {
    onopentagname(from, to) {
      tag = text.slice(from, Math.min(to, from + 20)).toLowerCase();
      start = from;
      attributes = new Map();
    },
    onattribname(from, to) {
      const name = text.slice(from, Math.min(to, from + 40)).toLowerCase();
      attribute = known.has(name) && !attributes.has(name) ? name : "";
    },
    onattribdata: (from, to) => addToAttribute(text.slice(from, to)),
    onattribentity: (codepoint) => addToAttribute(String.fromCodePoint(codepoint)),
    onattribend: ignore,
    onopentagend: begin,
    onselfclosingtag: begin,
    onclosetag: (from, to) => end(text.slice(from, Math.min(to, from + 20)).toLowerCase()),
    ontext: (from, to) => add(text.slice(from, to)),
    ontextentity: (codepoint) => add(String.fromCodePoint(codepoint)),
    oncdata: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: finish,
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, callbacks);
  tokenizer.write(text);
  if (tokenizer.running) tokenizer.end();
}
