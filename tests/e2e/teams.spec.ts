import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { makeFolder, postForm } from "../support/e2e/articles";
import { expect, hasScript, openBrowserOf, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, hydrated, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: [/status of (403|409)\b/] });

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const menuOf = (page: Page, name: string) => page.locator("summary", { hasText: `Aktionen zum Team „${name}“` });
const places = (page: Page) => page.getByRole("navigation", { name: "Hauptnavigation" });

/** A team of the signed-in person; returns the URL of its members. */
async function makeTeam(page: Page, name: string): Promise<string> {
  const answer = await postForm(page, "/teams/new", { name, key: randomUUID() });
  expect(answer.status(), `${name} is made`).toBe(302);
  return answer.headers().location ?? "";
}

/** Adds personas to the team with these members. */
async function addPeople(page: Page, members: string, people: string[], role = "editor") {
  for (const person of people) {
    const fields = { person: `${person}@demo.example`, role, teamId: members.split("/").at(-2), key: randomUUID() };
    expect((await postForm(page, `${members}/new`, fields)).status(), `${person} is added`).toBe(302);
  }
}

/** Saves the change of a row: at once with script, with its button without. */
async function saveRow(page: Page, name: string, column: "Rolle" | "Aktiv") {
  if (hasScript())
    await expect(
      row(page, name)
        .getByRole("cell")
        .nth(column === "Rolle" ? 0 : 1)
        .getByRole("status"),
    ).toHaveText("Gespeichert");
  else await row(page, name).getByRole("button", { name: "Speichern" }).filter({ visible: true }).click();
}

/** Another person's browser, on a page. */
async function look(browser: Browser, person: "lena" | "clara", path: string) {
  const page = await openBrowserOf(browser, person);
  const status = (await page.goto(path))?.status();
  await hydrated(page);
  return { page, status, close: () => page.context().close() };
}

test("Ayşe finds members by parts of their names, and corrects an unknown one @with-js", async ({ page }) => {
  await signIn(page, "ayse");
  const members = await makeTeam(page, uniqueTitle("Netzleitung"));
  await openPage(page, members);
  await page.getByRole("link", { name: "Mitglied hinzufügen" }).click();
  const people = dialog(page).getByRole("group", { name: "Personen" });
  const input = people.getByLabel("Name oder E-Mail");
  await expect(input).toBeFocused();
  await expect(input).toHaveRole("combobox");
  await input.pressSequentially("gross");
  await input.press("Enter");
  await input.fill("Niemand Nirgends");
  await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Hinzugefügt: Lena Großmann.");
  await expect(people.getByRole("checkbox")).toHaveCount(0);
  await expect(input).toHaveValue("Niemand Nirgends");
  await input.fill("miriam");
  await input.press("Enter");
  await expect(people.getByRole("checkbox", { name: "Miriam Adler" })).toBeChecked();
  await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
  for (const name of ["Lena Großmann", "Miriam Adler"]) await expect(row(page, name)).toBeVisible();
});

test("Ayşe chooses a member without typing, and is asked before that is lost @with-js", async ({ page }) => {
  await signIn(page, "ayse");
  await openPage(page, `${await makeTeam(page, uniqueTitle("Netzleitung"))}/new`);
  const input = dialog(page).getByLabel("Name oder E-Mail");
  await expect(input).toHaveRole("combobox");
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await input.press(key);
  await expect(dialog(page).getByRole("group", { name: "Personen" }).getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Eingaben verwerfen?" })).toBeVisible();
});

test("Jana makes a team, names it anew, and deletes it with everything in it @phone @journey", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream");
  await places(page).getByRole("link", { name: "Teams" }).click();
  await expect(page).toHaveTitle("Teams – Folda");
  await expect(places(page).getByRole("link", { name: "Teams" })).toHaveAttribute("aria-current", "page");
  await expect(row(page, "Netz & Infrastruktur").getByRole("cell").nth(0)).toHaveText(/^[1-9]\d*$/);

  await page.getByRole("link", { name: "Neues Team" }).click();
  await expect(page).toHaveTitle("Neues Team – Folda");
  const field = dialog(page).getByRole("textbox", { name: "Name" });
  await field.fill("  ");
  await expectMissing(dialog(page), "Team anlegen", ["Name"]);
  await field.fill("x".repeat(1001));
  await dialog(page).getByRole("button", { name: "Team anlegen" }).click();
  await expect(dialog(page).getByText("Bitte kürzen Sie auf höchstens 1000 Zeichen.").first()).toBeVisible();
  await expect(field).toHaveValue("x".repeat(1001));
  const name = uniqueTitle("Fahrgastrechte");
  await field.fill(name);
  await dialog(page).getByRole("button", { name: "Team anlegen" }).click();
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`Mitglieder: ${name} – Folda`);
  await expect(row(page, "Jana Petersen (Sie)").locator("[data-label]")).toHaveText([
    "Owner Darf alles, auch Rechte vergeben, weil die Rolle im Workspace „Admin“ ist.",
    "immer",
    /^\d\d\.\d\d\.\d\d$/,
  ]);

  await makeFolder(page, { team: name, name: uniqueTitle("Urteile") });
  await openPage(page, "/teams");
  await menuOf(page, name).click();
  await page.getByRole("link", { name: "Team bearbeiten" }).click();
  await expect(dialog(page).getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(`${name} neu`);
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await expect(page).toHaveURL("/teams");
  await page.getByRole("link", { name: `${name} neu` }).click();
  await expect(page).toHaveTitle(`Einstellungen: ${name} neu – Folda`);
  await expect(page.getByText("Sie sind der letzte Owner dieses Teams")).toBeVisible();
  await page.getByRole("link", { name: "Team löschen" }).click();
  const question = page.getByRole("alertdialog", { name: "Team löschen?" });
  await expect(question).toContainText(`„${name} neu“ hat 1 Mitglied und enthält 1 Folda. Alles wird unwiderruflich gelöscht`);
  await question.getByRole("button", { name: "Team löschen" }).click();
  await expect(page.getByText("Das Team ist gelöscht.")).toBeVisible();
  await expect(page).toHaveURL("/teams");
  await expect(row(page, name)).toHaveCount(0);
});

