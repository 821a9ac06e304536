import { expect, it } from "vitest";
import { exampleNewsletter } from "../../mail/newsletter/newsletters.examples";
import type { Services } from "../../services";
import { freeze } from "./publish";

it("renders the page and the mail of a newsletter in two turns of the event loop", async () => {
  const config = { productName: "Folda", publicUrl: new URL("https://folda.example"), productSlug: "folda", timeZone: "UTC" };
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  await freeze(config as Services["config"], "m1", exampleNewsletter().content, []);
  expect(hadTurn).toBe(true);
});
