import type { Locator, Page } from "@playwright/test";
import { chooseOption, makeFolder } from "../support/e2e/articles";
import { expect, hasScript, offlineConsole, openBrowserOf, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: offlineConsole("status of (403|409)\\b") });

const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: name === "Name" });
/** By its class: shortly after a change, the name of the row's buttons lacks the person. */
const saveButton = (page: Page) => dialog(page).locator("button.primary", { hasText: "Speichern" });
const save = (page: Page) => saveButton(page).click();
const menu = (page: Page) => page.locator("summary", { hasText: "Einstellungen der Folda" });
const owner = (page: Page, name: string) => dialog(page).getByRole("listitem").filter({ hasText: name });

/** Ayşe, the owner of the team, with a new folder; its settings are open. */
async function openSettings(page: Page): Promise<string> {
  await signIn(page, "ayse");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Sicherheitslage") });
  await openPage(page, `${path}/edit`);
  return path;
}

/** Saves the change of a row, and waits for the response, because the row may still report an earlier change. */
async function saveRow(page: Page, name: string, change: (row: Locator) => Promise<unknown>) {
  const row = owner(page, name);
  if (hasScript()) {
    await Promise.all([page.waitForResponse((response) => response.request().method() === "POST"), change(row)]);
    await expect(row.getByRole("status")).toHaveText("Gespeichert");
  } else {
    await change(row);
    await row.getByRole("button", { name: "Speichern" }).click();
  }
}

const personField = (page: Page) => dialog(page).getByRole("group", { name: "Personen hinzufügen" }).getByLabel("Name oder E-Mail");

async function addPerson(page: Page, typed: string) {
  await personField(page).fill(typed);
  await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
}

test("Ayşe saves nonsense and is led to each field, with everything she typed", async ({ page }) => {
  await openSettings(page);
  await field(page, "Name").fill("  ");
  // With script, a team can only be replaced, not removed.
  if (!hasScript()) await dialog(page).getByLabel("Team").selectOption("");
  await expectMissing(dialog(page), saveButton(page), hasScript() ? ["Name"] : ["Name", "Team"]);
  await field(page, "Name").fill("Lage");
  await field(page, "Anzeigename").fill("x".repeat(1001));
  await field(page, "Beschreibung").fill("y".repeat(1001));
  const team = (await dialog(page).locator("[name=teamId] option").nth(1).textContent()) ?? "";
  await chooseOption(dialog(page), team, "Team");
  await save(page);
  const summary = dialog(page).getByRole("alert");
  await expect(summary.getByRole("link")).toHaveText([
    "Anzeigename: Bitte kürzen Sie auf höchstens 1000 Zeichen.",
    "Beschreibung: Bitte kürzen Sie auf höchstens 1000 Zeichen.",
  ]);
  if (hasScript()) await expect(summary).toBeFocused();
  await expect(personField(page)).not.toHaveAttribute("aria-invalid");
  await expect(field(page, "Anzeigename")).toHaveValue("x".repeat(1001));
  await expect(field(page, "Beschreibung")).toHaveValue("y".repeat(1001));
  await expect(field(page, "Name")).toHaveValue("Lage");
  await summary.getByRole("link", { name: /^Beschreibung/ }).click();
  await expect(field(page, "Beschreibung")).toBeFocused();
});

