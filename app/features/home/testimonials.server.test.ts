import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { randomTestimonial, readTestimonials } from "./testimonials.server";

const directory = mkdtempSync(join(tmpdir(), "folda-testimonials-"));
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(text: string): string {
  const file = join(directory, `${crypto.randomUUID()}.json`);
  writeFileSync(file, text);
  return file;
}

it("Every sample is shown to somebody, in both languages", () => {
  const samples = readTestimonials(undefined);
  for (const locale of ["de", "en"] as const) {
    const shown = samples.map((_, index) => randomTestimonial(locale, (index + 0.5) / samples.length));
    expect(shown).toEqual(samples.map(({ name, position, quote }) => ({ name, position: position[locale], quote: quote[locale] })));
  }
  expect(samples.length).toBeGreaterThan(1);
});

it("An operator's file takes their place; an empty list means none", () => {
  const own = [{ name: "Ole", position: { de: "Hafen", en: "Port" }, quote: { de: "Gut.", en: "Good." } }];
  expect(readTestimonials(fileWith(JSON.stringify(own)))).toEqual(own);
  expect(readTestimonials(fileWith("[]"))).toEqual([]);
});

it.each([
  ["nothing", ""],
  ["no list", "{}"],
  ["one language", '[{"name":"Ole","position":{"de":"Hafen"},"quote":{"de":"Gut."}}]'],
])("A file with %s ends the start with a line that names the variable", (_, text) => {
  expect(() => readTestimonials(fileWith(text))).toThrow(/^TESTIMONIALS_FILE: .+ holds no testimonials: .+$/);
});

it("A file that is not there does too", () => {
  expect(() => readTestimonials(join(directory, "none"))).toThrow(/^TESTIMONIALS_FILE: .+ENOENT/);
});
