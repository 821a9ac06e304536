import { parseHTML } from "linkedom";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BreakableProxy } from "../../support/breakable-proxy";
import { addressOf, type Form, formsOf, mountedRoutes, signatureOf, signsOut } from "../../support/page-forms";
import { type SeededProduct, startSeededProduct } from "../../support/seeded-product";

/** Forms of every page that have a field to type into, with canaries in those fields, by module and signature. */
const forms = new Map<string, Form & { cookie: string }>();
let furnished: SeededProduct;
let proxy: BreakableProxy;

const isSecret = (name: string) => /password/i.test(name);

/** A recognisable text that is valid in its field. */
function canaryFor(name: string, value: string): string {
  if (/^https?:/.test(value)) return `https://zeitung.example/kanarienvogel-${name.toLowerCase()}`;
  if (value.includes("@") || /email(Addresses|Confirmation)?$|previewRecipients/i.test(name)) return "kanarienvogel@partner.example";
  if (/^\d{4}-\d\d-\d\d/.test(value) || /^#/.test(value)) return value;
  return name === "phone" ? "+49 30 4711" : `Kanarienvogel-${name}`;
}

beforeAll(async () => {
  furnished = await startSeededProduct(["anna", "jana"], { proxied: true });
  if (!furnished.proxy) throw new Error("no proxy");
  proxy = furnished.proxy;
  const routes = await mountedRoutes();
  const moduleAt = new Map(routes.map(({ pattern, file }) => [addressOf(pattern, furnished.own), file]));
  for (const [path] of new Map([...moduleAt].map(([path, file]) => [file, [path]])).values()) {
    for (const cookie of path === signsOut ? [] : [furnished.cookieOf("anna"), ""]) {
      const page = await furnished.product.ask(path ?? "", { cookie });
      if (page.status !== 200 || !page.headers.get("Content-Type")?.includes("html")) continue;
      for (const form of formsOf(await page.text(), path ?? "")) {
        if (!form.typed.some((name) => !isSecret(name)) || form.action.startsWith("/playground")) continue;
        const fields = form.fields.map(([name, value]): [string, string] =>
          form.typed.includes(name) && !isSecret(name) ? [name, canaryFor(name, value)] : [name, value],
        );
        const module = moduleAt.get(form.action.split("?")[0] ?? "") ?? form.action;
        forms.set(`${module} ${signatureOf({ ...form, action: "" })}`, { ...form, fields, cookie });
      }
    }
  }
}, 600_000);
afterEach(() => proxy.mend());
afterAll(() => furnished.close());

/** The values of a page's visible controls, and whether a button can post them. */
function readControls(html: string) {
  const { document } = parseHTML(html);
  const controls = [
    ...document.querySelectorAll("main input, main textarea, dialog input, dialog textarea, [role=dialog] input, [role=dialog] textarea"),
  ];
  const shown = controls.filter((control) => control.getAttribute("type") !== "hidden");
  return {
    texts: shown.map((control) => (control.localName === "textarea" ? control.textContent : control.getAttribute("value")) ?? ""),
    hasButton:
      document.querySelector("main form[method=post] button, [role=dialog] form[method=post] button, dialog form[method=post] button") !==
      null,
    hasLink: document.querySelector("main a[href]") !== null,
  };
}

interface Outcome {
  form: string;
  status: number;
  retryAfter: string | null;
  lost: string[];
  hasButton: boolean;
  hasLink: boolean;
}

/** Posts every form while the calls returned by `begin` fail; skips forms that make no such call, such as steps that only redirect. */
async function postAll(begin: () => (call: string) => boolean, breakdown: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [form, { action, fields, typed, cookie }] of forms) {
    let isMet = false;
    const isBroken = begin();
    proxy.break((call) => {
      const breaks = isBroken(call);
      isMet ||= breaks;
      return breaks;
    }, breakdown);
    const post = (to: string) =>
      furnished.product.ask(to, { method: "POST", body: new URLSearchParams(fields), cookie: `${cookie}; currentLocale=de` });
    let answer = await post(action);
    if (answer.status === 307) answer = await post(answer.headers.get("Location") ?? "");
    const html = await answer.text();
    proxy.mend();
    const { texts, ...controls } = readControls(html);
    const isLost = ([name, value]: [string, string]) =>
      typed.includes(name) &&
      !isSecret(name) &&
      !texts.some((text) => text.includes(value) || (name === "workspace" && text.includes(value.toLowerCase())));
    const isTold = ([name, value]: [string, string]) => isSecret(name) && html.includes(value);
    const lost = [...fields.filter(isLost), ...fields.filter(isTold)].map(([name]) => name);
    if (isMet) outcomes.push({ form, status: answer.status, retryAfter: answer.headers.get("Retry-After"), lost, ...controls });
  }
  expect(outcomes.length).toBeGreaterThan(20);
  return outcomes;
}

