import { randomUUID } from "node:crypto";
import { fileArticle, findFolderPath } from "../support/e2e/articles";
import { expect, hasScript, offlineConsole, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

test("Lena follows broken addresses and keeps the navigation @phone @journey", async ({ page }) => {
  await signIn(page, "lena");
  const folder = await findFolderPath(page, "IT-Sicherheit");
  for (const path of [
    "/nirgendwo",
    `/contents/${randomUUID()}`,
    "/contents/%00",
    `/contents/${"x".repeat(300)}`,
    `/folda/${randomUUID()}`,
    `${folder}/contents/${randomUUID()}/edit`,
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

test.describe("Too much", () => {
  test.use({ allowedConsole: [/status of 413\b/] });

  test("A form of 3 MB is refused, and Lena has what she typed: in the form, or a page back", async ({ page }) => {
    await signIn(page, "lena");
    const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Zu lang kommentiert") });
    await openPage(page, articlePath);
    const comment = page.getByRole("textbox", { name: "Ihr Kommentar" });
    await comment.fill("Ein langer Kommentar.");
    // No browser displays a text of this length within a minute.
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