test("Jana changes role and activity of Lena, who sees it with her next step @phone", async ({ page, browser }) => {
  await signIn(page, "jana");
  const name = uniqueTitle("Rollen");
  const members = await makeTeam(page, name);
  await addPeople(page, members, ["lena", "clara"]);
  const settings = members.replace("/members", "/settings");
  const lena = await look(browser, "lena", settings);
  await expect(lena.page.getByText("Den Namen ändern Owner und Admins des Teams.")).toBeVisible();

  await openPage(page, `${members}?role=editor`);
  await row(page, "Lena").getByRole("combobox", { name: "Rolle von Lena Großmann" }).selectOption("Admin");
  // She is no longer an editor, so a message replaces her row.
  if (!hasScript()) await row(page, "Lena").getByRole("button", { name: "Speichern" }).filter({ visible: true }).click();
  await expect(page.getByText("Daten erfolgreich gespeichert.").last()).toBeVisible();
  await expect(row(page, "Lena")).toHaveCount(0);
  await expect(row(page, "Clara")).toBeVisible();
  await lena.page.reload();
  await expect(lena.page.getByRole("textbox", { name: "Name" })).toHaveValue(name);

  await openPage(page, members);
  await row(page, "Clara").getByRole("combobox").selectOption("Leser");
  await saveRow(page, "Clara", "Rolle");
  await expect(row(page, "Clara").getByRole("combobox")).toHaveValue("reader");
  await expect(row(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  await row(page, "Lena").getByRole("switch", { name: "Lena Großmann aktiv" }).click();
  await saveRow(page, "Lena", "Aktiv");
  expect((await lena.page.goto(settings))?.status()).toBe(404);
  await openPage(page, members);
  await expect(row(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  await expect(row(page, "Lena").getByRole("switch")).not.toBeChecked();
  await lena.close();

  const clara = await look(browser, "clara", members);
  await expect(row(clara.page, "Lena Großmann").getByRole("cell").nth(0)).toHaveText(
    "Admin Hat keinen Zugriff, weil „Aktiv“ ausgeschaltet ist.",
  );
  await expect(row(clara.page, "Lena Großmann").getByRole("cell").nth(1)).toHaveText("nein");
  await expect(clara.page.getByRole("combobox")).toHaveCount(0);
  await expect(clara.page.getByRole("link", { name: "Entfernen" })).toHaveCount(0);
  await clara.close();

  await row(page, "Clara").getByRole("link", { name: "Entfernen Clara Voss" }).click();
  const question = page.getByRole("alertdialog", { name: "Aus dem Team entfernen?" });
  await expect(question).toContainText(`Clara Voss sieht „${name}“ und dessen Foldas danach nur noch`);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Aus dem Team entfernen" }).click();
  await expect(page.getByText("Aus dem Team entfernt.")).toBeVisible();
  await expect(row(page, "Clara")).toHaveCount(0);
});

test("Lena leaves a team from its row, and its last owner is told why she stays", async ({ page, browser }) => {
  await signIn(page, "ayse");
  const name = uniqueTitle("Abschied");
  const members = await makeTeam(page, name);
  await addPeople(page, members, ["lena"]);
  const lena = await look(browser, "lena", "/teams");
  await menuOf(lena.page, name).click();
  await expect(lena.page.getByRole("link", { name: "Team bearbeiten" }).filter({ visible: true })).toHaveCount(0);
  await lena.page.getByRole("link", { name: "Team verlassen" }).filter({ visible: true }).click();
  const question = lena.page.getByRole("alertdialog", { name: "Team verlassen?" });
  await expect(question).toContainText(`Sie verlassen „${name}“ und sehen dessen Foldas danach nicht mehr.`);
  await question.getByRole("button", { name: "Team verlassen" }).click();
  await expect(lena.page.getByText("Sie haben das Team verlassen.")).toBeVisible();
  await expect(row(lena.page, name)).toHaveCount(0);
  await lena.close();

  const path = members.replace("/members", "/settings/leave");
  await openPage(page, path);
  await expect(dialog(page)).toContainText(`Sie sind der letzte Owner von „${name}“ und können das Team deshalb nicht verlassen`);
  await expect(dialog(page).getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await dialog(page).getByRole("link", { name: "Zu den Mitgliedern" }).click();
  await expect(page).toHaveURL(members);
});
