import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { parseHTML } from "linkedom";

/** The whole accessible name or text, or a pattern. */
type Name = string | RegExp;
/** Part of a page, by its accessible name; a card, table row or list item by any text in it; `header`, `main` or `footer`. */
type Within = Name | undefined;

interface Sent {
  method: "GET" | "POST";
  body?: { type: string; content: Buffer };
  /** The page from which the navigation starts, unless the address was typed. */
  from?: URL | undefined;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

const fields = "input, select, textarea";
const buttons = "button, input";
const inline = /^(a|abbr|b|bdi|cite|code|em|i|kbd|label|mark|q|s|small|span|strong|sub|sup|time|u|wbr)$/;

/**
 * A person with a browser that runs no scripts: one page at a time, its links, and its forms as a browser submits them. Each step throws if the page does
 * not offer it.
 */
export class Visitor {
  url: URL;
  status = 0;
  headers: IncomingMessage["headers"] = {};
  /** The source of the page. */
  html = "";
  document: Document = parseHTML("").document;
  private readonly jar = new Map<string, Map<string, Cookie>>();
  private readonly typed = new Map<Element, string>();
  private readonly chosen = new Map<Element, boolean>();
  private readonly files = new Map<Element, File[]>();
  private labels = new Map<Element, Element[]>();

  constructor(
    private readonly origin: string,
    /** Sent with every request. */
    private readonly ownHeaders: Record<string, string> = {},
  ) {
    this.url = new URL(origin);
  }

  /** Path and query of the page. */
  get path(): string {
    return this.url.pathname + this.url.search;
  }

  /** Sets a cookie, as if from an earlier visit. */
  remember(name: string, value: string): this {
    this.keepCookies(new URL(this.origin), [`${name}=${value}; path=/`]);
    return this;
  }

  /** Types an address. */
  async open(address: string): Promise<this> {
    return this.navigate(new URL(address, this.origin), { method: "GET" });
  }

  async follow(link: Name, within?: Within): Promise<this> {
    return this.navigate(this.addressOf(link, within), { method: "GET", from: this.url });
  }

  /** The address that a link leads to. */
  addressOf(link: Name, within?: Within): URL {
    const found = this.named("a[href]", link, within);
    const addresses = new Set(found.map((one) => new URL(one.getAttribute("href") ?? "", this.url).href));
    if (addresses.size !== 1) throw this.missing("link", link, this.elements("a[href]"), addresses.size);
    return new URL([...addresses][0] ?? "");
  }

  /** Fetches an address without leaving the page, as for a download, a picture or a frame. */
  async fetch(address: string | URL): Promise<{ status: number; headers: IncomingMessage["headers"]; text: string }> {
    const { response, body } = await this.request(new URL(address, this.url), { method: "GET", from: this.url });
    return { status: response.statusCode ?? 0, headers: response.headers, text: body.toString() };
  }

  /** Types into a field, or sets a date, number or colour. */
  fill(label: Name, text: string, within?: Within): this {
    const field = this.usable(label, within);
    if (field.localName === "select" || /^(checkbox|radio|file)$/.test(typeOf(field))) throw new Error(`Nobody can type into ${label}`);
    if (field.hasAttribute("readonly")) throw new Error(`${label} is read-only`);
    this.typed.set(field, text);
    return this;
  }

  /** Checks a checkbox or a radio button. */
  check(label: Name, within?: Within): this {
    return this.toggle(label, true, within);
  }

  uncheck(label: Name, within?: Within): this {
    return this.toggle(label, false, within);
  }

  /** Chooses exactly these options. */
  select(label: Name, options: Name | Name[], within?: Within): this {
    const field = this.usable(label, within);
    const all = [...field.querySelectorAll("option")];
    const chosen = [options].flat().map((option) => {
      const found = all.find((one) => matches(textOf(one), option) && !isDisabledOption(one));
      if (!found) throw new Error(`${label} has no option ${option}, only: ${all.map(textOf).join(" | ")}`);
      return found;
    });
    if (chosen.length > 1 && !field.hasAttribute("multiple")) throw new Error(`${label} allows only one choice`);
    for (const one of all) this.chosen.set(one, chosen.includes(one));
    return this;
  }

  attach(label: Name, files: File | File[], within?: Within): this {
    const field = this.usable(label, within);
    if (typeOf(field) !== "file") throw new Error(`${label} takes no files`);
    this.files.set(field, [files].flat());
    return this;
  }

