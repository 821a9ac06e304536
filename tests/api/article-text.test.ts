import { beforeAll, describe, expect, it } from "vitest";
import { fromLightweightMarkup } from "../../app/rich-text/from-lightweight-markup";
import { toLightweightMarkup } from "../../app/rich-text/to-lightweight-markup.server";
import { articleFields, fileArticle } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";
import { holdThreads } from "../support/hold-threads";

const texts = {
  prose: "21. November 2026: Die Sperrung beginnt.\n<Name> trägt 3 * 4 Schwellen, snake_case & Kolleg*innen.\n\n---\n\n20. und 21. Mai",
  marks:
    "# Eins\n\n## Zwei\n\n##### Fünf\n\n**fett**, *kursiv*, __unter__, ***beides***, **D**\u2060ie Bahn, [Bericht](https://x.example/a_(b)?c=1&d=2)",
  lists: "- Brot\n  mit Kruste\n  - Roggen\n  - Weizen\n    1. fein\n    2. grob\n- Butter\n\n1. Sägen\n2. Bohren",
  quotes: "> Wann?\n>\n> > Morgen.\n>\n> - früh\n> - spät",
  tables: "Ort\tWert\n---\t---\nUelzen\t**12**\nCelle\t\u2060",
  spaces: "Soll:  12\n  Ist:   9\nTel.:\t030\n10\u00a0€",
  signs: "\\*Stern* und \\# keine\n\\- Liste\n\\- hier\n- nicht, `Code`, C:\\Daten\\*neu, \\\\*x*",
  emoji: "👩🏽‍🔧 fährt 🚆 **ab**",
};

describe("A text", () => {
  const world = worldForTests();
  let tobias: Caller;
  let sicherung: string;

  beforeAll(async () => {
    tobias = world.as("tobias");
    sicherung = await world.folderId("sicherung");
  });

  it.each(Object.entries(texts))("of %s comes back from the API as Tobias typed it, whatever was cleaned on the way", async (_, text) => {
    const { id, body } = await fileArticle(tobias, sicherung, { body: fromLightweightMarkup(text) });
    expect(toLightweightMarkup(body)).toBe(text);
    const read = (await tobias.get(`/contents/${id}`)).body;
    expect(toLightweightMarkup(read.body)).toBe(text);
    const saved = await tobias.put(`/contents/${id}`, {
      content: articleFields(sicherung, { body: fromLightweightMarkup(toLightweightMarkup(read.body)) }),
    });
    expect([saved.status, saved.body.body]).toEqual([200, read.body]);
  });

  it("too long for the event loop is refused while many of Tobias's wait for a thread, but not Anna's", async () => {
    const content = articleFields(sicherung, { body: `<p>${"Die Sperrung beginnt. ".repeat(300)}</p>` });
    const release = await holdThreads(await world.userId("tobias"));
    const refused = await tobias.post("/contents", { content });
    const saved = await world.as("anna").post("/contents", { content });
    await release();
    expect([refused.status, refused.headers.get("Retry-After"), refused.body]).toEqual([
      429,
      "5",
      { message: "Several of your texts or pictures are still being processed. Please try again in a few seconds." },
    ]);
    expect(saved.status).toBe(201);
  });
});
