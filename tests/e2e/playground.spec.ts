import { expect, expectAccessible, hasScript, openPage, signIn, test } from "../support/e2e/fixtures";

const pages = ["ui-elements", "ui-elements-page2", "ui-elements-page3", "text-page"];

test("Every component stands in the playground in all its states, light and dark @phone @with-js", async ({ page }) => {
  test.slow();
  await signIn(page, "jana");
  for (const path of pages) {
    await openPage(page, `/playground/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(path === "text-page" ? "Textseite" : "Bedienelemente");
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, ["color-contrast"]);
    await page.emulateMedia({ colorScheme: "light" });
  }
});

test("The labels move above their fields when Jana asks for the vertical form layout", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/playground/ui-elements");
  const field = page.getByLabel("Datum");
  const label = page.getByText("Datum", { exact: true });
  const distance = async () => ((await field.boundingBox())?.x ?? 0) - ((await label.boundingBox())?.x ?? 0);
  expect(await distance()).toBeGreaterThan(100);
  await page.getByRole("switch", { name: "Formulare senkrecht anordnen" }).check();
  expect(await distance()).toBeLessThan(1);
});

test("Jana writes formatted text and chooses documents in the playground as in an article", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/playground/ui-elements");
  const text = page.getByRole("textbox", { name: "Formatiert", exact: true });
  if (hasScript()) {
    await expect(page.getByRole("toolbar", { name: "Textformat" })).toBeVisible();
    await expect(text.getByText("Absatz")).toHaveCSS("font-weight", "700");
  } else {
    await expect(text).toHaveValue(/ein \*\*Absatz\*\*\.$/);
  }
  const documents = page.locator("#documents");
  await documents.locator("input[type=file][multiple]").setInputFiles([
    { name: "Plan.txt", mimeType: "text/plain", buffer: Buffer.from("Plan") },
    { name: "Karte.txt", mimeType: "text/plain", buffer: Buffer.from("Karte") },
  ]);
  if (hasScript()) {
    await documents.getByRole("button", { name: "Plan.txt weglassen" }).click();
    await expect(documents.getByRole("list", { name: "Ausgewählte Dateien" }).getByRole("listitem")).toHaveText([/Karte\.txt/]);
  }
  await expect(documents.getByRole("checkbox", { name: "Löschen Entwurf.docx" })).toBeChecked();
});

test("A notification of the playground comes on request, and the dialog goes with the key it goes with everywhere", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/playground/ui-elements");
  await page.getByRole("button", { name: "Meldung zeigen: Warnung" }).click();
  await expect(page.locator(".notices .brief")).toHaveText("Die Quelle antwortet langsam. Bilder werden nachgeladen.");
  await page.getByRole("link", { name: "Dialog öffnen" }).click();
  const dialog = page.getByRole("dialog", { name: "Dialog" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  if (hasScript()) await page.keyboard.press("Escape");
  else await dialog.getByRole("link", { name: "Fertig" }).click();
  await expect(dialog).toHaveCount(0);
});

test("A visitor of the playground signs in first @without-js", async ({ page }) => {
  await page.goto("/playground/ui-elements");
  await expect(page).toHaveURL(/\/sign-in/);
});
