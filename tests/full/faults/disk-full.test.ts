import { execFileSync } from "node:child_process";
import { rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LossyDisk, openLossyDisk, whyNoLossyDisk } from "../../support/lossy-disk";
import { formsOf } from "../../support/page-forms";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";

const megabyte = 1024 * 1024;
const reason = whyNoLossyDisk();
const elsewhere = reason ? ` (not on this machine: ${reason})` : "";

describe.runIf(reason === undefined)(`While the disk of the embedded database is full${elsewhere}`, () => {
  let disk: LossyDisk;
  let product: ServedProduct;
  let cookie: string;
  beforeAll(async () => {
    disk = openLossyDisk(512);
    const dataDir = join(disk.path, "data");
    await freshDatabase("embedded", dataDir);
    const given = { DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one", LOG_LEVEL: "error" };
    product = await startProduct({ dataDir, environment: given });
    cookie = await product.signIn("jana");
  });
  afterAll(async () => {
    await product.end("SIGKILL");
    disk.close();
  });

  /** Fills the disk until this many megabytes are free. */
  function leave(megabytes: number): void {
    rmSync(join(disk.path, "filler"), { force: true });
    const { bavail, bsize } = statfsSync(disk.path);
    execFileSync("fallocate", ["-l", String(bavail * bsize - megabytes * megabyte), join(disk.path, "filler")]);
  }

  const texts = {
    de: {
      files:
        "Für Dateien ist auf dem Server gerade kein Speicherplatz frei. Speichern Sie ohne Dateien, oder versuchen Sie es später erneut.",
      nothing: "Auf dem Server ist gerade kein Speicherplatz frei. Bitte versuchen Sie es später erneut oder kontaktieren Sie uns.",
    },
    en: {
      files: "The server has no disk space for files at the moment. Save without files, or try again later.",
      nothing: "The server is out of disk space at the moment. Please try again later or contact us.",
    },
  };

  /** Posts the form of an article, and returns the browser's response. */
  async function save(title: string, files: File[], locale: "de" | "en" = "de"): Promise<{ status: number; html: string }> {
    const path = "/stream/contents/new?mode=manual";
    const own = `${cookie}; currentLocale=${locale}`;
    const html = await (await product.ask(path, { cookie: own })).text();
    const key =
      formsOf(html, path)
        .flatMap(({ fields }) => fields)
        .find(([name]) => name === "key")?.[1] ?? "";
    const [, folderId = ""] = /<option value="([^"]+)"[^>]*>Ausbau Nordkorridor</.exec(html) ?? [];
    const form = new FormData();
    for (const [name, value] of Object.entries({
      key,
      folderId,
      title,
      body: "Der ganze Text.",
      newTags: "Bau",
      publishedAt: "2026-03-01",
    }))
      form.set(name, value);
    for (const file of files) form.append("files", file);
    const answer = await product.ask(path, { method: "POST", body: form, cookie: own });
    return { status: answer.status, html: await answer.text() };
  }

  const plan = () => new File([Buffer.alloc(5 * megabyte, "Plan ")], "Plan.pdf");
  const pageOf = async (path: string) => product.ask(path, { cookie });

  it("files are refused with the form and everything typed, in both languages, while articles without files are saved", async () => {
    leave(60);
    for (const locale of ["de", "en"] as const) {
      const { status, html } = await save("Sperrung", [plan()], locale);
      expect([status, html.includes(texts[locale].files)]).toEqual([507, true]);
      expect(html).toContain('value="Sperrung"');
      expect(html).toContain("Der ganze Text.");
      expect(html).toContain("Plan.pdf");
    }
    expect((await save("Ohne Datei", [])).status).toBe(302);
    expect(await (await pageOf("/stream")).text()).toContain("Ohne Datei");
  });

  it("nothing more is written, with the form and everything typed, and people sign in and read on", async () => {
    leave(12);
    for (const locale of ["de", "en"] as const) {
      const { status, html } = await save("Zu viel", [], locale);
      expect([status, html.includes(texts[locale].nothing)]).toEqual([507, true]);
      expect(html).toContain('value="Zu viel"');
      expect(html).toContain("Der ganze Text.");
    }
    const [, article] = /href="\/stream\/contents\/([0-9a-f-]{36})/.exec(await (await pageOf("/stream")).text()) ?? [];
    const path = `/stream/contents/${article}/copy`;
    const [, folderId = ""] = /<option value="([^"]+)"/.exec(await (await pageOf(path)).text()) ?? [];
    const copy = new URLSearchParams({ folderId, key: crypto.randomUUID() });
    const copied = await product.ask(path, { method: "POST", body: copy, cookie: `${cookie}; currentLocale=de` });
    expect([copied.status, (await copied.text()).includes(texts.de.nothing)]).toEqual([422, true]);
    const [, folder] = /href="(\/folda\/[0-9a-f-]{36})"/.exec(await (await pageOf("/folda")).text()) ?? [];
    for (const path of ["/stream", "/folda", "/search?term=Datei", "/teams", `${folder}/mailings`])
      expect([path, (await pageOf(path)).status]).toEqual([path, 200]);
    expect(await product.signIn("tobias")).toContain("authToken");
    expect((await product.ask("/readyz")).status).toBe(200);
    expect(product.lines.join("\n")).toContain("insufficient disk space");
    for (const typed of ["Zu viel", "Der ganze Text", "Sperrung", "Plan.pdf"]) expect(product.lines.join("\n")).not.toContain(typed);
  });

  it("and once there is room again everything works, and nothing is lost or half", async () => {
    rmSync(join(disk.path, "filler"));
    expect((await save("Mit Datei", [plan()])).status).toBe(302);
    const html = await (await pageOf("/stream?layout=list")).text();
    expect(html).toContain("Mit Datei");
    expect(html).toContain("Ohne Datei");
    expect(html).not.toContain("Zu viel");
    expect(html).not.toContain("Sperrung");
    expect(product.errors).toEqual([]);
  });

  it("A disk with hardly a free byte ends nothing while people read, and the product comes back after a kill as it was", async () => {
    leave(1);
    for (const path of ["/stream", "/folda"]) expect([path, (await pageOf(path)).status]).toEqual([path, 200]);
    expect((await save("Nie", [])).status).toBe(507);
    rmSync(join(disk.path, "filler"));
    await product.end("SIGKILL");
    product = await startProduct({
      dataDir: join(disk.path, "data"),
      environment: { DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one", LOG_LEVEL: "error" },
    });
    const html = await (await pageOf("/stream?layout=list")).text();
    expect(html).toContain("Mit Datei");
    expect(html).not.toContain(">Nie<");
  });
});