test("Lena, who administers a folder, takes this right from herself and stands on the folder's page", async ({ page, browser }) => {
  const path = await openSettings(page);
  await addPerson(page, "lena@demo.example");
  await saveRow(page, "Lena", (row) => row.getByRole("combobox").selectOption("Admin"));
  await expect(owner(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  const lena = await openBrowserOf(browser, "lena");
  await openPage(lena, `${path}/edit`);
  await dialog(lena).getByRole("combobox", { name: "Rolle von Lena Großmann" }).selectOption("Editor");
  if (!hasScript()) await owner(lena, "Lena").getByRole("button", { name: "Speichern" }).click();
  await expect(lena).toHaveURL(path);
  await expect(lena.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(menu(lena)).toHaveCount(0);
  await lena.context().close();
});

test("Ayşe adds several people at once: who is nobody stays in the field, with the reason, and the others are in @phone", async ({
  page,
}) => {
  await openSettings(page);
  await addPerson(page, "Florian Wächter");
  await expect(owner(page, "Florian")).toBeVisible();
  await addPerson(page, "Lena Großmann; Niemand Nirgends, miriam@demo.example, florian@demo.example");
  await expect(dialog(page).getByText("Hinzugefügt: Lena Großmann und Miriam Adler.")).toBeVisible();
  for (const reason of [
    "Niemand Nirgends: Diese Person gibt es in Ihrem Workspace nicht",
    "florian@demo.example: Diese Person steht bereits in der Liste.",
  ])
    await expect(dialog(page).getByText(reason)).toBeVisible();
  const input = personField(page);
  await expect(input).toHaveValue("Niemand Nirgends, florian@demo.example");
  await expect(input).toBeFocused();
  await expect(dialog(page).getByText("3 Personen")).toBeVisible();
  await expectAccessible(page);
});

test("Ayşe finds people by parts of their names, removes one, and adds the others @with-js", async ({ page }) => {
  await openSettings(page);
  const input = personField(page);
  const chips = dialog(page).getByRole("group", { name: "Personen hinzufügen" }).getByRole("checkbox");
  await expect(input).toHaveRole("combobox");
  for (const part of ["gross", "miriam@", "waech"]) {
    await input.pressSequentially(part);
    await expect(dialog(page).getByRole("listbox").getByRole("option")).toHaveCount(1);
    await input.press("Enter");
    await expect(input).toHaveValue("");
  }
  await expect(chips).toHaveCount(3);
  await input.press("Backspace");
  await expect(chips.last()).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(input).toBeFocused();
  await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
  await expect(owner(page, "Lena Großmann")).toBeVisible();
  await expect(owner(page, "Miriam Adler")).toBeVisible();
  await expect(dialog(page).getByText("2 Personen")).toBeVisible();
  await expect(input).toBeFocused();
  await expect(chips).toHaveCount(0);
});

test("Nothing that Ayşe has typed is lost, whichever button she presses, and saving adds who was typed too @journey", async ({ page }) => {
  const path = await openSettings(page);
  const name = uniqueTitle("Umbenannt");
  await field(page, "Name").fill(name);
  await field(page, "Beschreibung").fill("Noch nicht gespeichert");
  await addPerson(page, "Lena Großmann");
  await expect(owner(page, "Lena")).toBeVisible();
  await saveRow(page, "Lena", (row) => row.getByRole("combobox").selectOption("Admin"));
  await expect(owner(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  await expect(owner(page, "Lena").getByRole("status")).toHaveText("Gespeichert");
  await expect(field(page, "Name")).toHaveValue(name);
  await expect(field(page, "Beschreibung")).toHaveValue("Noch nicht gespeichert");

  const input = personField(page);
  await input.fill("Niemand Nirgends");
  await save(page);
  await expect(dialog(page).getByRole("alert").getByRole("link")).toHaveText(
    "Personen hinzufügen: Diese Person gibt es in Ihrem Workspace nicht.",
  );
  await expect(input).toHaveValue("Niemand Nirgends");
  await expect(field(page, "Name")).toHaveValue(name);
  await input.fill("Miriam Adler");
  await save(page);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await openPage(page, `${path}/edit`);
  await expect(field(page, "Beschreibung")).toHaveValue("Noch nicht gespeichert");
  await expect(owner(page, "Miriam")).toBeVisible();
  await expect(owner(page, "Lena").getByRole("combobox")).toHaveValue("admin");
});

test("A row that Ayşe has changed is saved with all the rest, and waits where another button is pressed @without-js", async ({ page }) => {
  const path = await openSettings(page);
  await addPerson(page, "Lena Großmann, Miriam Adler");
  await owner(page, "Lena").getByRole("combobox").selectOption("Admin");
  await owner(page, "Miriam").getByRole("switch").uncheck();
  await owner(page, "Miriam").getByRole("button", { name: "Speichern" }).click();
  await expect(owner(page, "Miriam").getByRole("status")).toHaveText("Gespeichert");
  await expect(owner(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  await expect(owner(page, "Lena").getByRole("button", { name: "Speichern" })).toBeVisible();
  await expect(owner(page, "Miriam").getByRole("button", { name: "Speichern" })).toBeHidden();
  await save(page);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await openPage(page, `${path}/edit`);
  await expect(owner(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  await expect(owner(page, "Miriam").getByRole("switch")).not.toBeChecked();
});

test("Ayşe closes the settings after a row was saved, and is asked nothing @with-js", async ({ page }) => {
  const path = await openSettings(page);
  await addPerson(page, "Lena Großmann");
  await saveRow(page, "Lena", (row) => row.getByRole("combobox").selectOption("Admin"));
  await dialog(page).getByRole("link", { name: "Schließen" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("Ayşe turns a switch without a network: it turns back and says why @with-js", async ({ page }) => {
  await openSettings(page);
  await addPerson(page, "lena@demo.example");
  await saveRow(page, "Lena", (row) => row.getByRole("combobox").selectOption("Admin"));
  await field(page, "Name").fill("Noch nicht gespeichert");
  await page.route(/ownerships/, (route) => route.abort("internetdisconnected"));
  await owner(page, "Lena").getByRole("switch").click();
  await expect(owner(page, "Lena").getByRole("alert")).toContainText("Keine Verbindung.");
  await expect(owner(page, "Lena").getByRole("switch")).toBeChecked();
  await addPerson(page, "Miriam Adler");
  await expect(dialog(page).getByText("Keine Verbindung.")).toHaveCount(2);
  await page.unroute(/ownerships/);
  await saveRow(page, "Lena", (row) => row.getByRole("switch").click());
  await expect(owner(page, "Lena").getByRole("switch")).not.toBeChecked();
  await expect(field(page, "Name")).toHaveValue("Noch nicht gespeichert");
});
