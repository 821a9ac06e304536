import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../scripts/serve-for-tests.js";
import { expect, expectAccessible, hasScript, hydrated, openPage, postForm, queryDatabase, signIn, speak, test } from "./fixtures";

test.use({ allowedConsole: [/status of 403\b/] });

/** A workspace of its own, with Nora, its owner, signed in: what is changed here is nobody else's. Answers its name. */
async function openWorkspace(page: Page): Promise<string> {
  const workspace = `werk-${randomUUID().slice(0, 8)}`;
  await queryDatabase(
    `with client as (insert into clients (workspace, name, signup_enabled) values ($1, 'Werkbahn', true) returning id),
      nora as (
        insert into users (client_id, email, password_hash, role, first_name, last_name, locale)
        select id, 'nora@werk.example', (select password_hash from users where email = 'anna@demo.example'), 'owner', 'Nora', 'Thal', 'de'
        from client returning id, client_id),
      team as (
        insert into teams (client_id, name, slug, visibility, personal_user_id)
        select client_id, 'Nora Thal', 'nora', 'is_personal', id from nora returning id, client_id, personal_user_id),
      member as (insert into memberships (client_id, team_id, user_id, role) select client_id, id, personal_user_id, 'owner' from team)
    insert into folders (client_id, team_id, name, purpose) select client_id, id, 'Eingang', 'inbox' from team`,
    [workspace],
  );
  await speak(page, "de");
  await enter(page, workspace);
  return workspace;
}

async function enter(page: Page, workspace: string): Promise<void> {
  const form = { workspace, email: "nora@werk.example", password: demoPassword };
  expect((await page.request.post("/sign-in", { form, maxRedirects: 0 })).status()).toBe(302);
}

const tab = (page: Page, name: string) => page.getByRole("navigation", { name: "Mandant" }).getByRole("link", { name });
const save = async (page: Page) => {
  await page.getByRole("button", { name: "Speichern", exact: true }).last().click();
};
const svg = (inner: string) => ({
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${inner}</svg>`),
});

test("Nora sets up her workspace: what is wrong is said at its field, what she typed stays, and the rest follows her settings", async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await openPage(page, "/stream");
  await page.locator("summary.who").click();
  await page.getByRole("link", { name: "Mandant verwalten" }).click();
  await expect(page).toHaveURL(/\/client\/settings$/);
  await hydrated(page);
  await expect(page.getByLabel("Workspace")).toHaveValue(workspace);
  await expectAccessible(page);

  await page.getByLabel("Workspace").fill("demo");
  await page.getByLabel("Name", { exact: true }).fill("Werkbahn AG");
  await page.getByLabel("Erlaubte E-Mail-Adressen").fill("werk.example\nniemand");
  await page.getByRole("switch", { name: /Darf geteilt werden/ }).uncheck();
  await page.getByLabel("Logo", { exact: false }).first().setInputFiles(svg("<script>alert(1)</script>"));
  await save(page);
  await expect(page.getByText("„niemand“ ist weder eine E-Mail-Adresse noch eine Domain.").last()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Werkbahn AG");
  await expect(page.getByLabel("Erlaubte E-Mail-Adressen")).toHaveValue("werk.example\nniemand");
  await expect(page.getByRole("switch", { name: /Darf geteilt werden/ })).not.toBeChecked();
  await expectAccessible(page);

  await page.getByLabel("Erlaubte E-Mail-Adressen").fill("WERK.example");
  await page.locator("#logo").setInputFiles([]);
  await save(page);
  await expect(page.getByText("Diesen Workspace gibt es schon.").last()).toBeVisible();
  await page.getByLabel("Workspace").fill(workspace);
  await page.locator("#logo").setInputFiles(svg("<script>alert(1)</script>"));
  await save(page);
  await expect(page.getByText("In dieser Datei ist nichts, was sich gefahrlos zeichnen lässt.").last()).toBeVisible();

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

test("Nora keeps her tags in order: adds, finds, renames, merges and deletes them", async ({ page }) => {
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
  await dialog.getByRole("button", { name: "Umbenennen" }).click();
  await expect(dialog.getByText("Dies ist ein Pflichtfeld").last()).toBeVisible();
  await dialog.getByLabel("Name").fill("Gleisbau");
  await dialog.getByRole("button", { name: "Umbenennen" }).click();
  await expect(row("Gleisbau")).toBeVisible();

  await page.getByRole("searchbox", { name: "Tags suchen" }).fill("weiche");
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page.getByText("2 Tags")).toBeVisible();
  await page.getByRole("link", { name: "Zusammenführen Weichenn" }).click();
  await dialog.getByLabel("Ersetzen durch").fill("Signal");
  await dialog.getByRole("button", { name: "Zusammenführen" }).click();
  await expect(dialog.getByText("Einen Tag mit diesem Namen gibt es nicht.").last()).toBeVisible();
  await dialog.getByLabel("Ersetzen durch").fill("weiche");
  await dialog.getByRole("button", { name: "Zusammenführen" }).click();
  await expect(page.getByText("Die Tags sind zusammengeführt.")).toBeVisible();
  await expect(page.getByText("1 Tag", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/term=weiche/);

  await page.getByRole("link", { name: "„Weiche“ löschen" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("„Weiche“ wird nirgends verwendet.")).toBeVisible();
  await question.getByRole("button", { name: "Tag löschen" }).click();
  await expect(page.getByText("Kein Tag enthält „weiche“.")).toBeVisible();
});

test("Nora chooses colours: the preview shows them, what is hard to read is asked about, and they are everywhere until she signs out", async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await openPage(page, "/client/theme");
  await expectAccessible(page);
  const color = (name: string) => page.locator(`#${name}`);
  const property = (selector: string, name: string) =>
    page.locator(selector).evaluate((part, of) => getComputedStyle(part).getPropertyValue(of), name);
  await color("mainColor").fill("#8a1538");
  await color("linkColorHover").fill("#6f9fe0");
  if (!hasScript()) await page.getByRole("button", { name: "Vorschau aktualisieren" }).click();
  await expect(page.getByText("9,3 : 1")).toBeVisible();
  await expect(page.getByText("2,7 : 1")).toBeVisible();
  expect(await property(".theme-scope", "--main-color")).toBe("#8a1538");
  expect(await property("html", "--main-color")).toBe("#0b5a42");
  await expect(page.getByText(/Auf Weiß zu hell/)).toBeVisible();

  await save(page);
  await expect(page.getByRole("heading", { name: "So speichern?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Übernehmen für Link beim Zeigen" }).click();
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

test("Jana, an admin, finds no settings; Tobias, an editor, finds nothing to administer", async ({ page }) => {
  await signIn(page, "jana");
  for (const path of ["/client", "/client/settings"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/client\/tags$/);
  }
  await expect(tab(page, "Tags")).toHaveAttribute("aria-current", "page");
  await expect(tab(page, "Farben")).toBeVisible();
  await expect(tab(page, "Einstellungen")).toBeHidden();
  const settings = await page.request.post("/client/settings", { form: { workspace: "x", name: "x" }, maxRedirects: 0 });
  expect(settings.status()).toBe(403);

  await signIn(page, "tobias");
  for (const path of ["/client", "/client/tags", "/client/theme", "/client/tags/new"])
    expect((await page.request.get(path)).status(), path).toBe(403);
  await page.goto("/stream");
  await page.locator("summary.who").click();
  await expect(page.getByRole("link", { name: "Mandant verwalten" })).toBeHidden();
});
