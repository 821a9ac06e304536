import type { Page } from "@playwright/test";
import { expectFolder, fileArticle, findFolderPath, makeFolder, postForm } from "../support/e2e/articles";
import { expect, openBrowserOf, queryDatabase, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: [/status of 403\b/] });

const dialog = (page: Page) => page.getByRole("dialog");
const create = (page: Page) => dialog(page).getByRole("button", { name: "Folda anlegen" }).click();
const team = (page: Page, name: string) => page.getByRole("region", { name });

test("Clara sees the folders of her teams by team, and opens one @phone", async ({ page }) => {
  await signIn(page, "clara");
  await openPage(page, "/folda");
  await expect(page.getByRole("heading", { level: 1, name: "Foldas" })).toBeVisible();
  const netz = page.getByRole("region", { name: "Netz & Infrastruktur" });
  await expect(netz.getByRole("link", { name: "Ausbau Nordkorridor" })).toBeVisible();
  await expect(netz.getByText(/^\d+ Beiträge$/).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Unternehmenskommunikation" }).getByRole("link", { name: "Presseschau" })).toBeVisible();
  await expect(page.getByRole("link", { name: "IT-Sicherheit" })).toHaveCount(0);
  await expectAccessible(page);
  await netz.getByRole("link", { name: "Ausbau Nordkorridor" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ausbau Nordkorridor" })).toBeVisible();
  await expect(page.getByText("Sanierung, Neubau und Ersatzverkehr zwischen Hamburg, Uelzen und Hannover.")).toBeVisible();
});

test("Jana jumps to a team and follows the path of a folder back to it", async ({ page }) => {
  await signIn(page, "jana");
  const path = await findFolderPath(page, "Brücken & Bauwerke");
  await openPage(page, "/folda");
  await page.getByRole("navigation", { name: "Zu einem Team springen" }).getByRole("link", { name: "Netz & Infrastruktur" }).click();
  await expect(page).toHaveURL(/#team-netz$/);
  await openPage(page, path);
  const crumbs = page.getByRole("navigation", { name: "Pfad" });
  await expect(crumbs.getByText("Brücken & Bauwerke")).toHaveAttribute("aria-current", "page");
  await crumbs.getByRole("link", { name: "Netz & Infrastruktur" }).click();
  await expect(page).toHaveURL(/\/folda#team-netz$/);
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Foldas" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("Jana adds from a folder, and the form has chosen it @without-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, await findFolderPath(page, "Brücken & Bauwerke"));
  await page.getByRole("link", { name: "Beitrag hinzufügen" }).click();
  await page.getByRole("link", { name: "Selbst verfassen" }).click();
  await expectFolder(page, "Brücken & Bauwerke");
});

test("Florian makes a folder in the team he stands at, and finds it there @phone @journey", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/folda");
  await team(page, "Netz & Infrastruktur").getByRole("link", { name: "Neue Folda" }).click();
  await expect(page).toHaveTitle("Neue Folda – Folda");
  await expect(dialog(page).getByLabel("Team").locator("option:checked")).toHaveText("Netz & Infrastruktur");
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

test("Jana names who works in a new folder and as what; nobody unknown, and nobody where she gives no rights", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/folda/new");
  const name = uniqueTitle("Rechte");
  const people = dialog(page).getByLabel("Verantwortliche");
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog(page).getByLabel("Team").selectOption("Netz & Infrastruktur");
  await people.fill("miriam@demo.example, Niemand Bekanntes");
  await dialog(page).getByRole("radio", { name: "Admin" }).check();
  await expectAccessible(page);
  await create(page);
  await expect(dialog(page).getByRole("alert").getByRole("link")).toHaveText([/^Verantwortliche: Niemand Bekanntes: /]);
  await expect(people).toHaveValue("miriam@demo.example, Niemand Bekanntes");
  await expect(dialog(page).getByRole("radio", { name: "Admin" })).toBeChecked();
  expect(await queryDatabase("select 1 from folders where name = $1", [name])).toEqual([]);
  await people.fill("miriam@demo.example, lena@demo.example, miriam@demo.example");
  await create(page);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const owners = await queryDatabase(
    "select u.email, o.role from ownerships o join users u on u.id = o.user_id join folders f on f.id = o.folder_id where f.name = $1 order by 1",
    [name],
  );
  expect(owners).toEqual([
    { email: "lena@demo.example", role: "admin" },
    { email: "miriam@demo.example", role: "admin" },
  ]);
});

test("Florian sends an empty form and one that is too long, and keeps what he typed", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/folda/new");
  await dialog(page).getByRole("textbox", { name: "Beschreibung" }).fill("Bleibt stehen.");
  const summary = dialog(page).getByRole("alert");
  await expectMissing(dialog(page), "Folda anlegen", ["Name", "Team"]);
  await expect(dialog(page).getByRole("textbox", { name: "Beschreibung" })).toHaveValue("Bleibt stehen.");
  await expectAccessible(page);
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill("x".repeat(1001));
  await dialog(page).getByLabel("Team").selectOption("Energie & Klima");
  await create(page);
  await expect(summary.getByRole("link")).toHaveText(["Name: Bitte kürzen Sie auf höchstens 1000 Zeichen."]);
  await expect(dialog(page).getByLabel("Team").locator("option:checked")).toHaveText("Energie & Klima");
  await expect(dialog(page).getByRole("textbox", { name: "Beschreibung" })).toHaveValue("Bleibt stehen.");
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

test("A folder that is gone already is deleted without a fuss, an empty one is called empty", async ({ page }) => {
  await signIn(page, "florian");
  const name = uniqueTitle("Leer");
  const path = await makeFolder(page, { team: "Energie & Klima", name });
  await openPage(page, `${path}/delete`);
  await expect(page.getByRole("alertdialog")).toContainText(`„${name}“ ist leer und kommt in den Papierkorb.`);
  const answers = await Promise.all([1, 2].map(() => postForm(page, `${path}/delete`, {})));
  expect(answers.map((answer) => answer.status())).toEqual([302, 302]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Folda löschen" }).click();
  await expect(page).toHaveURL(/\/folda$/);
  await expect(page.getByText("Diese Folda gibt es nicht mehr, oder Sie können sie nicht mehr sehen.")).toBeVisible();
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
  await expect(card).toHaveClass(/\bnew\b/);
  await expectAccessible(page);
  await openPage(page, path);
  await openPage(page, "/folda");
  await expect(card).toContainText("3 Beiträge");
  await expect(card).not.toContainText("neu");

  for (let n = 0; n < 10; n += 1) await fileArticle(lena, { folder: name, title: uniqueTitle(`Weiteres ${n}`) });
  await lena.context().close();
  await page.reload();
  await expect(card).toContainText("mehr als 9 neu");
});
