import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, vi } from "vitest";
import { readConfig } from "../../../api/config";
import { inTransaction } from "../../../api/db/pool";
import { reindexArticles } from "../../../api/db/search/article-search";
import { facetsOfArticle } from "../../../api/db/search/facets";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";
import { type Form, formsOf } from "../page-forms";
import type { ServedProduct } from "../served-product";
import { untilKill } from "./kills";

/** Runs a statement on the product's database, which may have to be running. */
export type Ask = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** One write and its result. Without a response it may have been done or not, but never in part. */
interface Claim {
  kind: "article" | "comment" | "copy" | "tag" | "folder";
  /** Occurs only in what was written. */
  word: string;
  isConfirmed: boolean;
  /** Contents of its files. */
  files: string[];
}

/** Versions of something that is changed repeatedly: the last confirmed one, and the last one sent. */
interface Versions {
  confirmed: number;
  sent: number;
}

/** Required by forms, but not filled in here. */
const optional = ["sourceUrl", "fileUrls", "author", "sourceName"];

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

let words = 0;
/** Another word on each call, without similar words, so that search does not correct it. The same ones in each run. */
export function newWord(): string {
  words += 1;
  return [...createHash("sha256").update(`${words}`).digest().subarray(0, 14)]
    .map((byte) => String.fromCharCode(97 + (byte % 26)))
    .join("");
}

/** A page or form got an unexpected response. */
class NotConfirmed extends Error {
  constructor(
    readonly status: number,
    path: string,
    html: string,
  ) {
    super(`${path}: ${status} ${html.replace(/<[^>]*>/g, " ").slice(0, 1_500)}`);
  }
}

/** People of the demo workspace who write concurrently through the forms, and what must exist afterwards. */
export class MixedWrites {
  readonly claims: Claim[] = [];
  private readonly profile: Versions = { confirmed: 0, sent: 0 };
  private readonly edited: Versions = { confirmed: 0, sent: 0 };
  private editedId: string | undefined;
  private cookies = new Map<string, string>();

  /** Lets everybody write until `end` stops the product, some time after each got a confirmation; `end` resolves when it is gone. */
  async writeUntil(product: ServedProduct, round: number, end: () => Promise<unknown>): Promise<void> {
    await this.prepare(product);
    const ended = new AbortController();
    const done = new Set<string>();
    const failures: unknown[] = [];
    const workers = this.kindsOfWork.map(async ([name, write]) => {
      try {
        while (!ended.signal.aborted) {
          await write(product);
          done.add(name);
        }
      } catch (error) {
        if (!ended.signal.aborted) failures.push(error);
      }
    });
    await vi.waitUntil(() => failures.length > 0 || done.size === this.kindsOfWork.length, { timeout: 120_000 });
    await untilKill(round);
    ended.abort();
    await end();
    await Promise.all(workers);
    if (failures.length > 0) throw failures[0];
  }

  /** Signs in the writers and files the article to edit. Sessions must survive restarts. */
  async prepare(product: ServedProduct): Promise<void> {
    for (const person of ["jana", "tobias", "anna"]) if (!this.cookies.has(person)) this.cookies.set(person, await product.signIn(person));
    this.editedId ??= await this.fileEdited(product);
  }

  /** Lets everybody write until `ended` is aborted, whatever happens to the product. Resolves with the unconfirmed writes by status or "no answer". */
  async writeThrough(product: ServedProduct, ended: AbortSignal): Promise<Map<string, number>> {
    const unconfirmed = new Map<string, number>();
    const workers = this.kindsOfWork.map(async ([, write]) => {
      while (!ended.aborted) {
        await write(product).catch((error: unknown) => {
          const cause = error instanceof NotConfirmed ? String(error.status) : "no answer";
          unconfirmed.set(cause, (unconfirmed.get(cause) ?? 0) + 1);
        });
        // Sleeps: people pause between two writes.
        await sleep(200 + ((this.claims.length * 137) % 800));
      }
    });
    await Promise.all(workers);
    return unconfirmed;
  }

  private readonly kindsOfWork: [string, (product: ServedProduct) => Promise<void>][] = [
    ["article", (p) => this.fileArticle(p)],
    ["edit", (p) => this.editArticle(p)],
    ["comment", (p) => this.comment(p)],
    ["copy", (p) => this.copy(p)],
    ["profile", (p) => this.changeProfile(p)],
    ["tag and folder", (p) => this.makeTagAndFolder(p)],
  ];

  /** Number of confirmed writes. */
  get confirmed(): number {
    return this.claims.filter(({ isConfirmed }) => isConfirmed).length + this.profile.confirmed + this.edited.confirmed;
  }

