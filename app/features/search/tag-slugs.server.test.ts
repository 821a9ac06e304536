import { expect, it } from "vitest";
import { findTag } from "./tag-slugs.server";

const tags = [
  { slug: "ki", name: "KI" },
  { slug: "bus-bahn", name: "Bus & Bahn" },
  { slug: "ki-2", name: "ki" },
  { slug: "Kuerzel", name: "Kürzel" },
];

it.each([
  ["ki", "ki"],
  ["KI", "ki"],
  ["ki-2", "ki-2"],
  ["bus & BAHN", "bus-bahn"],
  ["kuerzel", "Kuerzel"],
  ["KÜRZEL", "Kuerzel"],
  ["bahn", undefined],
])("The tag page at /tag/%s shows the tag %s", (typed, slug) => expect(findTag(tags, typed)?.slug).toBe(slug));
