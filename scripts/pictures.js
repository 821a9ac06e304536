// Draws the pictures of "How to use" in both languages and the card for social networks into public/, and the picture of the README.
// Run it when pages look different: node scripts/pictures.js
import { execSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";
import { findBrowser } from "./find-browser.js";
import { projectRoot } from "./project-root.js";

/** @typedef {import("@playwright/test").Page} Page */

const publicDirectory = join(projectRoot, "public");
const readmePicture = join(projectRoot, "docs/stream.png");
const viewport = { width: 1200, height: 900 };
const port = Number(process.env.PORT ?? 3999);

execSync("npm run build", { cwd: projectRoot, stdio: "inherit" });
const product = await serveProduct(port);
const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] });
try {
  await waitUntilReady(`${product.url}/readyz`);
  for (const locale of ["de", "en"]) await takePictures(locale);
  await drawCard();
} finally {
  await browser.close();
  await product.stop();
}

/** @param {string} locale */
async function takePictures(locale) {
  const context = await browser.newContext({ baseURL: product.url, viewport, reducedMotion: "reduce" });
  await context.addCookies([{ name: "currentLocale", value: locale, url: product.url }]);
  const page = await context.newPage();
  await page.goto("/sign-in");
  for (const [name, value] of [
    ["workspace", "demo"],
    ["email", "anna@demo.example"],
    ["password", demoPassword],
  ])
    await page.locator(`#${name}`).fill(value ?? "");
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL("**/stream");
  // From now on the language is the account's.
  await page.locator(`.locale button[value=${locale}]`).click();
  await drawn(page);

  await take(page, locale, "stream", "/stream");
  if (locale === "en")
    await sharp(await page.screenshot())
      .png({ palette: true, quality: 80 })
      .toFile(readmePicture);
  const article = (await page.locator("main article a[href^='/contents/']").first().getAttribute("href")) ?? "";
  await take(page, locale, "article", article.replace(/#.*/, ""));
  await take(
    page,
    locale,
    "import",
    `/stream/contents/new?url=${encodeURIComponent("https://www.elbe-zeitung.example/querung-lauenburg")}`,
  );
  await take(page, locale, "search", "/search?term=Bahn&layout=list");
  await page.goto("/folda");
  const folder = (await page.locator(".folda h3 a").first().getAttribute("href")) ?? "";
  await take(page, locale, "export", `${folder}/export/articles?format=pdf`);
  await take(page, locale, "people", "/client/members");
  await page.goto(`${folder}/mailings/new`);
  await page.locator("#subject").fill("Korridorbrief");
  await page.locator("dialog form button[type=submit]").last().click();
  await page.waitForURL("**/tags");
  await take(page, locale, "newsletter", page.url().replace(/tags$/, "articles"));
  await context.close();
}

/**
 * Waits until all visible pictures are loaded.
 * @param {Page} page
 */
async function drawn(page) {
  await page.waitForFunction(() => [...document.images].every(({ complete, loading }) => complete || loading === "lazy"));
}

/**
 * @param {Page} page
 * @param {string} locale
 * @param {string} name
 * @param {string} path
 */
async function take(page, locale, name, path) {
  await page.goto(path);
  await drawn(page);
  mkdirSync(join(publicDirectory, "pictures", locale), { recursive: true });
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await sharp(await page.screenshot())
    .webp({ quality: 78 })
    .toFile(join(publicDirectory, "pictures", locale, `${name}.webp`));
}

/** The logo and a newsletter without the product's name, which is the operator's choice. */
async function drawCard() {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(product.url);
  const mark = readFileSync(join(publicDirectory, "favicon.svg"), "utf8").replace(/<style>.*?<\/style>/s, "");
  await page.evaluate((svg) => {
    const letter = document.querySelector(".front");
    document.body.replaceChildren(Object.assign(document.createElement("div"), { innerHTML: svg }), letter ?? "");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      body { display: grid; grid-template-columns: 1fr 38rem; align-items: center; block-size: 630px; overflow: hidden; background: #0b5a42 }
      body > div:first-child { display: grid; place-items: center }
      body > div > svg { inline-size: 20rem; fill: #fff }
      .front { align-self: start; padding: 3.5rem 3.5rem 0 0 }
    `);
    document.adoptedStyleSheets = [sheet];
  }, mark);
  await drawn(page);
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90 })
    .toFile(join(publicDirectory, "social-card.png"));
  await page.close();
}