  /** Opens a page with a form as a person, and posts it with these fields; resolves once it is confirmed. */
  private async send(
    product: ServedProduct,
    person: string,
    path: string,
    isWanted: (form: Form) => boolean,
    fill: (form: FormData, choose: (label: string) => string) => void,
    { twice = false } = {},
  ): Promise<void> {
    const cookie = this.cookies.get(person) ?? "";
    const page = await product.ask(path, { cookie });
    const html = await page.text();
    if (page.status !== 200) throw new NotConfirmed(page.status, path, html);
    const form = formsOf(html, path).find(isWanted);
    if (!form) throw new Error(`${path} has no such form`);
    const body = new FormData();
    for (const [name, value] of form.fields) if (!optional.includes(name)) body.append(name, value);
    fill(body, (label) => new RegExp(`<option value="([^"]+)"[^>]*>${label}<`).exec(html)?.[1] ?? "");
    const post = async () => {
      const answer = await product.ask(form.action, { method: "POST", body, cookie });
      if (answer.status < 300 || answer.status > 399) throw new NotConfirmed(answer.status, form.action, await answer.text());
    };
    await Promise.all(twice ? [post(), post()] : [post()]);
  }

  private claim(kind: Claim["kind"], files: string[] = [], word = newWord()): Claim {
    const claim = { kind, word, isConfirmed: false, files };
    this.claims.push(claim);
    return claim;
  }

  private async confirm(claim: Claim, write: Promise<void>): Promise<void> {
    await write;
    claim.isConfirmed = true;
  }

  private sendArticle(product: ServedProduct, { word, files }: Pick<Claim, "word" | "files">, options?: { twice: boolean }): Promise<void> {
    return this.send(
      product,
      "jana",
      "/stream/contents/new?mode=manual",
      ({ fields }) => fields.some(([name]) => name === "title"),
      (form, choose) => {
        form.set("folderId", choose("Ausbau Nordkorridor"));
        form.set("title", `Absturz ${word}`);
        form.set("body", `Erster Absatz mit ${word}.\n\n${"Zweiter Absatz. ".repeat((this.claims.length * 37) % 600)}`);
        form.set("newTags", `Absturz, ${word}`);
        form.set("countries", "DE");
        files.forEach((text, n) => {
          form.append("files", new File([text], `${word}-${n}.txt`));
        });
      },
      options,
    );
  }

  private async fileArticle(product: ServedProduct): Promise<void> {
    const filed = this.claims.filter(({ kind }) => kind === "article").length;
    const files = filed % 2 === 0 ? [`${newWord()} `.repeat(3_000), newWord()] : [];
    const claim = this.claim("article", files);
    // Files are attached after the article is saved: sent twice, they would exist twice.
    await this.confirm(claim, this.sendArticle(product, claim, { twice: files.length === 0 && filed % 3 === 0 }));
  }

  /** The article that is edited; all its texts name its version. */
  private async fileEdited(product: ServedProduct): Promise<string> {
    const article = { word: newWord(), files: [] };
    await this.sendArticle(product, article);
    return this.idOf(product, article.word);
  }

  private editArticle(product: ServedProduct): Promise<void> {
    this.edited.sent += 1;
    const version = this.edited.sent;
    const path = `/contents/${this.editedId}/edit`;
    const change = this.send(
      product,
      "jana",
      path,
      ({ fields }) => fields.some(([name]) => name === "lockVersion"),
      (form) => {
        form.delete("tags");
        form.delete("countries");
        form.set("title", `Geändert ${version}`);
        form.set("body", `Stand ${version}`);
        form.set("newTags", `Fassung ${version}, Reihe ${version}`);
        form.set("countries", version % 2 === 0 ? "DE" : "FR");
      },
    );
    return change.then(() => {
      this.edited.confirmed = version;
    });
  }

  private async changeProfile(product: ServedProduct): Promise<void> {
    this.profile.sent += 1;
    const version = this.profile.sent;
    await this.send(
      product,
      "tobias",
      "/settings/profile",
      ({ fields }) => fields.some(([name]) => name === "jobTitle"),
      (form) => {
        form.delete("interests");
        form.set("jobTitle", `Stelle ${version}`);
        form.set("lastName", `Kern ${version}`);
        form.set("newInterests", `Vorliebe ${version}`);
      },
    );
    this.profile.confirmed = version;
  }

  private async comment(product: ServedProduct): Promise<void> {
    const claim = this.claim("comment");
    const path = `/contents/${this.editedId}`;
    const isWanted = ({ fields }: Form) => fields.some(([name]) => name === "body");
    const isTwice = this.claims.length % 3 === 0;
    await this.confirm(
      claim,
      this.send(product, "tobias", path, isWanted, (form) => form.set("body", `Dazu: ${claim.word}`), { twice: isTwice }),
    );
  }

