import { expect, test } from "vitest";
import { fileArticle, makeFolder, signedIn, unique } from "../support/visits";

test("Jana merges what is left over from typing a tag", async () => {
  const [title, word] = [unique("Mit Rest"), unique("Ladestation")];
  const jana = await signedIn("jana");
  const folder = await makeFolder(jana, "Unternehmenskommunikation", unique("Technik"));
  await fileArticle(jana, folder, title, { "Tags eingeben, mit Komma getrennt": `${word.slice(0, -2)}, ${word}` });
  await jana.open("/client/tags");
  await jana.follow("Ansehen");
  await jana.press("Zusammenführen");
  expect(jana.all("[role=alert] a")).toEqual(["Zusammenführen: Dies ist ein Pflichtfeld"]);
  await jana.check(new RegExp(`^${word.slice(0, -2)} gehört zu „${word}“`)).press("Zusammenführen");
  expect(jana.all("[role=status]")).toContainEqual(expect.stringContaining("Die Tags sind zusammengeführt."));
  await jana.open(`/client/tags?term=${encodeURIComponent(word.slice(0, -2))}`);
  expect(jana.all("tbody th")).toEqual([word]);
});