const isWrite = (call: string) => /^(POST|PUT|DELETE) /.test(call);

/** From the first write on. */
function afterFirstWrite(): (call: string) => boolean {
  let isBroken = false;
  return (call) => {
    isBroken ||= isWrite(call);
    return isBroken;
  };
}

test("There are forms of all kinds", () => {
  expect(forms.size).toBeGreaterThan(20);
  for (const part of [
    "article-new",
    "article-show",
    "newsletter-title",
    "folder-new",
    "team-settings",
    "account/profile",
    "invitation-new",
  ])
    expect(
      [...forms.keys()].some((name) => name.includes(part)),
      part,
    ).toBe(true);
});

describe("Nothing typed is lost, and the page says when to try again", () => {
  test.each<[string, () => (call: string) => boolean]>([
    ["the write fails", () => isWrite],
    ["every call fails from the write on", afterFirstWrite],
    ["every call fails", () => () => true],
  ])(
    "while %s",
    async (_, calls) => {
      const outcomes = await postAll(calls, 503);
      const wrong = outcomes.filter(
        ({ status, lost, hasButton, retryAfter }) =>
          ![503, 422].includes(status) || lost.length > 0 || !hasButton || (status === 503 && !retryAfter),
      );
      expect(wrong).toEqual([]);
    },
    300_000,
  );

  test.each([404, 403])(
    "while the API answers the write with %i",
    async (status) => {
      const outcomes = await postAll(() => isWrite, status);
      const wrong = outcomes.filter(
        // 502: an API without calls for new folders or password resets is broken.
        (outcome) => ![status, 422, 502].includes(outcome.status) || outcome.lost.length > 0 || !(outcome.hasButton || outcome.hasLink),
      );
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});

describe("An article that is gone", () => {
  const post = async (html: string, file?: File) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      title: "Brücke",
      body: html,
      bodyFormat: "html",
      folderId: furnished.own.folder,
      newTags: "Gleis",
    }))
      form.append(name, value);
    form.append("publishedAt", "2026-03-01");
    if (file) form.append("files", file);
    const path = `/stream/contents/${crypto.randomUUID()}/edit`;
    return furnished.product.ask(path, { method: "POST", body: form, cookie: `${furnished.cookieOf("anna")}; currentLocale=de` });
  };

  test("offers its text to read, and saves it as a new one with all its markup", async () => {
    const answer = await post("<p>Die <b>Brücke</b> wird ersetzt.</p>", new File(["x"], "plan.txt"));
    const html = await answer.text();
    expect(answer.status).toBe(404);
    const { document } = parseHTML(html);
    expect(document.querySelector("main h1")?.textContent).toBe("Ihre Eingaben wurden nicht gespeichert");
    expect(document.querySelector("main p")?.textContent).toContain("oder Sie können ihn nicht mehr sehen");
    expect(document.querySelector("main p")?.textContent).toContain("Dateien konnten nicht aufbewahrt werden");
    expect(document.querySelector("main textarea")?.textContent).toBe("Die **Brücke** wird ersetzt.");
    const [form] = formsOf(html, "/").filter(({ action }) => action.endsWith("/contents/new"));
    expect(form?.fields).toContainEqual(["body", "<p>Die <b>Brücke</b> wird ersetzt.</p>"]);
    const saved = await furnished.product.ask(form?.action ?? "", {
      method: "POST",
      body: new URLSearchParams(form?.fields),
      cookie: furnished.cookieOf("anna"),
    });
    expect(saved.status).toBe(302);
  });

  test("is an error page with its status where the form was only wrong, and the page is gone", async () => {
    const answer = await furnished.product.ask(`/contents/${crypto.randomUUID()}`, {
      method: "POST",
      body: new URLSearchParams({ body: "x".repeat(60_000) }),
      cookie: `${furnished.cookieOf("anna")}; currentLocale=de`,
    });
    expect(answer.status).toBe(404);
    expect(readControls(await answer.text()).texts).toContain("x".repeat(60_000));
  });

  test("returns a long one that came with files as well", async () => {
    const text = "äöüß".repeat(47_000);
    const answer = await post(`<p>${text}</p>`, new File(["x"], "plan.txt"));
    expect(answer.status).toBe(404);
    expect(Buffer.byteLength(text)).toBeGreaterThan(250_000);
    expect(readControls(await answer.text()).texts).toContain(text);
  });

  test("repeats no form that is larger than any article", async () => {
    const answer = await post("x".repeat(1_100_000));
    expect(answer.status).toBe(404);
    expect(readControls(await answer.text()).texts).toEqual([]);
  });
});

