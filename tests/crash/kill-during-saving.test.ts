import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeApi, fetchApi } from "../../api/fetch.server";
import { newWord } from "../support/crash/mixed-writes";
import { type ServedProduct, startProduct } from "../support/served-product";
import { freshDatabase } from "../support/template";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-saving-"));
  await freshDatabase("embedded", dataDir);
});
afterAll(async () => {
  await closeApi();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

/** An article as Jana typed it; `word` occurs nowhere else. */
interface Typed {
  form: URLSearchParams;
  title: string;
  word: string;
  confirmed: boolean;
}

const typed: Typed[] = [];

/** Opens the form of a new article with its key, and fills it in. */
async function fillForm(product: ServedProduct, cookie: string): Promise<Typed> {
  const html = await (await product.ask("/stream/contents/new?mode=manual", { cookie })).text();
  const [, key] = /name="key" value="([^"]+)"/.exec(html) ?? [];
  const [, folderId] = /<option value="([^"]+)">Ausbau Nordkorridor</.exec(html) ?? [];
  if (!key || !folderId) throw new Error("the form is not there");
  const word = newWord();
  const title = `Absturz ${typed.length + 1} ${word}`;
  const form = new URLSearchParams({
    title,
    body: `Erster Absatz mit ${word}.\n\n${"Zweiter Absatz. ".repeat(Math.floor(Math.random() * 600))}`,
    folderId,
    publishedAt: "2026-03-01",
    newTags: `Absturz, ${word}`,
    countries: "DE",
    shareable: "on",
    external: "on",
    priority: "normal",
    key,
  });
  const article = { form, title, word, confirmed: false };
  typed.push(article);
  return article;
}

/** Posts a form; confirmed if the response redirects to the list. */
async function save(product: ServedProduct, cookie: string, article: Typed): Promise<void> {
  const answer = await product.ask("/stream/contents/new", { method: "POST", body: article.form, cookie });
  if (answer.status !== 302) throw new Error(`saving answered ${answer.status}`);
  article.confirmed = true;
}

/** Saves one article after the other until the product is gone; every third form is sent twice at once. */
async function saveUntilKilled(product: ServedProduct, cookie: string, killed: AbortSignal): Promise<void> {
  try {
    for (;;) {
      const article = await fillForm(product, cookie);
      const twice = typed.length % 3 === 0;
      await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => save(product, cookie, article)));
    }
  } catch (error) {
    if (!killed.aborted) throw error;
  }
}

/** Titles of Jana's articles in the stream, newest first, until all of these are found or the stream ends. */
async function titlesInStream(product: ServedProduct, cookie: string, wanted: string[]): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 1; wanted.some((title) => !titles.includes(title)); page += 1) {
    const html = await (await product.ask(`/stream?page=${page}&layout=list`, { cookie })).text();
    const found = [...html.replace(/<script[\s\S]*?<\/script>/g, "").matchAll(/>(Absturz \d+ [a-z]{14})</g)].map(([, title = ""]) => title);
    if (found.length === 0) break;
    titles.push(...found);
  }
  return titles;
}

interface Content {
  id: string;
  title: string;
  body: string;
  tags: { name: string }[];
  countries: { code: string }[];
  comments_count: number;
}

/** The API on the data of the killed product. */
async function ask<T>(path: string, token: string): Promise<T> {
  const response = await fetchApi(new Request(`http://api.test${path}`, { headers: { Authorization: `Bearer ${token}` } }));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

const contentIds = async (query: string, token: string) => {
  const ids: string[] = [];
  for (let page: number | null = 1; page; ) {
    const list: { entries: { id: string }[]; meta: { next_page: number | null } } = await ask(
      `/contents?per_page=100&page=${page}&${query}`,
      token,
    );
    ids.push(...list.entries.map(({ id }) => id));
    page = list.meta.next_page;
  }
  return ids;
};

test(
  `no article that was confirmed is lost, halved or doubled over ${ROUNDS} kills while Jana saves`,
  async () => {
    let cookie = "";
    let first = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const product = await startProduct({ dataDir, environment: { LOG_LEVEL: "error", DEMO: "0" } });
      cookie ||= await product.signIn("jana");

      const wanted = typed.slice(first).flatMap(({ confirmed, title }) => (confirmed ? [title] : []));
      const shown = await titlesInStream(product, cookie, wanted);
      expect(wanted.filter((title) => !shown.includes(title))).toEqual([]);
      expect(shown.length).toBe(new Set(shown).size);
      // People who saw no response send the form again: it is the same article, saved or not.
      for (const article of typed.filter(({ confirmed }) => !confirmed)) await save(product, cookie, article);

      first = typed.length;
      const killed = new AbortController();
      const before = typed.filter(({ confirmed }) => confirmed).length;
      const saving = Promise.all([1, 2, 3, 4].map(() => saveUntilKilled(product, cookie, killed.signal)));
      await vi.waitUntil(() => typed.filter(({ confirmed }) => confirmed).length > before, { timeout: 30_000 });
      // Sleeps: the moment of the kill varies.
      await sleep(Math.random() * 700);
      killed.abort();
      expect(await product.end("SIGKILL")).toEqual([null, "SIGKILL"]);
      await saving;
    }

    vi.stubEnv("DATA_DIR", dataDir);
    vi.stubEnv("LOG_LEVEL", "error");
    vi.stubEnv("DEMO", "0");
    const token = decodeURIComponent(cookie.slice("authToken=".length));
    const ids = await contentIds("tags=absturz", token);
    const articles = await Promise.all(ids.map((id) => ask<Content>(`/contents/${id}`, token)));
    const byTitle = new Map(articles.map((article) => [article.title, article]));

    const lost = typed.filter(({ confirmed, title }) => confirmed && !byTitle.has(title));
    expect(lost.map(({ title }) => title)).toEqual([]);
    expect(articles.length, "none is doubled").toBe(byTitle.size);
    for (const { title, word } of typed) {
      const article = byTitle.get(title);
      // Without a response, an article may exist or not, but never in part.
      expect(await contentIds(`term=${word}`, token)).toEqual(article ? [article.id] : []);
      if (!article) continue;
      expect(article.tags.map(({ name }) => name).sort()).toEqual(["Absturz", word].sort());
      expect(article.countries.map(({ code }) => code)).toEqual(["DE"]);
      expect(article.body).toContain(word);
    }
    const folders = await ask<{ id: string; contents_count: number }[]>("/folders", token);
    for (const { id, contents_count } of folders) expect(contents_count).toBe((await contentIds(`folder_ids=${id}`, token)).length);
  },
  60_000 + ROUNDS * 60_000,
);
