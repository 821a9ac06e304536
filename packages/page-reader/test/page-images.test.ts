import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { imageOf } from "../src/page-images";

test.each([
  ["Die Brücke mit  gehobenen Flügeln", "Die Brücke mit gehobenen Flügeln"],
  ["Symbolbild", null],
  ["Foto", null],
  ["IMG_4711.jpg", null],
  ["Foto: Jule Behrens", "Foto: Jule Behrens"],
  [" ", null],
])("the description %j of a picture is read as %j", (alt, expected) => {
  const { document } = parseHTML("<img src='ufer.jpg'>");
  const picture = document.querySelector("img");
  picture?.setAttribute("alt", alt);
  expect(picture && imageOf(picture)?.alt).toBe(expected);
});
