import { expect, it } from "vitest";
import { findDetour } from "./detour";

it.each([
  ["https://example.org/artikel/7", "https://www.example.org/", "home_page"],
  ["https://www.example.org/artikel/7", "https://example.org/de", "home_page"],
  ["https://example.org/artikel/7", "https://www.example.org/sv/index.html", "home_page"],
  ["https://example.org/blog", "https://blog.example.org/", undefined],
  ["https://example.org/projekte/klima", "https://klima-projekt.example/", undefined],
  ["https://kurz.example/x7Gh", "https://www.example.org/", undefined],
  ["https://example.org/sender", "https://example.org/tv", undefined],
  ["https://example.org/sport", "https://example.org/us/", undefined],
  ["https://example.org/artikel/7", "https://consent.example.org/?id=3", "consent_required"],
  ["https://example.org/consent", "https://consent.example.org/", undefined],
  ["https://example.org/artikel/7", "https://example.org/politik/cookies", undefined],
])("The addresses of a redirect from %s to %s indicate: %s", (typed, landed, detour) => {
  expect(findDetour({ typed: new URL(typed), landed: new URL(landed) })).toBe(detour);
});
