import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { drawingWorker } from "../config";
import { hashPassword } from "../domain/auth/passwords";
import { DrawingBusy, drawingLimits, readForMail, readLogo, readPicture } from "./drawing";

const directory = mkdtempSync(join(tmpdir(), "folda-drawing-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const picture = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

/** A drawing process that runs this code on its first message. */
function processThat(name: string, does: string): string {
  const path = join(directory, `${name}.mjs`);
  writeFileSync(path, `process.on("message", (message) => { ${does} }); process.on("disconnect", () => process.exit());`);
  return path;
}

describe("The drawing process", () => {
  it("draws pictures in each width and for mails, and logos", async () => {
    const source = await picture();
    const drawn = await readPicture({ source, widths: [30, 300] }, drawingWorker);
    expect(drawn).toMatchObject({ contentType: "image/jpeg", width: 600, height: 400 });
    const widths = await Promise.all((drawn?.drawings ?? []).map(async (bytes) => (await sharp(bytes).metadata()).width));
    expect(widths).toEqual([30, 300]);
    expect(await readPicture({ source: Buffer.from("kein Bild"), widths: [30] }, drawingWorker)).toBeUndefined();
    const mail = await readForMail({ source, kind: "photo", size: { width: 20, height: 10 } }, drawingWorker);
    expect(mail).toMatchObject({ contentType: "image/jpeg", width: 20, height: 10 });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
    expect((await readLogo({ source: svg, ink: "#000000" }, drawingWorker)).drawing.svg).toContain("<rect");
    await expect(readLogo({ source: "kein SVG", ink: "#000000" }, drawingWorker)).rejects.toMatchObject({ problem: "notAnSvg" });
  });

  it("serves several tasks, and is restarted after a task that made it exit", async () => {
    const path = processThat("counts", "process.send({ result: { pid: process.pid }, isWorn: message.order.widths[0] === 2 });");
    const pidOf = async (width: number) =>
      ((await readPicture({ source: "x", widths: [width] }, path)) as unknown as { pid: number } | undefined)?.pid;
    const [first, second, third] = [await pidOf(1), await pidOf(2), await pidOf(1)];
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const ending = processThat("ends", "process.exit(1);");
    expect(await readPicture({ source: "x", widths: [1] }, ending)).toBeUndefined();
    expect(await readPicture({ source: await picture(), widths: [30] }, drawingWorker)).toBeDefined();
  });

  it("is replaced once if something else killed it, and serves many tasks without a warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const marker = join(directory, "killed");
    const kill = "process.kill(process.pid, 'SIGKILL')";
    const once = processThat(
      "killed-once",
      `const fs = process.getBuiltinModule("fs"); if (fs.existsSync(${JSON.stringify(marker)})) process.send({ result: "drawn", isWorn: false }); else { fs.writeFileSync(${JSON.stringify(marker)}, ""); ${kill}; }`,
    );
    for (let order = 0; order < 15; order += 1) expect(await readPicture({ source: "x", widths: [1] }, once)).toBe("drawn");
    await expect(readPicture({ source: "x", widths: [1] }, processThat("killed", kill))).rejects.toBeInstanceOf(DrawingBusy);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("is killed if a task takes too long; too many waiting tasks are rejected, and passwords are hashed meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const { logoProcessor } = drawingLimits;
    onTestFinished(() => {
      vi.useRealTimers();
      drawingLimits.logoProcessor = logoProcessor;
    });
    const hanging = processThat("hangs", "if (message.name === 'logo') for (;;); process.send({ result: 'drawn', isWorn: false });");
    const ended: unknown[] = [];
    const logo = readLogo({ source: "x", ink: "#000000" }, hanging).catch((error: unknown) => ended.push(error));
    const others = Array.from({ length: 121 }, () => readPicture({ source: "x", widths: [1] }, hanging).catch((error: unknown) => error));
    expect(await Promise.race(others)).toBeInstanceOf(DrawingBusy);
    await Promise.all(Array.from({ length: 5 }, () => hashPassword("Stellwerk-Rot-7-Nordkreuz")));
    expect(ended).toEqual([]);
    drawingLimits.logoProcessor = 50;
    // Each look advances the clock.
    await vi.waitUntil(() => ended.length > 0, { timeout: 120_000 });
    await logo;
    expect(ended).toMatchObject([{ problem: "logoTooComplex" }]);
    expect((await Promise.all(others)).slice(0, 120)).toEqual(Array.from({ length: 120 }, () => "drawn"));
  });
});