  /** Copies an article with files, if one has not been copied yet. */
  private async copy(product: ServedProduct): Promise<void> {
    const copied = this.claims.filter(({ kind }) => kind === "copy").map(({ word }) => word);
    const original = this.claims.find(
      ({ kind, isConfirmed, files, word }) => kind === "article" && isConfirmed && files.length > 0 && !copied.includes(word),
    );
    if (!original) return sleep(20);
    const id = await this.idOf(product, original.word);
    const claim = this.claim("copy", original.files, original.word);
    const isWanted = ({ fields }: Form) => fields.some(([name]) => name === "key") && fields.some(([name]) => name === "folderId");
    await this.confirm(
      claim,
      this.send(product, "anna", `/contents/${id}/copy`, isWanted, (form, choose) => form.set("folderId", choose("Presseschau"))),
    );
  }

  private async makeTagAndFolder(product: ServedProduct): Promise<void> {
    const named = (name: string) => (form: FormData, choose: (label: string) => string) => {
      form.set("name", name);
      form.set("teamId", choose("Unternehmenskommunikation"));
    };
    const hasName = ({ fields }: Form) => fields.some(([name]) => name === "name");
    const tag = this.claim("tag");
    await this.confirm(tag, this.send(product, "anna", "/client/tags/new", hasName, named(`Schlagwort ${tag.word}`)));
    const folder = this.claim("folder");
    await this.confirm(folder, this.send(product, "anna", "/folda/new", hasName, named(`Mappe ${folder.word}`), { twice: true }));
  }

  private async idOf(product: ServedProduct, word: string): Promise<string> {
    const path = `/search?term=${word}`;
    const page = await product.ask(path, { cookie: this.cookies.get("anna") ?? "" });
    const html = await page.text();
    if (page.status !== 200) throw new NotConfirmed(page.status, path, html);
    const [, id] = /\/contents\/([\da-f-]{36})/.exec(html) ?? [];
    if (!id) throw new Error(`${word} is not found`);
    return id;
  }

  /** Everything that was confirmed exists once; everything else exists or not, but never in part. */
  async expectAllThere(ask: Ask, pathOf: (key: string) => string): Promise<void> {
    const counts = async (kind: Claim["kind"]): Promise<void> => {
      const claims = this.claims.filter((claim) => claim.kind === kind);
      const found = new Map((await ask(countOf[kind])).map(({ word, count }) => [word, Number(count)]));
      for (const { word, isConfirmed } of claims) {
        const count = found.get(word) ?? 0;
        expect([kind, word, count], isConfirmed ? "was confirmed" : "was not answered").toEqual([kind, word, isConfirmed || count ? 1 : 0]);
      }
    };
    for (const kind of ["article", "comment", "copy", "tag", "folder"] as const) await counts(kind);

    for (const { kind, word, files } of this.claims.filter(({ isConfirmed, files }) => isConfirmed && files.length > 0)) {
      const stored = await ask(
        `select left(f.storage_key, 64) as hash from attachments f join articles a on a.id = f.article_id
          join users u on u.id = a.user_id
          where a.title = $1 and (u.email = 'jana@demo.example') = $2 order by f.position`,
        [`Absturz ${word}`, kind === "article"],
      );
      expect([word, stored.map(({ hash }) => hash)]).toEqual([word, files.map(hashOf)]);
    }
    for (const { storage_key: key, file_size: size } of await ask("select distinct storage_key, file_size from attachments")) {
      const path = pathOf(String(key));
      expect((await stat(path)).size).toBe(size);
      const hash = createHash("sha256");
      await pipeline(createReadStream(path), hash);
      expect(String(key)).toContain(hash.digest("hex"));
    }

    if (this.edited.sent > 0) await this.expectEdited(ask);
    if (this.profile.sent > 0) await this.expectProfile(ask);
    for (const [what, text] of Object.entries(halves)) expect([what, await ask(text)]).toEqual([what, []]);
  }

  private async expectEdited(ask: Ask): Promise<void> {
    const [article] = await ask(
      `select a.title, a.body, array(select country from article_countries where article_id = a.id) as countries,
          array(select t.name from article_tags x join tags t on t.id = x.tag_id where x.article_id = a.id order by x.position) as tags
        from articles a where id = $1`,
      [this.editedId],
    );
    const version = Number(/^Geändert (\d+)$/.exec(String(article?.title))?.[1] ?? 0);
    expect(version).toBeGreaterThanOrEqual(this.edited.confirmed);
    expect(version).toBeLessThanOrEqual(this.edited.sent);
    if (version === 0) return;
    expect(article).toMatchObject({
      body: `<p>Stand ${version}</p>`,
      tags: [`Fassung ${version}`, `Reihe ${version}`],
      countries: [version % 2 === 0 ? "DE" : "FR"],
    });
  }

