import { expect, it } from "vitest";
import * as limits from "../../../contract/limits";
import { readFound } from "./article-pictures.server";

const start = "https://paper.example/";
const longest = start + "ü".repeat(limits.url - start.length);

it.each([
  [encodeURI(longest), encodeURI(longest)],
  [encodeURI(`${longest}ü`), undefined],
])("The address that a page states is kept up to the limit of addresses", (canonicalUrl, kept) => {
  const body = new FormData();
  body.set("found", JSON.stringify({ host: "paper.example", canonicalUrl }));
  expect(readFound(body)).toMatchObject({ host: "paper.example" });
  expect(readFound(body)?.canonicalUrl).toBe(kept);
});
