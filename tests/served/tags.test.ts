import { expect, test } from "vitest";
import { fileArticle, makeFolder, query, signedIn, unique } from "../support/visits";

test("Jana merges an unfinished tag, but not into another one than she was shown", async () => {
  const [title, word] = [unique("Mit Rest"), unique("Ladestation")];
  const [begun, longer] = [word.slice(0, -2), `${word}en`];
  const jana = await signedIn("jana");
  const folder = await makeFolder(jana, "Unternehmenskommunikation", unique("Technik"));
  await fileArticle(jana, folder, title, { "Tags eingeben, mit Komma getrennt": `${begun}, ${word}` });
  await jana.open("/client/tags");
  await jana.follow("Unvollständige Tags");
  await jana.press("Zusammenführen");
  expect(jana.all("[role=alert] a")).toEqual(["Tags: Dies ist ein Pflichtfeld"]);
  jana.check(`${begun} wird zu „${word}“`);
  await query(
    `with made as (insert into tags (client_id, name, slug) select client_id, $1, $2 from tags where name = $3 returning id)
     insert into article_tags (article_id, tag_id, position, created_at) select x.article_id, made.id, 9, now()
     from made, article_tags x join tags t on t.id = x.tag_id where t.name = $3`,
    [longer, longer.toLowerCase().replace(" ", "-"), word],
  );
  await jana.press("Zusammenführen");
  expect(jana.text()).toContain("Nicht alle Tags ließen sich zusammenführen");
  await jana.open("/client/tags/leftovers");
  await jana.check(`${begun} wird zu „${longer}“`).press("Zusammenführen");
  expect(jana.text()).toContain("Die Tags sind zusammengeführt.");
  await jana.open(`/client/tags?term=${encodeURIComponent(begun)}`);
  expect(jana.all("tbody th").sort()).toEqual([word, longer]);
});
