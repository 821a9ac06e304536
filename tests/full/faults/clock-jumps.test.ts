import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOutbox, waitForMail } from "../../support/outbox";
import { formsOf } from "../../support/page-forms";
import { queryProduct } from "../../support/query-product";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";

const hour = 60 * 60 * 1000;

describe("While the clock of the machine jumps", () => {
  let dataDir: string;
  let clock: string;
  let product: ServedProduct;
  let jana: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-clock-"));
    clock = join(dataDir, "clock");
    writeFileSync(clock, "0");
    await freshDatabase("embedded", dataDir);
    const preload = pathToFileURL(resolve("tests/support/jumping-clock.js")).href;
    const environment = {
      NODE_OPTIONS: `--import ${preload}`,
      CLOCK_FILE: clock,
      DEMO: "0",
      SESSION_SECRET: "for tests only, and long enough to be one",
      LOG_LEVEL: "warn",
    };
    product = await startProduct({ dataDir, environment });
    jana = await product.signIn("jana");
  });
  afterAll(async () => {
    await product.end("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Sets the clock, and waits until the database uses it, too. */
  async function jump(milliseconds: number): Promise<void> {
    writeFileSync(clock, String(milliseconds));
    const wanted = Date.now() + milliseconds;
    const read = async () =>
      (await queryProduct({ dataDir }, "select extract(epoch from clock_timestamp())::float8 * 1000 as now"))[0]?.now;
    await expect.poll(async () => Math.abs(Number(await read()) - wanted) < hour / 6).toBe(true);
  }

  async function save(title: string): Promise<number> {
    const path = "/stream/contents/new?mode=manual";
    const html = await (await product.ask(path, { cookie: jana })).text();
    const fields = formsOf(html, path).flatMap((form) => form.fields);
    const form = new FormData();
    form.set("key", fields.find(([name]) => name === "key")?.[1] ?? "");
    form.set("folderId", /<option value="([^"]+)"[^>]*>Ausbau Nordkorridor</.exec(html)?.[1] ?? "");
    for (const [name, value] of Object.entries({ title, body: "Text.", newTags: "Bau", publishedAt: "2026-03-01" })) form.set(name, value);
    return (await product.ask(path, { method: "POST", body: form, cookie: jana })).status;
  }

  /** Checks that reading, saving, searching, signing in and mails work, and that each mail is sent once. */
  async function expectSound(name: string, person: string): Promise<void> {
    for (const path of ["/stream", "/folda", "/teams", "/settings/password", "/readyz"])
      expect([name, path, (await product.ask(path, { cookie: jana })).status]).toEqual([name, path, 200]);
    expect(await save(`Beitrag ${name}`)).toBe(302);
    const list = await (await product.ask("/stream?layout=list", { cookie: jana })).text();
    expect(list).toContain(`Beitrag ${name}`);
    expect(await product.signIn("tobias")).toContain("authToken");
    const body = new URLSearchParams({ workspace: "demo", email: `${person}@demo.example` });
    await product.ask("/password-reset", { method: "POST", body });
    await waitForMail(join(dataDir, "outbox"), `${person}@demo.example`);
  }

  const mailsTo = async (person: string) =>
    (await readOutbox(join(dataDir, "outbox"))).filter(({ to }) => to === `${person}@demo.example`).length;

  it("nobody is signed out, and all goes on: by six hours forward, and by two days back from there", async () => {
    await expectSound("heute", "florian");
    await jump(6 * hour);
    await expectSound("später", "lena");
    await jump(-42 * hour);
    await expectSound("früher", "henrike");
    await jump(0);
    await expectSound("wieder heute", "sabine");
    for (const person of ["florian", "lena", "henrike", "sabine"]) expect([person, await mailsTo(person)]).toEqual([person, 1]);
    expect(readdirSync(join(dataDir, "outbox"))).toHaveLength(4);
    expect(product.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it("a session ends when its time is over by the clock, not before", async () => {
    await jump(29 * 24 * hour);
    expect((await product.ask("/stream", { cookie: jana })).status).toBe(200);
    await jump(31 * 24 * hour);
    const { status, headers } = await product.ask("/stream", { cookie: jana });
    expect([status, headers.get("Location")?.startsWith("/sign-in")]).toEqual([302, true]);
    await jump(0);
  });
});
