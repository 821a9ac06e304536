import { chromium, type Frame } from "@playwright/test";
import { chooseOption, findFolderPath } from "../support/e2e/articles";
import { expect, test } from "../support/e2e/fixtures";
import { openPage } from "../support/e2e/pages";
import { seal, signInByApp, tokenOfJana } from "../support/e2e/webview-session";

test("Jana's app signs her in, and no page has a navigation, a footer or the pill @phone", async ({ page, baseURL }) => {
  // No request of a webview has a referrer.
  await page.route("**/*", (route) => {
    const { referer: _, ...headers } = route.request().headers();
    return route.fallback({ headers });
  });
  await page.goto("/webview/init");
  await signInByApp(page, baseURL);
  await expect(page.locator("body")).toHaveText("auth true");
  await page.goto("/");
  await expect(page).toHaveURL(/\/stream$/);
  const folderPath = await findFolderPath(page, "Brücken & Bauwerke");
  const article = (await page.getByRole("article").getByRole("heading").getByRole("link").first().getAttribute("href")) ?? "";
  for (const path of [
    "/stream",
    "/folda",
    `${folderPath}/edit`,
    /^\/contents/.test(article) ? article : "/search?term=Bahn",
    "/settings/profile",
    "/de/datenschutz",
    "/nirgendwo",
  ]) {
    await test.step(path, async () => {
      await openPage(page, path);
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await expect(page.locator("main")).toBeAttached();
      await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toHaveCount(0);
      await expect(page.locator(".page > header, .page > footer, .skip")).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Beitrag hinzufügen" })).toHaveCount(0);
    });
  }
});

test("Jana's app shows a frame in a browser that blocks the cookies of third parties", async ({ baseURL, javaScriptEnabled }) => {
  const { launchOptions } = test.info().project.use;
  const args = [...(launchOptions?.args ?? []), "--test-third-party-cookie-phaseout"];
  const browser = await chromium.launch({ ...launchOptions, args });
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  const inFrame = async (path: string): Promise<Frame> => {
    const shown = encodeURIComponent(`${baseURL}${path}`);
    await page.goto(`http://localhost:${process.env.E2E_PAGES_PORT}/app.html?shown=${shown}`);
    const frame = page.frame("folda");
    if (!frame) throw new Error("no frame");
    return frame;
  };
  const init = await inFrame("/webview/init");
  const key = (await init.locator("#key").textContent()) ?? "";
  const auth = await inFrame(`/webview/auth/de/${seal(await tokenOfJana(baseURL), key)}`);
  await expect(auth.locator("#auth")).toHaveText("auth true");
  const stream = await inFrame("/stream");
  await expect(stream.getByRole("article").first()).toBeVisible();
  const form = await inFrame("/folda/new");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("x".repeat(1001));
  const team = (await form.locator("[name=teamId] option").nth(1).textContent()) ?? "";
  await chooseOption(form.locator("body"), team, "Team");
  await form.getByRole("button", { name: "Folda anlegen" }).click();
  await expect(form.getByRole("alert")).toContainText("Name: Bitte kürzen Sie");
  // In a separate tab, she is not signed in.
  await page.goto(`${baseURL}/stream`);
  await expect(page).toHaveURL(/\/sign-in/);
  await browser.close();
});