  /** Presses a button that submits its form. */
  async press(button: Name, within?: Within): Promise<this> {
    return this.pressOne(this.named(buttons, button, within), button);
  }

  /** Presses the button of the form with this field, if the page has several such buttons. */
  async pressBeside(label: Name, button: Name): Promise<this> {
    const form = ownerOf(this.field(label, undefined));
    return this.pressOne(
      this.named(buttons, button, undefined).filter((one) => ownerOf(one) === form),
      button,
    );
  }

  /** Presses Enter in a field, which presses the first submit button of its form. */
  async enter(label: Name, within?: Within): Promise<this> {
    const form = ownerOf(this.usable(label, within));
    if (!form) throw new Error(`${label} belongs to no form`);
    const first = this.elements(buttons).find((one) => ownerOf(one) === form && submits(one));
    if (first && isDisabled(first)) throw new Error(`The first button of the form around ${label} is disabled`);
    return this.submit(form, first);
  }

  /** The value of a field; of a select, the text of its chosen options. */
  value(label: Name, within?: Within): string {
    const field = this.field(label, within);
    if (field.localName !== "select") return this.valueOf(field);
    return this.optionsOf(field).map(textOf).join(", ");
  }

  isChecked(label: Name, within?: Within): boolean {
    return this.isOn(this.field(label, within));
  }

  /** The texts that describe a field: its hint and its error. */
  description(label: Name, within?: Within): string {
    return this.textsOf(this.field(label, within).getAttribute("aria-describedby"));
  }

  /** The visible text of the page or a part. */
  text(within?: Within): string {
    return this.parts(within).map(textOf).join(" ");
  }

  /** The texts of the elements that match a selector and are visible. */
  all(selector: string, within?: Within): string[] {
    return this.parts(within).flatMap((part) => [...part.querySelectorAll(selector)].filter(isShown).map(textOf));
  }

  private async navigate(url: URL, sent: Sent): Promise<this> {
    const { response, body, at } = await this.request(url, sent);
    this.typed.clear();
    this.chosen.clear();
    this.files.clear();
    this.url = at;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.html = body.toString();
    this.document = parsePage(this.html);
    this.labels = labelsIn(this.document);
    return this;
  }

