import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";

// For machines: no browser is involved, so one run suffices.

test("A search engine finds every page for everybody by the map of the site, and nothing else is named @without-js", async ({
  page,
  baseURL,
}) => {
  const robots = await (await page.request.get("/robots.txt")).text();
  expect(robots).toMatch(/^User-agent: \*$/m);
  expect(robots).toMatch(/^Disallow: \/$/m);
  const mayRead = (path: string) => [...robots.matchAll(/^Allow: (\/.+)$/gm)].some(([, allowed = ""]) => path.startsWith(allowed));
  const drawnWith = [
    ...(await (await page.request.get("/")).text()).matchAll(/<link[^>]*rel="(?:stylesheet|icon|manifest|apple-touch-icon)"[^>]*>/g),
  ];
  const paths = drawnWith.map(([link]) => /href="([^"]+)"/.exec(link)?.[1] ?? "");
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !mayRead(path))).toEqual([]);
  const [, map = ""] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
  expect(map).toBe(`${baseURL}/sitemap.xml`);
  const answer = await page.request.get(map);
  expect(answer.headers()["content-type"]).toBe("application/xml; charset=utf-8");
  const addresses = [...(await answer.text()).matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address = ""]) => address);
  expect(addresses).toHaveLength(15);
  for (const address of addresses) {
    const found = await page.request.get(address, { maxRedirects: 0 });
    expect(found.status(), address).toBe(200);
    expect(await found.text()).toContain(`<link rel="canonical" href="${address}"`);
  }
});

test("A device finds name, start and icons of the product, and those who pass a page on its card @without-js", async ({ page }) => {
  await page.goto("/");
  const manifest = await (await page.request.get((await page.locator("link[rel=manifest]").getAttribute("href")) ?? "")).json();
  expect(manifest).toMatchObject({ name: "Folda", short_name: "Folda", id: "/", start_url: "/", scope: "/", display: "standalone" });
  const pngs = manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose?: string }) => `${sizes} ${purpose}`);
  expect(pngs).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
  const { action, method, enctype } = manifest.share_target;
  expect([method, enctype]).toEqual(["POST", "multipart/form-data"]);
  const shared = await page.request.post(action, { multipart: { title: "Takt" }, maxRedirects: 0 });
  expect([shared.status(), shared.headers().location]).toEqual([302, "/stream/contents/new?mode=manual&title=Takt"]);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()["content-type"]?.replace("; charset=utf-8", ""), src).toBe(type);
    const { width, height } = await sharp(await icon.body()).metadata();
    if (type === "image/png") expect(`${width}x${height}`).toBe(sizes);
  }
  expect((await page.request.get("/favicon.ico")).headers()["content-type"]).toBe("image/x-icon");
  const { width, height } = await sharp(await (await page.request.get("/apple-touch-icon.png")).body()).metadata();
  expect([width, height]).toEqual([180, 180]);
  const card = (await page.locator("meta[property='og:image']").getAttribute("content")) ?? "";
  const picture = await sharp(await (await page.request.get(card)).body()).metadata();
  expect([picture.width, picture.height]).toEqual([1200, 630]);
});

test("Whoever passes on a page for everybody, a newsletter too, shows what it is @without-js", async ({ page, baseURL }) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Zum Weitergeben");
  const folderPath = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  const title = uniqueTitle("Schlagzeile");
  await fileArticle(page, { folder, title });
  const begun = await postForm(page, `${folderPath}/mailings/new`, { subject: folder, key: randomUUID() });
  const mailing = (begun.headers().location ?? "").replace(/\/tags$/, "");
  await postForm(page, `${mailing}/publish`, { when: "now" });
  const newsletter = `/newsletter/${mailing.split("/").at(-1)}`;
  await page.context().clearCookies();
  for (const [path, address, words] of [
    ["/sign-in?to=%2Fstream", "/sign-in", "Sign in"],
    ["/sign-up", "/sign-up", "account"],
    ["/password-reset", "/password-reset", "password"],
    ["/bookmarklet", "/bookmarklet", "How to file a page"],
    [newsletter, newsletter, title],
    [`${folderPath}/newsletter`, newsletter, title],
  ] as const) {
    await test.step(path, async () => {
      const answer = await page.goto(path);
      expect(answer?.headers()["content-language"]).toBe(await page.locator("html").getAttribute("lang"));
      const card = (name: string) => page.locator(`meta[property="og:${name}"]`);
      expect(await page.title()).toContain((await card("title").getAttribute("content")) || "no title");
      await expect(card("url")).toHaveAttribute("content", `${baseURL}${address}`);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}${address}`);
      for (const description of [card("description"), page.locator("meta[name=description]")])
        await expect(description).toHaveAttribute("content", new RegExp(words));
      const picture = await page.request.get((await card("image").getAttribute("content")) ?? "");
      expect(picture.headers()["content-type"]).toMatch(/^image\//);
    });
  }
});

test("Who has found a security problem finds where to write @without-js", async ({ page, baseURL }) => {
  const answer = await page.request.get("/.well-known/security.txt");
  expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toContain(`Contact: ${baseURL}/en/contact`);
  const [, expires = ""] = /^Expires: (.+)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(100);
  expect(days).toBeLessThan(365);
});
