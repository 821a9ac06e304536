import { randomUUID } from "node:crypto";
import {
  expect,
  expectAccessible,
  fileArticle,
  findFolderPath,
  hasScript,
  offlineConsole,
  openPage,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";

test("Lena follows broken addresses and keeps the navigation @phone", async ({ page }) => {
  await signIn(page, "lena");
  const folder = await findFolderPath(page, "IT-Sicherheit");
  for (const path of [
    "/nirgendwo",
    "/nirgendwo/1/2/3",
    `/contents/${randomUUID()}`,
    "/contents/1",
    "/contents/%00",
    "/contents/%F0%9F%9A%82",
    `/contents/${"x".repeat(300)}`,
    `/folda/${randomUUID()}`,
    "/andere/1",
    `${folder}/contents/${randomUUID()}/edit`,
    `/stream/contents/${randomUUID()}/copy`,
    "/stream/nirgendwo",
  ]) {
    await test.step(path, async () => {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: "Seite nicht gefunden" })).toBeVisible();
      await expect(page).toHaveTitle("Seite nicht gefunden – Folda");
      await expect(page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Stream" })).toBeVisible();
    });
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Zum Stream", exact: true }).click();
  await expect(page).toHaveURL(/\/stream$/);
});

test("A visitor on a page that is not there is offered to sign in @with-js", async ({ page }) => {
  const answer = await page.goto("/nirgendwo");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("Nonsense in the query of the stream counts as absent @without-js", async ({ page }) => {
  await signIn(page, "lena");
  for (const query of [
    "page=0",
    "page=-1",
    "page=1e99",
    "page=abc",
    "sort_by=password",
    "sort_dir=sideways",
    "layout=cube",
    "page=1&page=2",
  ]) {
    const answer = await page.goto(`/stream?${query}`);
    expect(answer?.status(), query).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeAttached();
  }
});

test("A page below the last one says that nothing was found @without-js", async ({ page }) => {
  await signIn(page, "lena");
  const answer = await page.goto("/stream?page=9999");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeAttached();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("A form of another site is refused @without-js", async ({ page }) => {
  await signIn(page, "lena");
  for (const path of ["/stream/contents/new", "/sign-out", "/locale", "/sign-in"]) {
    const answer = await page.request.post(path, {
      form: {},
      headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
      maxRedirects: 0,
    });
    expect(answer.status(), path).toBe(403);
  }
  const answer = await page.request.get("/stream", { maxRedirects: 0 });
  expect(answer.status()).toBe(200);
});

test.describe("Too much", () => {
  test.use({ allowedConsole: [/status of 413\b/] });

  test("A form of 3 MB is refused, and Lena has what she typed: in the form, or a page back", async ({ page }) => {
    await signIn(page, "lena");
    const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Zu lang kommentiert") });
    await openPage(page, articlePath);
    const comment = page.getByRole("textbox", { name: "Ihr Kommentar" });
    await comment.fill("Ein langer Kommentar.");
    // No browser can be made to show a text of this length in less than a minute.
    await page.route(/\/contents\//, (route) => {
      const form = route.request().postData();
      return form === null ? route.fallback() : route.continue({ postData: `${form}&more=${"x".repeat(3_000_000)}` });
    });
    await page.getByRole("button", { name: "Kommentar senden" }).click();
    if (hasScript()) {
      await expect(page.getByRole("alert")).toContainText("Das ist zu viel auf einmal. Ihre Eingaben sind noch da");
    } else {
      await expect(page.getByRole("heading", { level: 1, name: "Das ist zu viel auf einmal" })).toBeVisible();
      await page.goBack();
    }
    await expect(comment).toHaveValue("Ein langer Kommentar.");
  });
});

test.describe("Without a connection", () => {
  test.use({ allowedConsole: offlineConsole() });

  test("Lena keeps the navigation and tries again @with-js", async ({ page }) => {
    await signIn(page, "lena");
    await openPage(page, "/stream");
    await page.context().setOffline(true);
    await page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Stream" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Gerade nicht erreichbar" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Noch einmal versuchen" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeAttached();
  });
});
