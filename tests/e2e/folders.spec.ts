import type { Page } from "@playwright/test";
import { expectOption, fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import { expect, openBrowserOf, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

const dialog = (page: Page) => page.getByRole("dialog");
const create = (page: Page) => dialog(page).getByRole("button", { name: "Folda anlegen" }).click();
const team = (page: Page, name: string) => page.getByRole("region", { name });

test("Florian makes a folder in the team he stands at, and finds it there @phone @journey", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/folda");
  await team(page, "Netz & Infrastruktur").getByRole("link", { name: "Neue Folda" }).click();
  await expect(page).toHaveTitle("Neue Folda – Folda");
  await expectOption(dialog(page), "Netz & Infrastruktur", "Team");
  await expectAccessible(page);
  const name = uniqueTitle("Tunnel");
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog(page).getByRole("textbox", { name: "Beschreibung" }).fill("Bau und Brandschutz.");
  await create(page);
  await expect(page).toHaveURL(/\/folda\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Diese Folda ist noch leer" })).toBeVisible();
  await openPage(page, "/folda");
  const card = team(page, "Netz & Infrastruktur").getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("Bau und Brandschutz.");
  await expect(card).toContainText("0 Beiträge");
});

test("Florian deletes a folder after he was told what goes with it, and is back at its team @phone @journey", async ({ page }) => {
  await signIn(page, "florian");
  const name = uniqueTitle("Altes");
  const path = await makeFolder(page, { team: "Energie & Klima", name });
  for (const title of ["Eins", "Zwei"]) await fileArticle(page, { folder: name, title: uniqueTitle(title) });
  const { articlePath } = await fileArticle(page, { folder: name, title: uniqueTitle("Drei") });
  await postForm(page, articlePath, { body: "Gesehen.", key: crypto.randomUUID() });
  await openPage(page, path);
  const openConfirmation = async () => {
    await page.locator("summary", { hasText: "Einstellungen der Folda" }).click();
    await page.getByRole("link", { name: "Folda löschen" }).click();
  };
  await openConfirmation();
  const confirmation = page.getByRole("alertdialog", { name: "Folda löschen?" });
  await expect(confirmation).toContainText(`„${name}“ enthält 3 Beiträge und 1 Kommentar. Alles kommt in den Papierkorb.`);
  await expect(confirmation.getByRole("link", { name: "Abbrechen" })).toBeFocused();
  await expectAccessible(page);
  await confirmation.getByRole("link", { name: "Abbrechen" }).click();
  await expect(page).toHaveURL(path);
  await openConfirmation();
  await confirmation.getByRole("button", { name: "Folda löschen" }).click();
  await expect(page).toHaveURL(/\/folda#team-energie$/);
  await expect(page.getByText("Die Folda liegt im Papierkorb.")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  for (const gone of [path, `${path}/edit`, articlePath]) expect((await page.request.get(gone)).status(), gone).toBe(404);
});

test("Ayşe's card says what Lena filed since she looked, and says no more once she has looked @with-js", async ({ page, browser }) => {
  await signIn(page, "ayse");
  const name = uniqueTitle("Neues");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name });
  const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  await openPage(page, path);
  await fileArticle(page, { folder: name, title: uniqueTitle("Von Ayşe selbst") });
  await openPage(page, "/folda");
  await expect(card).toContainText(/1 Beitrag\s*heute, \d\d:\d\d Uhr/);

  const lena = await openBrowserOf(browser, "lena");
  for (const title of ["Erstes", "Zweites"]) await fileArticle(lena, { folder: name, title: uniqueTitle(title) });
  await page.reload();
  await expect(card).toContainText("2 neu");
  await openPage(page, path);
  await openPage(page, "/folda");
  await expect(card).toContainText("3 Beiträge");
  await expect(card).not.toContainText("neu");

  for (let n = 0; n < 10; n += 1) await fileArticle(lena, { folder: name, title: uniqueTitle(`Weiteres ${n}`) });
  await lena.context().close();
  await page.reload();
  await expect(card).toContainText("mehr als 9 neu");
});
