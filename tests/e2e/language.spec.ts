import { expect, signIn, speak, test } from "../support/e2e/fixtures";

test("Piotr reads English, switches to German and stays on the same page with its query @phone @journey", async ({ page }) => {
  await signIn(page, "piotr");
  await page.goto("/stream?sort_by=views&sort_dir=asc");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByText("The latest articles from every Folda of your teams.")).toBeAttached();
  await page.getByRole("form", { name: "Language" }).getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL(/\/stream\?sort_by=views&sort_dir=asc$/);
  await expect(page.getByText("Die neuesten Beiträge aus allen Foldas Ihrer Teams.")).toBeAttached();
  await page.goto("/folda");
  await expect(page.getByRole("heading", { level: 1, name: "Foldas" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("form", { name: "Sprache" }).getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveURL(/\/folda$/);
});

test("A visitor without a choice reads English @without-js", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});

test("A visitor finds both legal pages in the footer, in the language of the page @without-js", async ({ page }) => {
  await speak(page, "de");
  await page.goto("/sign-in");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Impressum" })).toHaveAttribute("href", "/de/impressum");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Datenschutz" })).toHaveAttribute("href", "/de/datenschutz");
});

test("The language switch leads from a legal page with a query to the same page in the other language @without-js", async ({ page }) => {
  const answer = await page.request.post("/locale", { form: { locale: "en", to: "/de/impressum?x=1" }, maxRedirects: 0 });
  expect(answer.headers().location).toBe("/en/imprint?x=1");
});

test("The language switch leads nobody to another site @without-js", async ({ page, baseURL }) => {
  for (const to of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
    const answer = await page.request.post("/locale", { form: { locale: "de", to }, maxRedirects: 0 });
    expect(new URL(answer.headers().location ?? "", baseURL).origin, to).toBe(new URL(baseURL ?? "").origin);
  }
});
