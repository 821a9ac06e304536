import { afterAll, beforeAll, expect, test } from "vitest";
import { openDemoProduct } from "../support/built-product";
import { holdThreads } from "../support/hold-threads";
import { queryProduct } from "../support/query-product";

let product: Awaited<ReturnType<typeof openDemoProduct>>;
beforeAll(async () => {
  product = await openDemoProduct();
});
afterAll(() => product.close());

const body = "Die Sperrung beginnt im März. ".repeat(200).trim();

test("Who has used up their share of the threads reads so, with the text still there, while others save theirs", async () => {
  const [ids] = await queryProduct(
    product,
    `select (select id::text from users where email = 'tobias@demo.example') as tobias,
      (select id::text from folders where name = 'Leit- und Sicherungstechnik') as folder`,
  );
  const [tobias, anna] = [await product.signIn("tobias"), await product.signIn("anna")];
  // The server knows a session's person once the API has confirmed it.
  for (const cookie of [tobias, anna]) await product.ask("/stream", { cookie });
  const fields = { title: "Korridor", folderId: String(ids?.folder), newTags: "Bau", publishedAt: "2026-03-01", body };
  const file = (cookie: string) =>
    product.ask("/stream/contents/new", {
      method: "POST",
      cookie,
      body: new URLSearchParams({ ...fields, key: crypto.randomUUID() }),
    });

  const release = await holdThreads(String(ids?.tobias));
  const [refused, saved] = [await file(tobias), await file(anna)];
  await release();
  const page = await refused.text();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "5"]);
  expect(page).toContain("That was too much in a short time.");
  expect(page).toContain(body);
  expect(saved.status).toBe(302);
  expect((await file(tobias)).status).toBe(302);
});
