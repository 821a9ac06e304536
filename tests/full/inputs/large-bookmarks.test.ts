import { expect, it } from "vitest";
import { bookmark, finishedImport, netscape, startImport, uploadBookmarks } from "../../support/bookmark-imports";
import { openWorld } from "../../support/harness";

const many = 1_000;

it(`${many} bookmarks are imported and exported`, async () => {
  const world = await openWorld();
  try {
    const henrike = world.as("henrike");
    const entries = Array.from({ length: many }, (_, index) =>
      bookmark(`https://viel.example/${index}`, `Nummer ${index}`, 'TAGS="Menge,Bau"'),
    );
    const { body } = await uploadBookmarks(henrike, netscape(entries));
    await startImport(henrike, body.id, await world.folderId("politik"));
    expect((await finishedImport(henrike, body.id)).outcomes).toEqual({ filed: many });
    const { body: exported } = await henrike.get("/bookmarks?format=json&tags=menge");
    expect(new Set(exported.map(({ url }: { url: string }) => url)).size).toBe(many);
  } finally {
    await world.close();
  }
});
