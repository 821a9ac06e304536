import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { makeFolder, postForm } from "../support/e2e/articles";
import { expect, hasScript, openBrowserOf, queryDatabase, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, hydrated, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: [/status of (403|409)\b/] });

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const menuOf = (page: Page, name: string) => page.locator("summary", { hasText: `Aktionen zum Team „${name}“` });
const places = (page: Page) => page.getByRole("navigation", { name: "Hauptnavigation" });

/** A team of who is signed in; answers the address of its members. */
async function makeTeam(page: Page, name: string): Promise<string> {
  const answer = await postForm(page, "/teams/new", { name, key: randomUUID() });
  expect(answer.status(), `${name} is made`).toBe(302);
  return answer.headers().location ?? "";
}

/** Adds people of the cast to the team with these members. */
async function addPeople(page: Page, members: string, people: string[], role = "editor") {
  for (const person of people) {
    const fields = { person: `${person}@demo.example`, role, teamId: members.split("/").at(-2), key: randomUUID() };
    expect((await postForm(page, `${members}/new`, fields)).status(), `${person} is added`).toBe(302);
  }
}

/** What a row was changed to is saved: at once with script, by its button without. */
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
  await expect(row(page, "Jana Petersen (Sie)").getByRole("cell")).toHaveText([
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

test("Jana adds several people at once: who is nobody stays in the field, with the reason and the way to invite", async ({
  page,
  browser,
}) => {
  await signIn(page, "jana");
  const members = await makeTeam(page, uniqueTitle("Viele auf einmal"));
  await openPage(page, `${members}/new`);
  const person = dialog(page).getByRole("combobox", { name: "Person" });
  await person.fill("Lena Großmann; Niemand Nirgends, miriam@demo.example");
  await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
  const summary = dialog(page).getByRole("alert");
  await expect(summary.getByRole("heading")).toHaveText("Nicht alle wurden hinzugefügt");
  await expect(summary.getByRole("listitem")).toHaveText([
    "Hinzugefügt: Lena Großmann und Miriam Adler.",
    "Person: Niemand Nirgends: Diese Person gibt es in Ihrem Workspace nicht.",
  ]);
  await expect(person).toHaveValue("Niemand Nirgends");
  await expectAccessible(page);
  await expect(dialog(page).getByText("Wer im Workspace Leser ist, liest auch hier nur.")).toBeVisible();
  await person.fill("Florian Wächter");
  await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
  await expect(page).toHaveURL(members);
  for (const name of ["Lena", "Miriam", "Florian"]) await expect(row(page, name)).toBeVisible();

  // The way on for who looks for somebody else: an admin of the workspace invites, others ask.
  await openPage(page, `${members}/new`);
  await dialog(page).getByRole("link", { name: "In den Workspace einladen" }).click();
  await expect(page).toHaveURL("/client/invitations/new");
  await openPage(page, members);
  await row(page, "Lena").getByRole("combobox").selectOption("Admin");
  await saveRow(page, "Lena", "Rolle");
  const lena = await look(browser, "lena", `${members}/new`);
  await expect(dialog(lena.page).getByText("wird von Owner und Admins des Workspace eingeladen")).toBeVisible();
  await lena.close();
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
  // She is none of the editors any more, so a notice says it in place of her row.
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

  // Clara reads everything, and changes nothing.
  const clara = await look(browser, "clara", members);
  await expect(row(clara.page, "Lena Großmann").getByRole("cell").nth(0)).toHaveText(
    "Admin Hat keinen Zugriff, weil „Aktiv“ ausgeschaltet ist.",
  );
  await expect(row(clara.page, "Lena Großmann").getByRole("cell").nth(1)).toHaveText("nein");
  await expect(clara.page.getByRole("combobox")).toHaveCount(0);
  await expect(clara.page.getByRole("link", { name: "Mitglied hinzufügen" })).toHaveCount(0);
  const [{ id } = {}] = await queryDatabase(
    "select m.id from memberships m join users u on u.id = m.user_id where u.email = $1 and m.team_id = $2",
    ["lena@demo.example", members.split("/").at(-2)],
  );
  expect((await postForm(clara.page, members, { id: String(id), role: "reader" })).status()).toBe(403);
  expect((await clara.page.goto(`${members}/new`))?.status()).toBe(403);
  expect((await clara.page.goto("/teams/new"))?.status()).toBe(403);
  await clara.close();
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

  // Another owner was there when the page was opened.
  await addPeople(page, members, ["lena"]);
  const makeLena = (role: string) =>
    queryDatabase("update memberships set role = $1::role where team_id = $2 and user_id = (select id from users where email = $3)", [
      role,
      members.split("/").at(-2),
      "lena@demo.example",
    ]);
  await makeLena("owner");
  await openPage(page, path);
  await expect(page.getByRole("alertdialog")).toContainText(`Sie verlassen „${name}“`);
  await makeLena("editor");
  await page.getByRole("button", { name: "Team verlassen" }).click();
  await expect(page.locator("dialog")).toContainText("Sie sind der letzte Owner");
  // A personal team is only edited.
  await openPage(page, "/teams");
  await menuOf(page, "Ayşe Yıldırım (persönlich)").click();
  await expect(page.getByRole("link", { name: /^Team / }).filter({ visible: true })).toHaveText(["Team bearbeiten"]);
});

test("Jana, who administers a team and the workspace, is told who can delete the team @with-js", async ({ page }) => {
  await signIn(page, "jana");
  const [{ id } = {}] = await queryDatabase("select id from teams where slug = 'netz'");
  for (const path of [`/team/${id}/settings/delete`, `/teams/${id}/delete`]) {
    expect((await page.goto(path))?.status()).toBe(403);
    await hydrated(page);
    await expect(dialog(page)).toContainText("Owner des Teams: Dr. Matthias Reuter.");
    await expect(dialog(page).getByRole("button")).toHaveCount(0);
    expect((await postForm(page, path, {})).status()).toBe(302);
  }
  await expectAccessible(page);
  await openPage(page, `/team/${id}/settings`);
  await expect(page.getByText("Löschen kann das Team dessen Owner oder der Owner des Workspace.")).toBeVisible();
});

test("Jana is asked before there are two teams of one name", async ({ page }) => {
  await signIn(page, "jana");
  const name = uniqueTitle("Doppelt");
  await makeTeam(page, name);
  await openPage(page, "/teams/new");
  const field = dialog(page).getByRole("textbox", { name: "Name" });
  const submit = () => dialog(page).getByRole("button", { name: "Team anlegen" }).click();
  await field.fill(name.toUpperCase());
  await submit();
  const told = "Name: Ein Team mit diesem Namen gibt es schon. Speichern Sie noch einmal, wenn auch dieses so heißen soll.";
  await expect(dialog(page).getByRole("alert").getByRole("link")).toHaveText(told);
  await expect(field).toHaveValue(name.toUpperCase());
  await submit();
  await expect(page.getByRole("heading", { level: 1, name: name.toUpperCase() })).toBeVisible();

  // The same where a team is named anew; its own name is no other's.
  const other = await makeTeam(page, uniqueTitle("Umzubenennen"));
  await openPage(page, other.replace("/members", "/settings"));
  const rename = () => page.getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await rename();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(told);
  await rename();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  await rename();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
