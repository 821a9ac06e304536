import { chooseFolder, choosePicked, expectBody, expectFolder, expectOnFirstScreen } from "../support/e2e/articles";
import { expect, hasScript, pagesUrl, speak, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";
import { demoPassword } from "../support/serve-for-tests.js";

test("Jana signs in, imports an article, files it and finds it @phone @journey", async ({ page, hasTouch }) => {
  const isTouched = hasTouch && hasScript();
  const title = uniqueTitle("Nordkorridor: Bauarbeiten beginnen im März");
  await speak(page, "de");

  await test.step("sign in", async () => {
    await page.goto("/stream");
    await page.getByLabel("Workspace").fill("Demo");
    await page.getByLabel("E-Mail").fill("jana@demo.example");
    await page.getByLabel("Passwort").fill(demoPassword);
    await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
    await expect(page).toHaveURL(/\/stream$/);
    await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeAttached();
  });

  const dialog = page.getByRole("dialog", { name: "Beitrag hinzufügen" });
  await test.step("fetch a page", async () => {
    await page.getByRole("link", { name: "Beitrag hinzufügen" }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByLabel("Adresse des Artikels").fill(`${pagesUrl}/article.html`);
    await dialog.getByRole("button", { name: "Abrufen" }).click();
    await expect(dialog.getByText("Abgerufen von 127.0.0.1, 2 Bilder gefunden")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Titel" })).toHaveValue("Nordkorridor: Bauarbeiten beginnen im März");
    await expectBody(page, /Zwischen Uelzen und Celle[\s\S]*Brücke über die Aller/, "Text");
    const height = async () => (await dialog.locator(".rich-text").boundingBox())?.height;
    await expect.poll(height, "four lines").toBeLessThan(110);
    await expect(dialog.getByRole("textbox", { name: "Autor/in" })).toHaveValue("Wiebke Harms");
    await expect(dialog.getByLabel(/^Quelle\b/)).toHaveValue("Heidekurier");
    await expect(dialog.getByLabel("Veröffentlicht am")).toHaveValue("2026-02-11");
    await expect(dialog.getByRole("checkbox", { name: /Brücke über/ })).toBeChecked();
    const picture = dialog.getByRole("img", { name: /Brücke/ });
    expect((await picture.boundingBox())?.width).toBeGreaterThan(100);
    await expect(picture.locator("..")).toHaveCSS("opacity", "1");
    expect((await page.request.get((await picture.getAttribute("src")) ?? "")).headers()["content-type"]).toMatch(/^image\//);
    if (isTouched) await expectOnFirstScreen(dialog, { width: 390, height: 844 });
    await expectAccessible(page);
  });

  await test.step("choose folder and tags, save", async () => {
    await dialog.getByRole("textbox", { name: "Titel" }).fill(title);
    await chooseFolder(dialog, "Ausbau Nordkorridor");
    await choosePicked(dialog, "Nordkorridor", "Tags eingeben, mit Komma getrennt", /vorhandenen wählen/);
    await dialog.getByLabel("Tags eingeben, mit Komma getrennt").fill("Schwellenwechsel, Ersatzfahrplan,");
    await dialog.getByRole("button", { name: "Beitrag speichern" }).click();
    const saved = page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." });
    await expect(saved.getByRole("link", { name: title })).toHaveAttribute("href", /^\/contents\/[\da-f-]{36}$/);
    await expect(page).toHaveURL(/\/stream$/);
    await expect(dialog).toHaveCount(0);
  });

  await test.step("find it on top of the stream and in its folder", async () => {
    await expect
      .poll(async () => (await page.getByRole("heading", { level: 2 }).allTextContents()).slice(0, 5).join("\n"))
      .toContain(title);
    await articleCard(page, title).getByRole("link", { name: "Ausbau Nordkorridor" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Ausbau Nordkorridor" })).toBeVisible();
    await expect(articleCard(page, title).getByText("Schwellenwechsel")).toBeVisible();
  });

  await test.step("begin the next one in the same folder", async () => {
    await openPage(page, "/stream/contents/new?mode=manual");
    await expectFolder(dialog, "Ausbau Nordkorridor");
  });

  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});
