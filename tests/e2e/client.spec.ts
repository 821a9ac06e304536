import type { Page } from "@playwright/test";
import { postForm } from "../support/e2e/articles";
import { expect, hasScript, queryDatabase, test } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, hydrated, openPage } from "../support/e2e/pages";
import { enter, openWorkspace } from "../support/e2e/workspace";

test.use({ allowedConsole: [/status of (403|409)\b/] });

const save = async (page: Page) => {
  await page.getByRole("button", { name: "Speichern", exact: true }).last().click();
};
const svg = (inner: string) => ({
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${inner}</svg>`),
});

test("Nora sets up her workspace: what is wrong is said at its field, what she typed stays, and the rest follows her settings @without-js", async ({
  page,
}) => {
  await openWorkspace(page);
  await openPage(page, "/stream");
  await page.locator("summary.who").click();
  await page.getByRole("link", { name: "Workspace verwalten" }).click();
  await expect(page).toHaveURL(/\/client\/settings$/);
  await page.getByLabel("Name", { exact: true }).fill("Werkbahn AG");
  await page.getByLabel("Erlaubte E-Mail-Adressen").fill("werk.example\nniemand");
  await page.getByRole("switch", { name: /Teilbar/ }).uncheck();
  await save(page);
  await expect(page.getByText("„niemand“ ist weder eine E-Mail-Adresse noch eine Domain.").last()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Werkbahn AG");
  await expect(page.getByLabel("Erlaubte E-Mail-Adressen")).toHaveValue("werk.example\nniemand");
  await expect(page.getByRole("switch", { name: /Teilbar/ })).not.toBeChecked();

  await page.getByLabel("Erlaubte E-Mail-Adressen").fill("WERK.example");
  await page.locator("#logo").setInputFiles(svg('<path d="M0 0h40v40H0z"/><path fill="#8a1538" d="M50 10h70v20H50z"/>'));
  await save(page);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(page.getByLabel("Erlaubte E-Mail-Adressen")).toHaveValue("werk.example");
  const logo = page.getByRole("link", { name: "Werkbahn AG, zum Stream" });
  await expect(logo.locator("use")).toHaveAttribute("href", /^\/logos\/.+\.svg#logo$/);

  await openPage(page, "/stream/contents/new?mode=manual");
  await expect(page.locator('[name="shareable"]')).not.toBeChecked();
  await expect(page.locator('[name="external"]')).toBeChecked();

  await openPage(page, "/client/settings");
  await page.getByRole("checkbox", { name: "Logo entfernen" }).check();
  await save(page);
  await expect(page.getByRole("link", { name: "Folda, zum Stream" })).toBeVisible();
});

test("Nora keeps her tags in order: adds, finds, renames, merges and deletes them @journey", async ({ page }) => {
  await openWorkspace(page);
  await openPage(page, "/client/tags");
  await expect(page.getByText("Keine Einträge gefunden")).toBeVisible();
  const dialog = page.getByRole("dialog");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const add = async (name: string) => {
    await page.getByRole("link", { name: "Tag anlegen" }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Tag anlegen" }).click();
  };
  for (const name of ["Weiche", "Weichenn", "Gleis"]) {
    await add(name);
    await expect(row(name).last()).toBeVisible();
  }
  await add("gleis");
  await expect(dialog.getByText(/Diesen Tag gibt es schon/).last()).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("gleis");
  await expectAccessible(page);
  await openPage(page, "/client/tags");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Umbenennen Gleis" }).click();
  await dialog.getByLabel("Name").fill("");
  await expectMissing(dialog, "Umbenennen", ["Name"]);
  await dialog.getByLabel("Name").fill("Gleisbau");
  await dialog.getByRole("button", { name: "Umbenennen" }).click();
  await expect(row("Gleisbau")).toBeVisible();

  await page.getByRole("searchbox", { name: "Tags suchen" }).fill("weiche");
  await page.getByRole("searchbox", { name: "Tags suchen" }).press("Enter");
  await expect(page.getByText("1 bis 2 von 2")).toBeVisible();
  await page.getByRole("link", { name: "Zusammenführen Weichenn" }).click();
  await dialog.getByLabel("Ersetzen durch").fill("Signal");
  await dialog.getByRole("button", { name: "Zusammenführen" }).click();
  await expect(dialog.getByText("Einen Tag mit diesem Namen gibt es nicht.").last()).toBeVisible();
  await dialog.getByLabel("Ersetzen durch").fill("weich");
  await dialog.getByRole("button", { name: "Zusammenführen" }).click();
  await expect(dialog.getByText("Kein Tag heißt genau so. Meinen Sie vielleicht: Weiche").last()).toBeVisible();
  await expect(dialog.getByLabel("Ersetzen durch")).toHaveValue("weich");
  await dialog.getByLabel("Ersetzen durch").fill("weiche");
  await dialog.getByRole("button", { name: "Zusammenführen" }).click();
  await expect(page.getByText("Die Tags sind zusammengeführt.")).toBeVisible();
  await expect(page.getByText("1 bis 1 von 1")).toBeVisible();
  await expect(page).toHaveURL(/term=weiche/);

  await page.getByRole("link", { name: "„Weiche“ löschen" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("„Weiche“ steht an keinem Beitrag und bei niemandem als Interesse.")).toBeVisible();
  await question.getByRole("button", { name: "Tag löschen" }).click();
  await expect(page.getByText("Kein Tag enthält „weiche“.")).toBeVisible();
});

test("Nora chooses colours: the preview shows them, what is hard to read is asked about, and they are everywhere until she signs out @journey", async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await openPage(page, "/client/theme");
  await expectAccessible(page);
  const color = (name: string) => page.locator(`#${name}`);
  const property = (selector: string, name: string) =>
    page.locator(selector).evaluate((part, of) => getComputedStyle(part).getPropertyValue(of), name);
  await expect(page.getByText("Noch nicht gespeichert.")).toBeHidden();
  await color("mainColor").fill("#8a1538");
  await color("linkColorHover").fill("#6f9fe0");
  if (hasScript()) await expect(page.getByText("Noch nicht gespeichert.")).toBeVisible();
  if (!hasScript()) await page.getByRole("button", { name: "Vorschau aktualisieren" }).click();
  await expect(page.getByText("9,3 : 1")).toBeVisible();
  await expect(page.getByText("2,7 : 1")).toBeVisible();
  expect(await property(".theme-scope", "--main-color")).toBe("#8a1538");
  expect(await property("html", "--main-color")).toBe("#0b5a42");
  await expect(page.getByText(/Auf Weiß zu hell/)).toBeVisible();

  await save(page);
  await expect(page.getByRole("heading", { name: "So speichern?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Übernehmen für Link bei Mausberührung" }).click();
  await expect(page.getByText(/Auf Weiß zu hell/)).toBeHidden();
  await save(page);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect.poll(() => property("html", "--main-color")).toBe("#8a1538");
  await expect(color("linkColorHover")).not.toHaveValue("#6f9fe0");

  await page.context().clearCookies({ name: "authToken" });
  await openPage(page, "/sign-in");
  expect(await property("html", "--main-color")).toBe("#8a1538");
  await enter(page, workspace);
  await openPage(page, "/client/theme");
  await page.getByRole("button", { name: "Standardwerte laden" }).click();
  await expect(color("mainColor")).toHaveValue("#0b5a42");
  await expect(page.getByText("Noch nicht gespeichert.")).toBeVisible();
  await page.getByRole("link", { name: "Zurücksetzen" }).click();
  await expect(color("mainColor")).toHaveValue("#8a1538");
  await hydrated(page);

  const evil = await postForm(page, "/client/theme", { mainColor: "red;}body{display:none", linkColor: `url(${"x".repeat(10_000)})` });
  expect(evil.status()).toBe(422);
  expect(await evil.text()).toContain("sechs Zeichen");

  await page.locator("summary.who").click();
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  await page.reload();
  expect(await property("html", "--main-color")).toBe("#0b5a42");
});

test("Nora derives all colours from one, changes another, and is not asked about any when she saves", async ({ page }) => {
  await openWorkspace(page);
  await openPage(page, "/client/theme");
  const color = (name: string) => page.locator(`#${name}`);
  const hex = page.getByLabel("Hauptfarbe als Hexwert");
  const derive = () => page.getByRole("button", { name: "Daraus alle Farben ableiten" }).click();
  await hex.fill("gelb");
  await derive();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText([/^Hauptfarbe als Hexwert: /]);
  await expect(hex).toHaveValue("gelb");
  await expect(color("mainColor")).toHaveValue("#0b5a42");
  await expectAccessible(page);
  await hex.fill("#FFD400");
  await derive();
  await expect(color("buttonBackground")).toHaveValue("#ffd400");
  await expect(color("mainColor")).not.toHaveValue(/#(ffd400|0b5a42)/);
  await expect(page.getByText("Noch nicht gespeichert.")).toBeVisible();
  await expect(page.getByText(/Auf Weiß zu hell|Zu dunkel/)).toHaveCount(0);
  await color("addButtonColor").fill("#8a1538");
  await save(page);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(color("addButtonColor")).toHaveValue("#8a1538");
  await expect(color("buttonBackground")).toHaveValue("#ffd400");
  await expect(hex).toHaveValue("");
});

test("Before Nora leaves what she has changed she is asked: settings, colours and the name of a team @with-js", async ({ page }) => {
  const workspace = await openWorkspace(page);
  const [team] = await queryDatabase(
    `with team as (insert into teams (client_id, name, slug) select id, 'Werkstatt', 'werkstatt' from clients where workspace = $1 returning id, client_id)
     insert into memberships (client_id, team_id, user_id, role)
     select team.client_id, team.id, u.id, 'owner' from team join users u on u.client_id = team.client_id returning team_id as id`,
    [workspace],
  );
  const question = page.getByRole("alertdialog", { name: /verwerfen|verlassen/i });
  const leave = async () => {
    await page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Foldas" }).click();
  };
  for (const [path, change] of [
    ["/client/settings", () => page.getByLabel("Name", { exact: true }).fill("Werkbahn Neu")],
    ["/client/theme", () => page.locator("#mainColor").fill("#8a1538")],
    [`/team/${team?.id}/settings`, () => page.getByRole("textbox", { name: "Name" }).fill("Werkstatt Neu")],
  ] as const) {
    await openPage(page, path);
    await change();
    await leave();
    await expect(question, path).toBeVisible();
    await question.getByRole("button").first().click();
    await expect(page).toHaveURL(path);
    await save(page);
    await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
    await leave();
    await expect(page, path).toHaveURL("/folda");
  }
});

test("Nora changes her workspace in two tabs: each saves only what it changed, and of what both changed the later reads the stored value @without-js", async ({
  page,
}) => {
  await openWorkspace(page);
  const other = await page.context().newPage();
  for (const tab of [page, other]) await openPage(tab, "/client/settings");
  const name = (tab: Page) => tab.getByLabel("Name", { exact: true });
  const signature = (tab: Page) => tab.getByLabel("E-Mail-Signatur");
  const saved = (tab: Page) => expect(tab.getByText("Daten erfolgreich gespeichert.")).toBeVisible();

  await name(other).fill("Werkbahn AG");
  await other.getByRole("switch", { name: /Teilbar/ }).uncheck();
  await save(other);
  await saved(other);
  await signature(page).fill("Herzlich\nNora Thal");
  await save(page);
  await saved(page);
  await expect(name(page)).toHaveValue("Werkbahn AG");
  await expect(signature(page)).toHaveValue("Herzlich\nNora Thal");
  await expect(page.getByRole("switch", { name: /Teilbar/ })).not.toBeChecked();

  for (const tab of [page, other]) await openPage(tab, "/client/settings");
  await name(other).fill("Werkbahn SE");
  await save(other);
  await saved(other);
  await name(page).fill("Die Werkbahn");
  await save(page);
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("Wenn Sie noch einmal speichern, gilt Ihre Fassung.");
  await expect(summary.getByRole("link")).toHaveText(["Name: Inzwischen gespeichert: Werkbahn SE"]);
  await expect(name(page)).toHaveValue("Die Werkbahn");
  await save(page);
  await saved(page);
  await expect(name(page)).toHaveValue("Die Werkbahn");

  const square = svg('<path d="M0 0h40v40H0z"/>');
  const remove = (tab: Page) => tab.getByRole("checkbox", { name: "Logo entfernen" });
  await page.locator("#logo").setInputFiles(square);
  await save(page);
  await expect(remove(page)).toBeVisible();
  for (const tab of [page, other]) await openPage(tab, "/client/settings");
  await other.locator("#logo").setInputFiles(square);
  await save(other);
  await saved(other);
  await remove(page).check();
  await save(page);
  await expect(summary).toContainText("Wenn Sie noch einmal speichern, gilt Ihre Fassung.");
});
