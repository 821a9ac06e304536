import { expect, test } from "../support/e2e/fixtures";

/** As in `playwright.config.ts`; nothing else is known about the operator. */
const operatorPhone = "+49 (40) 1234-0";

const pairs = [
  ["/de/about", "Über uns", "/en/about", "About"],
  ["/de/funktion", "So funktioniert Folda", "/en/how-to-use", "How to use Folda"],
  ["/de/nutzungsbedingungen", "Nutzungsbedingungen", "/en/terms", "Terms of use"],
  ["/de/kontakt", "Kontakt", "/en/contact", "Contact"],
  ["/de/impressum", "Impressum", "/en/imprint", "Imprint"],
  ["/de/datenschutz", "Datenschutz", "/en/privacy", "Privacy"],
  ["/de/barrierefreiheit", "Barrierefreiheit", "/en/accessibility", "Accessibility"],
] as const;

test("A visitor of any page of text changes the language and reads the same page in the other, and back @phone", async ({ page }) => {
  for (const [german, germanTitle, english, englishTitle] of pairs) {
    await test.step(german, async () => {
      await page.goto(german);
      await expect(page.getByRole("heading", { level: 1, name: germanTitle })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await page.getByRole("form", { name: "Sprache" }).getByRole("button", { name: "English" }).click();
      await expect(page).toHaveURL(new RegExp(`${english}$`));
      await expect(page.getByRole("heading", { level: 1, name: englishTitle })).toBeVisible();
      await page.getByRole("main").locator("a[hreflang=de]").click();
      await expect(page).toHaveURL(new RegExp(`${german}$`));
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
    });
  }
});

test("Search engines learn of every page of text what it is, where it is, and its twin @without-js", async ({ page, baseURL }) => {
  const seen = new Set<string>();
  for (const [german, , english] of pairs) {
    for (const [path, locale] of [
      [german, "de"],
      [english, "en"],
    ] as const) {
      const answer = await page.goto(path);
      expect(answer?.headers()["content-language"]).toBe(locale);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}${path}`);
      await expect(page.locator("head link[hreflang=de]")).toHaveAttribute("href", `${baseURL}${german}`);
      await expect(page.locator("head link[hreflang=en]")).toHaveAttribute("href", `${baseURL}${english}`);
      await expect(page.locator("meta[property='og:url']")).toHaveAttribute("content", `${baseURL}${path}`);
      await expect(page.locator("meta[property='og:title']")).toHaveAttribute("content", await page.title());
      seen.add((await page.locator("meta[name=description]").getAttribute("content")) ?? "");
    }
  }
  // The English statement says that it is short.
  expect(seen.size).toBe(2 * pairs.length);
});

test("A visitor sees the product on the page that says how to use it, in either language @without-js", async ({ page }) => {
  for (const path of ["/de/funktion", "/en/how-to-use"]) {
    await page.goto(path);
    const pictures = page.getByRole("main").getByRole("img");
    await expect(pictures).toHaveCount(7);
    for (const picture of await pictures.all()) {
      const address = (await picture.getAttribute("src")) ?? "";
      expect((await page.request.get(address)).headers()["content-type"], address).toBe("image/webp");
      await expect(picture).toHaveAttribute("alt", /\S/);
    }
  }
});

test("A visitor is not promised a statement in English, and learns there that it is German @without-js", async ({ page }) => {
  await page.goto("/de/datenschutz");
  await page.getByRole("main").getByRole("link", { name: "This page in English" }).click();
  await expect(page.getByText("The data protection statement, which explains what Folda stores")).toContainText("in German only");
});

test("A visitor finds what the operator has said of themselves, placeholders for the rest, and no link to nobody @without-js", async ({
  page,
}) => {
  for (const path of ["/en/contact", "/en/imprint", "/de/barrierefreiheit"]) {
    await page.goto(path);
    await expect(page.getByText("[OPERATOR_EMAIL]")).toBeVisible();
    await expect(page.locator("a[href^='mailto:']")).toHaveCount(0);
    await expect(page.getByRole("link", { name: operatorPhone, exact: true })).toHaveAttribute("href", "tel:+494012340");
  }
  await page.goto("/de/datenschutz");
  await expect(page.getByRole("main")).toContainText(`Telefon: ${operatorPhone}`);
});