  private async expectProfile(ask: Ask): Promise<void> {
    const [user] = await ask(
      `select job_title, last_name, array(select t.name from user_interests i join tags t on t.id = i.tag_id where i.user_id = u.id) as interests
        from users u where email = 'tobias@demo.example'`,
    );
    const version = Number(/^Stelle (\d+)$/.exec(String(user?.job_title))?.[1] ?? 0);
    expect(version).toBeGreaterThanOrEqual(this.profile.confirmed);
    expect(version).toBeLessThanOrEqual(this.profile.sent);
    if (version > 0) expect(user).toMatchObject({ last_name: `Kern ${version}`, interests: [`Vorliebe ${version}`] });
  }
}

const countOf: Record<Claim["kind"], string> = {
  article: `select substr(a.title, 9) as word, count(*) from articles a join users u on u.id = a.user_id
    where a.title like 'Absturz %' and u.email = 'jana@demo.example' group by 1`,
  copy: `select substr(a.title, 9) as word, count(*) from articles a join users u on u.id = a.user_id
    where a.title like 'Absturz %' and u.email = 'anna@demo.example' group by 1`,
  comment: "select substr(body, 7) as word, count(*) from comments where body like 'Dazu: %' group by 1",
  tag: "select substr(name, 12) as word, count(*) from tags where name like 'Schlagwort %' group by 1",
  folder: "select substr(name, 7) as word, count(*) from folders where name like 'Mappe %' group by 1",
};

/** Inconsistencies that no transaction may leave behind, each with a statement that finds them. */
const halves: Record<string, string> = {
  "articles without their folder": "select a.id from articles a left join folders f on f.id = a.folder_id where f.id is null",
  "articles without counters": "select a.id from articles a left join article_stats s on s.article_id = a.id where s.article_id is null",
  "articles that no search finds": `select a.id from articles a left join article_search s on s.article_id = a.id
    where s.article_id is null or (s.folder_id, s.created_at, s.published_at) <> (a.folder_id, a.created_at, a.published_at)`,
  "stale facets": `select article_id from article_search join articles a on a.id = article_id
    where facets <> ${new PgDialect().sqlToQuery(facetsOfArticle()).sql}`,
  "labels without article or tag": `select x.article_id from article_tags x left join articles a on a.id = x.article_id
    left join tags t on t.id = x.tag_id where a.id is null or t.id is null or x.created_at <> a.created_at`,
  "articles with half their tags": `select a.id from articles a where a.title like 'Absturz %' and
    (select array_agg(position order by position) from article_tags x where x.article_id = a.id) is distinct from '{0,1}'`,
  "articles without their country": `select a.id from articles a where a.title like 'Absturz %' and
    not exists (select from article_countries c where c.article_id = a.id and c.country = 'DE')`,
  "articles whose title and text differ": `select id from articles where title like 'Absturz %' and position(substr(title, 9) in body) = 0`,
  "copies without the files of their original": `select a.id from articles a join users u on u.id = a.user_id and u.email = 'anna@demo.example'
    where a.title like 'Absturz %' and (select count(*) from attachments f where f.article_id = a.id) <> 2`,
  "comments that are not counted": `select s.article_id from article_stats s
    where s.comments_count <> (select count(*) from comments c where c.article_id = s.article_id)`,
  "folders that count wrongly": `select f.id from folders f left join folder_stats s on s.folder_id = f.id
    where coalesce(s.articles_count, 0) <> (select count(*) from articles a where a.folder_id = f.id)`,
  "interests without their tag": `select i.user_id from user_interests i left join tags t on t.id = i.tag_id where t.id is null`,
};

/** The path of a stored file without a bucket. */
export const fileIn = (dataDir: string) => (key: string) => join(dataDir, "files", key.slice(0, 2), key.slice(2, 4), key);

/** The search rows of every article are up to date. The product must have ended. */
export async function expectSearchUpToDate(environment: Record<string, string>): Promise<void> {
  const { services, close } = await openServices(readConfig(environment), createLog("silent"));
  const { database } = services;
  try {
    const read = async () => (await database.pool.query("select article_id, document::text from article_search order by 1")).rows;
    const before = await read();
    await inTransaction(database, (transaction) =>
      reindexArticles(
        transaction,
        before.map(({ article_id }) => article_id),
      ),
    );
    expect(before.length).toBeGreaterThan(0);
    expect(before).toEqual(await read());
  } finally {
    await close();
  }
}
