import { expect, test } from "vitest";
import { fileKind, sizeText } from "./file-kind";

test.each([
  [0, "0 KB"],
  [30, "1 KB"],
  [999, "1 KB"],
  [1_440, "1,4 KB"],
  [2_400_000, "2,4 MB"],
])("%i bytes are %s", (bytes, text) => expect(sizeText(bytes, "de")).toBe(text));

test("A small file has a type and a size", () => {
  expect(fileKind({ name: "notiz.txt", contentType: "text/plain", size: 30 }, "de")).toBe("TXT, 1 KB");
});
