import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { postForm } from "../support/e2e/articles";
import { expect, hasScript, queryDatabase, readMail, speak, test } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, hydrated, openPage } from "../support/e2e/pages";
import { addPerson, enter, openWorkspace } from "../support/e2e/workspace";

test.use({ allowedConsole: [/status of (403|404|422|429)\b/] });

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const question = (page: Page) => page.getByRole("alertdialog");

/** With script, a row is saved automatically. */
async function saveRow(page: Page, name: string) {
  if (hasScript()) await expect(row(page, name).getByRole("status").first()).toHaveText("Gespeichert");
  else await row(page, name).getByRole("button", { name: "Speichern" }).filter({ visible: true }).click();
}

async function staff(page: Page) {
  const workspace = await openWorkspace(page);
  const people = {
    ada: await addPerson(workspace, { key: "ada", firstName: "Ada", lastName: "Zorn", role: "admin" }),
    kim: await addPerson(workspace, { key: "kim", firstName: "Kim", lastName: "Ross", role: "editor" }),
    uwe: await addPerson(workspace, { key: "uwe", firstName: "Uwe", lastName: "Lind", role: "reader" }),
  };
  await queryDatabase(
    `with team as (insert into teams (client_id, name, slug) select client_id, 'Werkstatt', 'werkstatt' from users where id = $1 returning id, client_id),
      folder as (insert into folders (client_id, team_id, name) select client_id, id, 'Gleise' from team returning id, client_id),
      article as (
        insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at)
        select client_id, id, $1, 'Weiche ' || n, '', '', '2026-01-01' from folder, generate_series(1, 3) n)
     insert into memberships (client_id, team_id, user_id, role, active) select client_id, id, $1::uuid, 'owner'::role, true from team
     union all select client_id, id, $2::uuid, 'reader'::role, false from team`,
    [people.kim, people.uwe],
  );
  return { workspace, people };
}

test("Nora makes Uwe an admin, who takes this from himself and is led to where he may be", async ({ page, browser }) => {
  const { workspace } = await staff(page);
  await openPage(page, "/client/members");
  await row(page, "Uwe").getByRole("combobox", { name: "Rolle von Uwe Lind" }).selectOption("Admin");
  await saveRow(page, "Uwe");
  await expect(row(page, "Uwe").getByRole("combobox")).toHaveValue("admin");

  const uwe = await (await browser.newContext()).newPage();
  await speak(uwe, "de");
  await enter(uwe, workspace, "uwe");
  await openPage(uwe, "/client/members");
  await uwe.getByRole("combobox", { name: "Rolle von Uwe Lind" }).selectOption("Editor");
  if (!hasScript()) await row(uwe, "Uwe").getByRole("button", { name: "Speichern" }).filter({ visible: true }).click();
  await expect(uwe).toHaveURL(/\/stream$/);
  await uwe.context().close();
});

test("Nora reads which teams Uwe is in, changes his place there, and deletes Kim after reading what that means @phone", async ({
  page,
}) => {
  const { people } = await staff(page);
  await openPage(page, "/client/members");
  await page.getByRole("link", { name: "Uwe Lind", exact: true }).click();
  await expect(page).toHaveURL(`/client/members/${people.uwe}`);
  await expect(page.getByRole("heading", { name: "Uwe Lind" })).toBeVisible();
  await hydrated(page);
  await expect(row(page, "Werkstatt").getByRole("switch")).not.toBeChecked();
  await row(page, "Werkstatt").getByRole("switch", { name: "Aktiv im Team Werkstatt" }).click();
  if (hasScript()) await expect(row(page, "Werkstatt").getByRole("cell").nth(1).getByRole("status")).toHaveText("Gespeichert");
  else await row(page, "Werkstatt").getByRole("button", { name: "Speichern" }).filter({ visible: true }).click();
  await openPage(page, `/client/members/${people.uwe}`);
  await expect(row(page, "Werkstatt").getByRole("switch")).toBeChecked();
  await page.getByRole("combobox", { name: "Rolle von Uwe Lind" }).selectOption("Editor");
  if (hasScript()) await expect(page.getByRole("definition").getByRole("status")).toHaveText("Gespeichert");
  else await page.getByRole("definition").getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByRole("combobox", { name: "Rolle von Uwe Lind" })).toHaveValue("editor");

  await openPage(page, `/client/members/${people.kim}`);
  await page.getByRole("link", { name: "Mitglied löschen" }).click();
  await expect(question(page)).toContainText("Kim Ross verliert sofort den Zugang zu Werkbahn");
  await question(page).getByRole("link", { name: "Abbrechen" }).click();
  await expect(page).toHaveURL(`/client/members/${people.kim}`);
  await openPage(page, "/client/members?sort_by=email");
  await page.getByRole("link", { name: "Kim Ross löschen" }).click();
  await expect(question(page)).toContainText("3 Beiträge in Foldas von Teams gehen an die Teams und behalten diesen Namen.");
  await expect(question(page)).toContainText("Das persönliche Team wird gelöscht; sein Eingang enthält keine Beiträge.");
  await expect(question(page)).toContainText("1 Team verliert seinen einzigen Owner");
  await question(page).getByRole("button", { name: "Mitglied löschen" }).click();
  await expect(page.getByText("Das Mitglied ist gelöscht.")).toBeVisible();
  await expect(page).toHaveURL("/client/members?sort_by=email");
  await expect(row(page, "Kim")).toHaveCount(0);
});

