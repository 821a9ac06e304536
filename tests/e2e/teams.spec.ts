import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectMissing,
  hasScript,
  hydrated,
  makeFolder,
  openBrowserOf,
  openPage,
  postForm,
  queryDatabase,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";

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

test("Jana makes a team, names it anew, and deletes it with everything in it @phone", async ({ page }) => {
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

test("Jana adds people by name and by address, and is led to what is wrong", async ({ page }) => {
  await signIn(page, "jana");
  const members = await makeTeam(page, uniqueTitle("Aufnahme"));
  await openPage(page, members);
  await page.getByRole("link", { name: "Mitglied hinzufügen" }).click();
  await expect(page).toHaveTitle("Mitglied hinzufügen – Folda");
  await expect(dialog(page).getByRole("radio", { name: "Editor" })).toBeChecked();
  const person = dialog(page).getByRole("combobox", { name: "Person" });
  const add = async (typed: string) => {
    await person.fill(typed);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
    // Two answers may say the same: the one before is not taken for this one's.
    await answered;
    await expect(dialog(page).locator("[aria-busy=true]")).toHaveCount(0);
  };
  await dialog(page).getByText("Admin", { exact: true }).click();
  await person.fill(" ");
  await expectMissing(dialog(page), "Hinzufügen", ["Person"]);
  for (const [typed, message] of [
    ["Niemand Bestimmtes", "Diese Person gibt es in Ihrem Workspace nicht."],
    ["olga@nachbar.example", "Diese Person gibt es in Ihrem Workspace nicht."],
    ["Großm", "Niemand heißt genau so. Meinen Sie vielleicht: Lena Großmann (lena@demo.example)"],
    ["jana@demo.example", "Diese Person steht bereits in der Liste."],
    ["x".repeat(1001), "Bitte kürzen Sie auf höchstens 1000 Zeichen."],
  ] as const) {
    await add(typed);
    await expect(dialog(page).getByRole("alert").getByRole("link")).toHaveText(`Person: ${message}`);
    await expect(person).toHaveValue(typed);
    await expect(person).toHaveAttribute("aria-invalid", "true");
    await expect(dialog(page).getByRole("radio", { name: "Admin" })).toBeChecked();
  }
  await add("lena  GROẞMANN".replace("ẞ", "ß"));
  await expect(page).toHaveURL(members);
  await expect(row(page, "Lena Großmann").getByRole("combobox", { name: "Rolle von Lena Großmann" })).toHaveValue("admin");

  // Into another of her teams, from here.
  const other = uniqueTitle("Nebenan");
  await makeTeam(page, other);
  await openPage(page, `${members}/new`);
  await dialog(page).getByLabel("Team").selectOption(other);
  await add("miriam@demo.example");
  await expect(page.getByRole("heading", { level: 1, name: other })).toBeVisible();
  await expect(row(page, "Miriam Adler")).toBeVisible();
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

test("A tampered row comes back with what is wrong at it, and saves nothing @without-js", async ({ page }) => {
  await signIn(page, "jana");
  const members = await makeTeam(page, uniqueTitle("Unsinn"));
  await addPeople(page, members, ["lena"]);
  const [{ id } = {}] = await queryDatabase("select id from memberships where team_id = $1 and role = 'editor'", [
    members.split("/").at(-2),
  ]);
  const answer = await postForm(page, members, { id: String(id), role: "owner" });
  expect([answer.status(), await answer.text()]).toEqual([
    422,
    expect.stringContaining("Bitte wählen Sie eine der angebotenen Möglichkeiten."),
  ]);
  expect((await postForm(page, members, { id: String(id), active: "vielleicht" })).status()).toBe(422);
  expect((await postForm(page, members, { role: "admin" })).status()).toBe(422);
  expect((await postForm(page, members, { id: randomUUID(), role: "admin" })).status()).toBe(404);
  await openPage(page, members);
  await expect(row(page, "Lena").getByRole("combobox")).toHaveValue("editor");
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

test("Jana is asked before there are two teams of one name, and a form that is sent twice makes one", async ({ page }) => {
  await signIn(page, "jana");
  const name = uniqueTitle("Doppelt");
  const key = randomUUID();
  const answers = await Promise.all([1, 2].map(() => postForm(page, "/teams/new", { name, key })));
  expect(answers.map((answer) => answer.status())).toEqual([302, 302]);
  expect(answers[0]?.headers().location).toBe(answers[1]?.headers().location);

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

test("A team whose name is one word of three hundred letters is shown whole, and moves no page aside @without-js", async ({ page }) => {
  await signIn(page, "jana");
  const name = uniqueTitle("Wortungetüm").replaceAll(" ", "").padEnd(300, "o");
  const members = await makeTeam(page, name);
  const team = members.replace("/members", "");
  try {
    await makeFolder(page, { team: name, name: uniqueTitle("Darin") });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ["/teams", members, `${members}/new`, `${team}/settings`, `${team}/settings/delete`, "/folda", "/folda/new"]) {
        await openPage(page, path);
        await expect(page.getByText(name).first(), path).toBeAttached();
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(beyond, `${path} at ${width}`).toBe(0);
        const boxes = await page
          .locator("h1, h2, th b, dialog p, dialog select")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
        expect(Math.max(...boxes), `${path} at ${width}`).toBeLessThanOrEqual(width);
      }
    }
  } finally {
    await postForm(page, `${team}/settings/delete`, {});
  }
});

test("Jana finds one of ninety-six people by page, by role and by name @without-js", async ({ page }) => {
  await signIn(page, "jana");
  const members = await makeTeam(page, uniqueTitle("Viele"));
  const [team, mark] = [members.split("/").at(-2), randomUUID()];
  // They are everybody's, and would stand in other flows' lists.
  const remove = () => queryDatabase("delete from users where email like '%' || $1 || '@demo.example'", [mark]);
  await queryDatabase(
    `with people as (
       insert into users (client_id, email, password_hash, role, first_name, last_name)
       select client_id, n || '-' || $2 || '@demo.example', '', 'editor'::role, 'Zz', 'Mitglied ' || n from teams, generate_series(1, 95) n where id = $1
       returning id, client_id, last_name)
     insert into memberships (client_id, team_id, user_id, role, created_at)
     select client_id, $1, id, (case when last_name = 'Mitglied 77' then 'reader' else 'editor' end)::role,
       now() + split_part(last_name, ' ', 2)::int * interval '1 second' from people`,
    [team, mark],
  );
  try {
    await findAmongMany(page, members);
  } finally {
    await postForm(page, members.replace("/members", "/settings/delete"), {});
    await remove();
  }
});

async function findAmongMany(page: Page, members: string) {
  await openPage(page, members);
  const pages = (where: string) => page.getByRole("navigation", { name: `Seiten, ${where}` });
  for (const where of ["oben", "unten"]) {
    await expect(pages(where)).toContainText("1 bis 25 von 96");
    await expect(pages(where).getByRole("link")).toHaveText([/Seite 1/, /Seite 2/, /Seite 3/, /Nächste Seite/]);
  }
  await pages("unten").getByRole("link", { name: "Nächste Seite" }).click();
  await expect(pages("oben")).toContainText("26 bis 50 von 96");
  await expect(page).toHaveURL(`${members}?page=2`);
  await pages("oben").getByRole("link", { name: "Seite 3" }).click();
  await expect(pages("oben")).toContainText("51 bis 75 von 96");
  await pages("oben").getByRole("link", { name: "Seite 4" }).click();
  await expect(pages("oben")).toContainText("76 bis 96 von 96");
  await expect(pages("oben").getByRole("link", { name: "Nächste Seite" })).toHaveCount(0);
  await expect(row(page, "Zz Mitglied 95")).toBeVisible();

  const roles = page.getByRole("navigation", { name: "Nach Rolle filtern" });
  await roles.getByRole("link", { name: "Leser" }).click();
  await expect(page).toHaveURL(`${members}?role=reader`);
  await expect(page.getByText("1 bis 1 von 1")).toBeVisible();
  await expect(row(page, "Zz Mitglied 77")).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Mitglieder suchen" });
  await search.fill("mitglied 78");
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "Keine Einträge gefunden" })).toBeVisible();
  await expect(search).toHaveValue("mitglied 78");
  await roles.getByRole("link", { name: "Alle" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(row(page, "Zz Mitglied 78")).toBeVisible();
  await openPage(page, `${members}?page=9`);
  await page.getByRole("link", { name: "Zum Anfang der Liste" }).click();
  await expect(pages("oben")).toContainText("1 bis 25 von 96");
}

test("The address of a team leads to its settings, and one that is not hers to nothing @without-js", async ({ page }) => {
  await signIn(page, "lena");
  await openPage(page, "/teams");
  const settings = (await page.getByRole("link", { name: "Digitalisierung & IT" }).getAttribute("href")) ?? "";
  await page.goto(settings.replace("/settings", ""));
  await expect(page).toHaveURL(settings);
  const [{ id } = {}] = await queryDatabase("select id from teams where slug = 'netz'");
  for (const path of [`/team/${id}`, `/team/${id}/settings`, `/team/${id}/members`, `/teams/${id}/edit`, "/team/unsinn"])
    expect((await page.goto(path))?.status(), path).toBe(404);
});
