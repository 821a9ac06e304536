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

it("shows every sample, in both languages", () => {
  const samples = readTestimonials(undefined);
  for (const locale of ["de", "en"] as const) {
    const shown = samples.map((_, index) => randomTestimonial(locale, (index + 0.5) / samples.length));
    expect(shown).toEqual(samples.map(({ name, position, quote }) => ({ name, position: position[locale], quote: quote[locale] })));
  }
  expect(samples.length).toBeGreaterThan(1);
});

it("replaces the samples by the operator's file; an empty list means none", () => {
  const own = [{ name: "Ole", position: { de: "Hafen", en: "Port" }, quote: { de: "Gut.", en: "Good." } }];
  expect(readTestimonials(fileWith(JSON.stringify(own)))).toEqual(own);
  expect(readTestimonials(fileWith("[]"))).toEqual([]);
});

it.each([
  ["no content", ""],
  ["an object instead of a list", "{}"],
  ["one language", '[{"name":"Ole","position":{"de":"Hafen"},"quote":{"de":"Gut."}}]'],
])("rejects a file with %s, naming the variable", (_, text) => {
  expect(() => readTestimonials(fileWith(text))).toThrow(/^TESTIMONIALS_FILE: .+ is not a list of testimonials: .+$/);
});

it("rejects a missing file", () => {
  expect(() => readTestimonials(join(directory, "none"))).toThrow(/^TESTIMONIALS_FILE: .+ENOENT/);
});