test("Nora passes over roles with the arrow keys, and saves the one she stops at @with-js", async ({ page }) => {
  const { people } = await staff(page);
  await openPage(page, "/client/members");
  const roles = row(page, "Kim").getByRole("combobox", { name: "Rolle von Kim Ross" });
  const stored = async () => (await queryDatabase("select role from users where id = $1", [people.kim]))[0]?.role;
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await roles.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(roles).toHaveValue("reader");
  expect([posts, await stored()]).toEqual([[], "editor"]);
  await page.keyboard.press("Tab");
  await saveRow(page, "Kim");
  expect(await stored()).toBe("reader");
});

test("Nora invites people: each address is judged, what is wrong is named, and what she typed stays @phone @journey", async ({ page }) => {
  await staff(page);
  const mark = randomUUID().slice(0, 8);
  for (const name of ["Netz", "Markt", "Gleise"])
    expect((await postForm(page, "/teams/new", { name, key: randomUUID() })).status()).toBe(302);
  await openPage(page, "/client/members");
  await page.getByRole("link", { name: "Einladen" }).click();
  await expect(page).toHaveTitle("Einladen – Folda");
  const field = dialog(page).getByRole("textbox", { name: "E-Mail-Adressen" });
  const send = () => dialog(page).getByRole("button", { name: "Einladungen senden" }).click();
  const summary = dialog(page).getByRole("alert");
  await expectAccessible(page);
  await expectMissing(dialog(page), "Einladungen senden", ["E-Mail-Adressen"]);
  const typed = `ole-${mark}@partner.example, kim@werk.example; ohne-at\nMia <mia-${mark}@partner.example>`;
  await field.fill(typed);
  await dialog(page)
    .getByRole("switch", { name: /als Admin einladen/ })
    .click();
  for (const name of ["Netz", "Markt"]) await dialog(page).getByRole("checkbox", { name }).check();
  await send();
  await expect(summary.getByRole("link")).toHaveText([
    "E-Mail-Adressen: „kim@werk.example“ gehört bereits zu diesem Workspace.",
    "E-Mail-Adressen: „ohne-at“ ist keine E-Mail-Adresse.",
  ]);
  await expect(field).toHaveValue(typed);
  await expect(dialog(page).getByRole("switch")).toBeChecked();
  await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expectAccessible(page);
  await field.fill(Array.from({ length: 500 }, (_, n) => `n${n}@partner.example`).join("\n"));
  await send();
  await expect(summary.getByRole("link")).toHaveText(["E-Mail-Adressen: Bitte geben Sie höchstens 200 Einträge an."]);
  await field.fill(`ole-${mark}@partner.example; Mia <mia-${mark}@partner.example>`);
  await send();
  await expect(page.getByText("Die Einladungen sind unterwegs.")).toBeVisible();
  await expect(page).toHaveURL("/client/invitations");
  await expect(page.getByText("1 bis 2 von 2")).toBeVisible();
  for (const name of ["ole", "mia"]) await expect(row(page, `${name}-${mark}`).getByRole("switch", { name: /^Admin/ })).toBeChecked();
  await expect(row(page, `ole-${mark}`)).toContainText("Markt, Netz");
  const mail = await readMail(`ole-${mark}@partner.example`, { subject: "Einladung" });
  expect(mail.text).toContain("Nora Thal");
});

test("Nora changes, sends again and withdraws an invitation", async ({ page }) => {
  const { workspace } = await staff(page);
  const mark = randomUUID().slice(0, 8);
  await queryDatabase(
    `insert into invitations (client_id, email, role, user_id, created_at, expires_at)
     select u.client_id, n || '-' || $2 || '@partner.example', 'editor', u.id, now() - n * interval '1 day', now() + (3 - 2 * n) * interval '1 day'
     from users u join clients c on c.id = u.client_id, generate_series(1, 2) n where c.workspace = $1 and u.role = 'owner'`,
    [workspace, mark],
  );
  await openPage(page, "/client/invitations");
  const [first, last] = [row(page, `1-${mark}`), row(page, `2-${mark}`)];
  await first.getByRole("switch").click();
  await saveRow(page, `1-${mark}`);
  await openPage(page, "/client/invitations");
  await expect(first.getByRole("switch")).toBeChecked();
  await expect(last.getByRole("switch")).not.toBeChecked();

  await expect(last).toContainText("Abgelaufen am");
  await last.getByRole("button", { name: "Erneut senden" }).click();
  await expect(page.getByText("Die Einladung ist unterwegs.")).toBeVisible();
  await expect(last).not.toContainText("Abgelaufen");
  await readMail(`2-${mark}@partner.example`, { subject: "Einladung" });
  await openPage(page, "/client/invitations");
  await last.getByRole("button", { name: "Erneut senden" }).click();
  await expect(last.getByRole("alert")).toContainText(/vor weniger als einer Minute verschickt\. In \d+ Sekunden/);
  await expectAccessible(page);

  await page.getByRole("link", { name: `Einladung an 1-${mark}@partner.example zurückziehen` }).click();
  await expect(question(page)).toContainText(`Der Link in der E-Mail an 1-${mark}@partner.example gilt dann nicht mehr.`);
  await question(page).getByRole("button", { name: "Zurückziehen" }).click();
  await expect(page.getByText("Die Einladung ist zurückgezogen.")).toBeVisible();
  await expect(first).toHaveCount(0);
});