  /** Requests an address as a browser navigates to it, and follows redirects. */
  private async request(to: URL, sent: Sent, redirects = 0): Promise<{ response: IncomingMessage; body: Buffer; at: URL }> {
    if (redirects > 20) throw new Error(`${to} redirects too often`);
    const { method, from, body } = sent;
    const isOwn = from?.origin === to.origin;
    const policy = String(this.headers["referrer-policy"] ?? "strict-origin-when-cross-origin");
    const isSilent = policy === "no-referrer" || (policy === "same-origin" && !isOwn);
    const cookies = [...(this.jar.get(to.origin)?.values() ?? [])].filter(({ path }) => isBelow(to.pathname, path));
    const headers = {
      Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
      "Accept-Language": "de-DE,de;q=0.9,en;q=0.5",
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Sec-Fetch-Dest": "document",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Site": from ? (isOwn ? "same-origin" : "cross-site") : "none",
      "Sec-Fetch-User": "?1",
      ...(from && !isSilent ? { Referer: isOwn ? from.href.replace(/#.*/, "") : `${from.origin}/` } : {}),
      ...(method === "POST" ? { Origin: from && !isSilent ? from.origin : "null" } : {}),
      ...(body ? { "Content-Type": body.type, "Content-Length": body.content.length } : {}),
      ...(cookies.length > 0 ? { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") } : {}),
      ...this.ownHeaders,
    };
    // On a new connection, because the server may close a kept one just when it is used again.
    const message = request(to, { method, headers, agent: false }).end(body?.content);
    const [response] = (await once(message, "response")) as [IncomingMessage];
    this.keepCookies(to, response.headers["set-cookie"] ?? []);
    const { statusCode = 0 } = response;
    const { location } = response.headers;
    if (!location || ![301, 302, 303, 307, 308].includes(statusCode)) return { response, body: await buffer(response), at: to };
    response.resume();
    const next = new URL(location, to);
    if (!next.hash) next.hash = to.hash;
    // As browsers do, also for 301 and 302.
    return this.request(next, statusCode < 307 ? { method: "GET", from } : sent, redirects + 1);
  }

  private keepCookies({ origin, pathname }: URL, lines: string[]): void {
    const jar = this.jar.get(origin) ?? new Map<string, Cookie>();
    this.jar.set(origin, jar);
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const of = (wanted: string) => attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const name = pair.slice(0, pair.indexOf("="));
      const path = of("path") ?? (pathname.replace(/\/[^/]*$/, "") || "/");
      const [age, expires] = [of("max-age"), of("expires")];
      const isGone = age === undefined ? expires !== undefined && Date.parse(expires) <= Date.now() : Number(age) <= 0;
      if (isGone) jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { name, value: pair.slice(name.length + 1), path });
    }
  }

  private async pressOne(found: Element[], button: Name): Promise<this> {
    const [pressed, ...others] = found.filter(isButton);
    if (!pressed || others.length > 0) throw this.missing("button", button, this.elements(buttons).filter(isButton), found.length);
    if (isDisabled(pressed)) throw new Error(`The button ${button} is disabled`);
    const form = ownerOf(pressed);
    if (!form || !submits(pressed)) throw new Error(`The button ${button} does nothing without script`);
    return this.submit(form, pressed);
  }

  private async submit(form: Element, button?: Element): Promise<this> {
    const of = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name);
    if (!form.hasAttribute("novalidate") && !button?.hasAttribute("formnovalidate")) this.validate(form);
    const action = new URL(of("action") || this.url, this.url);
    const entries = this.entriesOf(form, button);
    const texts = entries.map(([name, value]): [string, string] => [withCrlf(name), withCrlf(value instanceof File ? value.name : value)]);
    if (of("method")?.toLowerCase() !== "post") {
      action.search = new URLSearchParams(texts).toString();
      return this.navigate(action, { method: "GET", from: this.url });
    }
    const body =
      of("enctype") === "multipart/form-data"
        ? await multipart(entries)
        : { type: "application/x-www-form-urlencoded", content: Buffer.from(new URLSearchParams(texts).toString()) };
    return this.navigate(action, { method: "POST", body, from: this.url });
  }

  /** The form's successful controls, in the order of the page. */
  private entriesOf(form: Element, button?: Element): [string, string | File][] {
    return this.elements("input, select, textarea, button").flatMap((control): [string, string | File][] => {
      const name = control.getAttribute("name");
      const type = typeOf(control);
      if (ownerOf(control) !== form || isDisabled(control) || control.closest("datalist")) return [];
      if (type === "image") return control === button ? ["x", "y"].map((axis) => [name ? `${name}.${axis}` : axis, "0"]) : [];
      if (!name || (isButton(control) && control !== button)) return [];
      if (control.localName === "select") return this.optionsOf(control).map((option) => [name, valueOfOption(option)]);
      if (type === "checkbox" || type === "radio") return this.isOn(control) ? [[name, control.getAttribute("value") ?? "on"]] : [];
      if (type === "file") return (this.files.get(control) ?? [new File([], "")]).map((file) => [name, file]);
      return [[name, this.valueOf(control)]];
    });
  }

  /** Throws where a browser would refuse to submit. */
  private validate(form: Element): void {
    for (const control of this.elements(fields)) {
      if (!isField(control) || ownerOf(control) !== form || isDisabled(control) || control.hasAttribute("readonly")) continue;
      const type = typeOf(control);
      const group = this.elements(`input[type=${type}]`).filter((one) => isSameGroup(one, control));
      const isEmpty =
        type === "checkbox" || type === "radio"
          ? ![control, ...group].some((one) => this.isOn(one))
          : type === "file"
            ? !this.files.get(control)?.length
            : control.localName === "select"
              ? !this.optionsOf(control).some(valueOfOption)
              : !this.valueOf(control);
      if (control.hasAttribute("required") && isEmpty) throw new Error(`${this.nameOf(control)} is required`);
      const longest = Number(control.getAttribute("maxlength") ?? Number.POSITIVE_INFINITY);
      if (this.typed.has(control) && this.valueOf(control).length > longest) throw new Error(`${this.nameOf(control)} is too long`);
    }
  }

  private toggle(label: Name, isOn: boolean, within: Within): this {
    const field = this.usable(label, within);
    const type = typeOf(field);
    if (type !== "checkbox" && type !== "radio") throw new Error(`${label} is neither a checkbox nor a radio button`);
    if (type === "radio") {
      if (!isOn) throw new Error(`The radio button ${label} can only be left by choosing another`);
      for (const other of this.elements("input[type=radio]")) if (isSameGroup(other, field)) this.chosen.set(other, false);
    }
    this.chosen.set(field, isOn);
    return this;
  }

  private isOn(control: Element): boolean {
    const isOn = this.chosen.get(control) ?? control.hasAttribute("checked");
    if (!isOn || typeOf(control) !== "radio" || this.chosen.has(control)) return isOn;
    // If the page has checked several radio buttons of a group, the last one is on.
    const others = this.elements("input[type=radio][checked]").filter((one) => isSameGroup(one, control));
    return others.at(-1) === control;
  }

  private optionsOf(field: Element): Element[] {
    const all = [...field.querySelectorAll("option")];
    const selected = all.filter((option) => this.chosen.get(option) ?? option.hasAttribute("selected"));
    const shown = field.hasAttribute("multiple") ? selected : selected.slice(-1);
    const first = Number(field.getAttribute("size") ?? 1) > 1 ? undefined : all.find((option) => !isDisabledOption(option));
    if (shown.length === 0 && !field.hasAttribute("multiple") && first) return [first];
    return shown.filter((option) => !isDisabledOption(option));
  }

  private valueOf(control: Element): string {
    const typed = this.typed.get(control);
    if (typed !== undefined) return typed;
    return control.localName === "textarea" ? (control.textContent ?? "") : (control.getAttribute("value") ?? "");
  }

  private usable(label: Name, within: Within): Element {
    const field = this.field(label, within);
    if (isDisabled(field)) throw new Error(`${label} is disabled`);
    return field;
  }

  private field(label: Name, within: Within): Element {
    const found = this.named(fields, label, within).filter(isField);
    const [field] = found;
    if (!field || found.length > 1) throw this.missing("field", label, this.elements(fields).filter(isField), found.length);
    return field;
  }

  private elements(selector: string): Element[] {
    return [...this.document.querySelectorAll(selector)];
  }

  private named(selector: string, name: Name, within: Within): Element[] {
    const found = this.parts(within).flatMap((part) => [...part.querySelectorAll(selector)]);
    return found.filter((one) => matches(this.nameOf(one), name) && isShown(one));
  }

  private parts(within: Within): Element[] {
    if (within === undefined) return this.document.body ? [this.document.body] : [];
    const all = [
      ...this.document.querySelectorAll(
        "[role], [aria-label], [aria-labelledby], fieldset, details, article, tr, li, header, main, footer",
      ),
    ].filter(isShown);
    const parts = all.filter((one) => {
      if (/^(article|tr|li)$/.test(one.localName))
        return typeof within === "string" ? textOf(one).includes(within) : within.test(textOf(one));
      const caption = one.querySelector(":scope > legend, :scope > summary");
      return matches(caption ? textOf(caption) : this.labelOf(one) || one.localName, within);
    });
    if (parts.length === 0) throw new Error(`${this.path} has no part ${within}`);
    return parts.filter((part) => !parts.some((other) => other !== part && part.contains(other)));
  }

  /** The accessible name. */
  private nameOf(element: Element): string {
    const given = this.labelOf(element);
    if (given || !isField(element)) return given || textOf(element) || (element.getAttribute("value") ?? "");
    const labels = clean((this.labels.get(element) ?? []).map(textOf).join(" "));
    return labels || (element.getAttribute("title") ?? element.getAttribute("placeholder") ?? "");
  }

  private labelOf(element: Element): string {
    return this.textsOf(element.getAttribute("aria-labelledby")) || clean(element.getAttribute("aria-label") ?? "");
  }

  private textsOf(ids: string | null): string {
    const elements = (ids ?? "").split(/\s+/).map((id) => (id ? this.document.getElementById(id) : null));
    return clean(elements.map((one) => (one ? textOf(one) : "")).join(" "));
  }

  private missing(what: string, name: Name, offered: Element[], found: number): Error {
    const names = new Set(offered.filter(isShown).map((one) => this.nameOf(one).slice(0, 80)));
    return new Error(`${this.path} (${this.status}) has ${found} ${what}s ${name}, and these: ${[...names].join(" | ").slice(0, 1500)}`);
  }
}

/** `FormData` would leave out the names of files that nobody chose. */
async function multipart(entries: [string, string | File][]): Promise<{ type: string; content: Buffer }> {
  const boundary = `----visitor${randomUUID()}`;
  const quoted = (name: string) => `"${name.replace(/["\r\n]/g, encodeURIComponent)}"`;
  const parts = await Promise.all(
    entries.map(async ([name, value]) => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(withCrlf(name))}`;
      if (!(value instanceof File)) return Buffer.from(`${head}\r\n\r\n${withCrlf(value)}\r\n`);
      const type = value.type || "application/octet-stream";
      const content = Buffer.from(await value.arrayBuffer());
      return Buffer.concat([
        Buffer.from(`${head}; filename=${quoted(value.name)}\r\nContent-Type: ${type}\r\n\r\n`),
        content,
        Buffer.from("\r\n"),
      ]);
    }),
  );
  return { type: `multipart/form-data; boundary=${boundary}`, content: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) };
}

/** Parses a page, and adds what linkedom leaves out. */
function parsePage(html: string): Document {
  const { document } = parseHTML(html) as { document: Document };
  for (const element of document.querySelectorAll("*"))
    for (const { name, value } of [...element.attributes]) if (name !== name.toLowerCase()) element.setAttribute(name.toLowerCase(), value);
  for (const area of document.querySelectorAll("textarea")) {
    const decoded = parseHTML(`<p>${(area.textContent ?? "").replaceAll("<", "&lt;")}</p>`).document.querySelector("p")?.textContent ?? "";
    area.textContent = decoded.replaceAll("\r\n", "\n").replace(/^\n/, "");
  }
  return document;
}

/** The labels of each field. */
function labelsIn(document: Document): Map<Element, Element[]> {
  const byId = new Map([...document.querySelectorAll("[id]")].map((one) => [one.id, one]));
  const labels = new Map<Element, Element[]>();
  for (const label of document.querySelectorAll("label")) {
    const field = label.hasAttribute("for") ? byId.get(label.getAttribute("for") ?? "") : [...label.querySelectorAll(fields)].find(isField);
    if (field) labels.set(field, [...(labels.get(field) ?? []), label]);
  }
  return labels;
}

const isButton = (control: Element): boolean =>
  control.localName === "button" || (control.localName === "input" && /^(submit|image|reset|button)$/.test(typeOf(control)));
const submits = (control: Element): boolean => isButton(control) && /^(submit|image)$/.test(typeOf(control));
const isField = (control: Element): boolean =>
  /^(input|select|textarea)$/.test(control.localName) && !isButton(control) && typeOf(control) !== "hidden";

const typeOf = (control: Element): string =>
  control.getAttribute("type")?.toLowerCase() ?? (control.localName === "button" ? "submit" : "text");

function ownerOf(control: Element): Element | null {
  const id = control.getAttribute("form");
  if (id === null) return control.closest("form");
  const owner = control.ownerDocument.getElementById(id);
  return owner?.localName === "form" ? owner : null;
}

const isSameGroup = (one: Element, other: Element): boolean =>
  one.getAttribute("name") === other.getAttribute("name") && ownerOf(one) === ownerOf(other);

/** Disabled itself or by a fieldset, unless it is in the fieldset's first legend. */
function isDisabled(control: Element): boolean {
  if (control.hasAttribute("disabled")) return true;
  for (let set = control.closest("fieldset[disabled]"); set; set = set.parentElement?.closest("fieldset[disabled]") ?? null)
    if (!set.querySelector(":scope > legend")?.contains(control)) return true;
  return false;
}

const isDisabledOption = (option: Element) => option.hasAttribute("disabled") || option.closest("optgroup[disabled]") !== null;
const valueOfOption = (option: Element) => option.getAttribute("value") ?? textOf(option);

/** Faster than `closest`, whose selector linkedom compiles each time. */
function isShown(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (one.hasAttribute("hidden") || one.hasAttribute("inert") || one.localName === "template") return false;
  return true;
}
const isBelow = (path: string, folder: string) => path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
const withCrlf = (text: string) => text.replace(/\r\n?|\n/g, "\r\n");

/** Without soft hyphens, and with single spaces. */
const clean = (text: string) => text.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();

function matches(text: string, wanted: Name): boolean {
  return typeof wanted === "string" ? text === wanted : wanted.test(text);
}

function textOf(element: Element): string {
  const read = (node: Node): string => {
    if (node.nodeType === 3) return node.nodeValue ?? "";
    if (node.nodeType !== 1) return "";
    const one = node as Element;
    if (/^(script|style|template|textarea|head)$/.test(one.localName) || one.getAttribute("aria-hidden") === "true") return "";
    if (one !== element && (one.hasAttribute("hidden") || one.hasAttribute("inert") || one.localName === "select")) return "";
    if (one.localName === "img") return one.getAttribute("alt") ?? "";
    const text = [...one.childNodes].map(read).join("");
    return inline.test(one.localName) ? text : ` ${text} `;
  };
  return clean(read(element));
}
