import { expect, signIn, test } from "../support/e2e/fixtures";
import { openPage } from "../support/e2e/pages";

test("Lena opens an article from far down: it begins at its top, and Back leads to where she was @with-js", async ({ page }) => {
  await signIn(page, "lena");
  // The oldest articles stay the same, whatever other flows file.
  await openPage(page, "/stream?sort_dir=asc");
  const card = page.getByRole("article").nth(9);
  await card.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 137));
  const before = await page.evaluate<number>("scrollY");
  expect(before).toBeGreaterThan(300);
  // Some titles link to other sites; links to comments never do.
  const path = (await card.locator("a[href*='/contents/']").first().getAttribute("href")) ?? "";
  const article = /\/contents\/[\w-]+/.exec(path)?.[0] ?? "";
  await page
    .locator(`a[href^='${article}']`)
    .first()
    .evaluate((link) => (link as HTMLElement).click());
  await expect(page).toHaveURL(new RegExp(article));
  await expect(page.locator(".article-head h1")).toBeVisible();
  await expect.poll(() => page.evaluate("scrollY")).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/sort_dir=asc$/);
  await expect.poll(() => page.evaluate("scrollY")).toBe(before);
});

test("Lena opens the filter from far down and closes it, and the list has not moved @with-js", async ({ page }) => {
  await signIn(page, "lena");
  await openPage(page, "/stream");
  await page.evaluate(() => scrollTo(0, 400));
  await page.getByRole("article").nth(4).locator("summary").first().scrollIntoViewIfNeeded();
  const before = await page.evaluate<number>("scrollY");
  expect(before).toBeGreaterThan(0);
  await page
    .getByRole("article")
    .nth(4)
    .locator("a[href*='/copy']")
    .first()
    .evaluate((link) => (link as HTMLElement).click());
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate("scrollY")).toBe(before);
});