test("A team that was deleted while somebody typed into it returns what was typed", async () => {
  const cookie = `${furnished.cookieOf("anna")}; currentLocale=de`;
  const post = (path: string, fields: Record<string, string>) =>
    furnished.product.ask(path, { method: "POST", body: new URLSearchParams(fields), cookie });
  const read = async (path: string) => formsOf(await (await furnished.product.ask(path, { cookie })).text(), path);
  const made = await post("/teams/new", { name: "Gleisbau", key: crypto.randomUUID() });
  const [team] = /[\da-f-]{36}/.exec(made.headers.get("Location") ?? "") ?? [];
  const form = (await read(`/team/${team}/settings`)).find(({ typed }) => typed.includes("name"));
  const deletion = (await read(`/team/${team}/settings/delete`)).find(({ action }) => action.includes("delete"));
  expect((await post(deletion?.action ?? "", Object.fromEntries(deletion?.fields ?? []))).status).toBe(302);
  const answer = await post(form?.action ?? "", { ...Object.fromEntries(form?.fields ?? []), name: "Kanarienvogel im Team" });
  const html = await answer.text();
  expect(answer.status).toBe(404);
  const { texts, hasLink } = readControls(html);
  expect([texts.includes("Kanarienvogel im Team"), hasLink]).toEqual([true, true]);
});

test("What another site posts to unsubscribe is not repeated on the error page", async () => {
  proxy.break(() => true, 503);
  const body = new URLSearchParams({ title: "Kanarienvogel", body: "Kanarienvogel" });
  const headers = { "Sec-Fetch-Site": "cross-site" };
  const answer = await furnished.product.ask("/unsubscribe/contents", {
    method: "POST",
    body,
    headers,
    cookie: furnished.cookieOf("anna"),
  });
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain("Kanarienvogel");
});

describe("What another app shares", () => {
  const texts = {
    title: "Kanarienvogel",
    text: `Kanarienvogel ${"lang ".repeat(2_000).trim()}`,
    url: "https://zeitung.example/kanarienvogel",
  };
  const share = () => {
    const body = new FormData();
    for (const [name, text] of Object.entries(texts)) body.append(name, text);
    body.append("files", new File(["%PDF-1.7"], "plan.pdf", { type: "application/pdf" }));
    const headers = { "Sec-Fetch-Site": "none" };
    return furnished.product.ask("/stream/share", {
      method: "POST",
      body,
      headers,
      cookie: `${furnished.cookieOf("anna")}; currentLocale=de`,
    });
  };

  test("is in the form, with the lost file, while files cannot be kept", async () => {
    proxy.break((call) => call.startsWith("POST /uploads"), 503);
    const answer = await share();
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain("„plan.pdf“");
    const { texts: shown } = readControls(html);
    for (const text of [texts.title, texts.text, texts.url]) expect(shown).toContain(text);
  });

  test.each([
    ["every call fails", () => true],
    ["its folders cannot be listed", (call: string) => call.startsWith("GET /folders")],
  ])("can be sent again while %s", async (_, isBroken) => {
    proxy.break(isBroken, 503);
    const answer = await share();
    const html = await answer.text();
    proxy.mend();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(html).toContain("Dateien konnten nicht aufbewahrt werden");
    const form = formsOf(html, "/").find(({ action }) => action === "/stream/share");
    expect(Object.fromEntries(form?.fields ?? [])).toMatchObject(texts);
    const body = new URLSearchParams(form?.fields);
    const again = await furnished.product.ask("/stream/share", { method: "POST", body, cookie: furnished.cookieOf("anna") });
    expect(again.status).toBe(200);
    expect(readControls(await again.text()).texts).toContain(texts.text);
  });
});

describe("A route that answers JSON", () => {
  const draft = () => addressOf("/:product/:folderId/mailings/:newsletterId/draft", furnished.own);
  const body = { step: "title", subject: "Kanarienvogel", introText: "Guten Tag", lockVersion: "1" };
  const save = () =>
    furnished.product.ask(draft(), {
      method: "POST",
      body: new URLSearchParams(body),
      cookie: `${furnished.cookieOf("anna")}; currentLocale=de`,
    });
  const ask = (path: string) => furnished.product.ask(path, { cookie: furnished.cookieOf("anna") });

  test.each([
    ["the save", isWrite],
    ["everything", () => true],
  ])("says in JSON when to try again while %s fails", async (_, calls) => {
    proxy.break(calls, 503);
    const answers = [
      await save(),
      ...(calls("GET /") ? [await ask("/sources?name=x"), await ask("/duplicates?url=https://a.example")] : []),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await answer.json()).toEqual({ kind: "failed", message: expect.any(String), requestId: answer.headers.get("X-Request-Id") });
    }
  });

  test("says so of a draft that is gone", async () => {
    proxy.break(isWrite, 404);
    const answer = await save();
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ kind: "failed", message: "Seite nicht gefunden" });
  });
});

test("No line of the log has anything that was typed", () => {
  expect(furnished.product.lines.filter((line) => /Kanarienvogel/i.test(line))).toEqual([]);
});
