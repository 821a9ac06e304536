import type { Browser, Locator, Page } from "@playwright/test";
import { chooseFolder, fileArticle, makeFolder } from "../support/e2e/articles";
import { expect, hasScript, newMember, offlineConsole, openBrowserOf, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, hydrated, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: offlineConsole("status of (403|409)\\b") });

const digital = "Digitalisierung & IT";
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: name === "Name" });
/** By its class: for a moment after a change, the buttons of rows lack the person in their name. */
const saveButton = (page: Page) => dialog(page).locator("button.primary", { hasText: "Speichern" });
const save = (page: Page) => saveButton(page).click();
const menu = (page: Page) => page.locator("summary", { hasText: "Einstellungen der Folda" });
const owner = (page: Page, name: string) => dialog(page).getByRole("listitem").filter({ hasText: name });

/** Ayşe, who owns the team, with a folder of her own for this flow; the settings are open. */
async function openSettings(page: Page, name = uniqueTitle("Sicherheitslage")): Promise<string> {
  await signIn(page, "ayse");
  const path = await makeFolder(page, { team: digital, name });
  await openPage(page, `${path}/edit`);
  return path;
}

/** What a row is changed to is saved: at once with script, by its button without. The answer is awaited, since the row may still say that an earlier change was saved. */
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

async function addPerson(page: Page, typed: string) {
  await dialog(page).getByRole("combobox", { name: "Person hinzufügen" }).fill(typed);
  await dialog(page).getByRole("button", { name: "Hinzufügen" }).click();
}

/** Another person's browser, on a page. */
async function look(browser: Browser, person: "miriam" | "lena" | "tobias", path: string) {
  const other = await openBrowserOf(browser, person);
  const answer = await other.goto(path);
  return { page: other, status: answer?.status(), close: () => other.context().close() };
}

test("Ayşe changes a folder from its menu, and the list below stays as she sorted it @phone", async ({ page }) => {
  await signIn(page, "ayse");
  const name = uniqueTitle("Lagebild");
  const path = await makeFolder(page, { team: digital, name, description: "Alt" });
  await openPage(page, `${path}?sort_by=views`);
  await menu(page).click();
  await page.getByRole("link", { name: "Folda bearbeiten" }).click();
  await expect(page).toHaveTitle("Folda bearbeiten – Folda");
  await expect(field(page, "Name")).toHaveValue(name);
  await expect(dialog(page).getByLabel("Team").locator("option:checked")).toHaveText(digital);
  await expectAccessible(page);
  await field(page, "Name").fill(`${name} neu`);
  await field(page, "Anzeigename").fill("Lagebrief");
  await field(page, "Beschreibung").fill("Erste Zeile\nzweite Zeile");
  await save(page);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(page).toHaveURL(`${path}?sort_by=views`);
  await expect(page.getByRole("heading", { level: 1, name: `${name} neu` })).toBeVisible();
  await expect(page.getByText("Erste Zeile")).toContainText("zweite Zeile");
  await openPage(page, `${path}/edit`);
  await expect(field(page, "Anzeigename")).toHaveValue("Lagebrief");
});

test("Ayşe keeps a folder's articles out of the stream, where each appears once it is moved", async ({ page }) => {
  const name = uniqueTitle("Sichtung");
  const path = await openSettings(page, name);
  await openPage(page, `${path}/sources`);
  await page.getByRole("button", { name: "Nicht im Stream zeigen" }).click();
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Im Stream zeigen", exact: true })).toBeVisible();

  const title = uniqueTitle("Ungesichtet");
  const { articlePath } = await fileArticle(page, { folder: name, title });
  const link = page.getByRole("main").getByRole("link", { name: title });
  await page.goto("/stream");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.goto(path);
  await expect(link).toBeVisible();
  await page.goto(`/search?term=${encodeURIComponent(title)}`);
  await expect(link).toBeVisible();
  await page.goto(`/stream?folder_ids=${path.split("/").at(-1)}`);
  await expect(link).toBeVisible();
  await openPage(page, `${path}${articlePath}/edit`);
  await chooseFolder(dialog(page), "IT-Sicherheit");
  await save(page);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await page.goto("/stream");
  await expect(link).toBeVisible();
});

test("Ayşe saves nonsense and is led to each field, with everything she typed", async ({ page }) => {
  await openSettings(page);
  await field(page, "Name").fill("  ");
  await dialog(page).getByLabel("Team").selectOption("");
  await expectMissing(dialog(page), saveButton(page), ["Name", "Team"]);
  await field(page, "Name").fill("Lage");
  await field(page, "Anzeigename").fill("x".repeat(1001));
  await field(page, "Beschreibung").fill("y".repeat(1001));
  await dialog(page).getByLabel("Team").selectOption({ index: 1 });
  await save(page);
  const summary = dialog(page).getByRole("alert");
  await expect(summary.getByRole("link")).toHaveText([
    "Anzeigename: Bitte kürzen Sie auf höchstens 1000 Zeichen.",
    "Beschreibung: Bitte kürzen Sie auf höchstens 1000 Zeichen.",
  ]);
  if (hasScript()) await expect(summary).toBeFocused();
  await expect(field(page, "Anzeigename")).toHaveValue("x".repeat(1001));
  await expect(field(page, "Beschreibung")).toHaveValue("y".repeat(1001));
  await expect(field(page, "Name")).toHaveValue("Lage");
  await summary.getByRole("link", { name: /^Beschreibung/ }).click();
  await expect(field(page, "Beschreibung")).toBeFocused();
});

test("Lena and Ayşe change the same folder: the later one is told, loses nothing, and may have the last word", async ({
  page,
  browser,
}) => {
  const path = await openSettings(page);
  await addPerson(page, "lena@demo.example");
  await saveRow(page, "Lena", (row) => row.getByRole("combobox").selectOption("Admin"));
  await expect(owner(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  const lena = await look(browser, "lena", `${path}/edit`);
  await hydrated(lena.page);
  const stored = uniqueTitle("Von Ayşe");
  await field(page, "Name").fill(stored);
  await field(page, "Beschreibung").fill("Von Ayşe beschrieben.");
  await save(page);
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();

  const name = uniqueTitle("Von Lena");
  await field(lena.page, "Name").fill(name);
  await save(lena.page);
  const alert = dialog(lena.page).getByRole("alert");
  await expect(alert).toContainText("Das wurde inzwischen von jemand anderem geändert. Wenn Sie noch einmal speichern, gilt Ihre Fassung.");
  await expect(alert.getByRole("link")).toHaveText([`Name: Inzwischen gespeichert: ${stored}`]);
  await expect(field(lena.page, "Name")).toHaveValue(name);
  await expect(field(lena.page, "Beschreibung")).toHaveValue("Von Ayşe beschrieben.");
  await save(lena.page);
  await expect(lena.page.getByRole("heading", { level: 1, name })).toBeVisible();
  await lena.close();
});

test("Ayşe names nobody, somebody unknown, somebody twice, and one of two of the same name", async ({ page, browser, baseURL }) => {
  const other = await (await browser.newContext({ baseURL })).newPage();
  const addresses = [1, 2].map(() => `${uniqueTitle("nadia").replace(" ", "-")}@demo.example`);
  for (const address of addresses) await newMember(other, address);
  await other.context().close();
  await openSettings(page);
  await addPerson(page, "Miriam Adler");
  await expect(owner(page, "Miriam")).toBeVisible();
  const input = dialog(page).getByRole("combobox", { name: "Person hinzufügen" });
  for (const [typed, message] of [
    [" ", "Dies ist ein Pflichtfeld"],
    ["Niemand Bestimmtes", "Diese Person gibt es in Ihrem Workspace nicht."],
    ["Miri", "Niemand heißt genau so. Meinen Sie vielleicht: Miriam Adler (miriam@demo.example)"],
    ["x".repeat(1001), "Bitte kürzen Sie auf höchstens 1000 Zeichen."],
    ["olga@nachbar.example", "Diese Person gibt es in Ihrem Workspace nicht."],
    ["Nadia Öztürk", "Mehrere Personen heißen so. Bitte geben Sie die E-Mail-Adresse an."],
    ["miriam@demo.example", "Diese Person steht bereits in der Liste."],
  ] as const) {
    await addPerson(page, typed);
    await expect(dialog(page).getByText(message)).toBeVisible();
    await expect(input).toHaveValue(typed);
    await expect(input).toBeFocused();
    await expect(input).toHaveAttribute("aria-invalid", "true");
  }
  await expectAccessible(page);
  await addPerson(page, addresses[0] ?? "");
  await expect(owner(page, addresses[0] ?? "")).toBeVisible();
  await expect(input).not.toHaveAttribute("aria-invalid", "true");
});

test("Lena, who administers a folder, takes this right from herself and stands on the folder's page", async ({ page, browser }) => {
  const path = await openSettings(page);
  await addPerson(page, "lena@demo.example");
  await saveRow(page, "Lena", (row) => row.getByRole("combobox").selectOption("Admin"));
  await expect(owner(page, "Lena").getByRole("combobox")).toHaveValue("admin");
  const lena = await look(browser, "lena", `${path}/edit`);
  await hydrated(lena.page);
  await dialog(lena.page).getByRole("combobox", { name: "Rolle von Lena Großmann" }).selectOption("Editor");
  if (!hasScript()) await owner(lena.page, "Lena").getByRole("button", { name: "Speichern" }).click();
  await expect(lena.page).toHaveURL(path);
  await expect(lena.page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(menu(lena.page)).toHaveCount(0);
  expect((await lena.page.goto(`${path}/edit`))?.status()).toBe(403);
  await lena.close();
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
  const input = dialog(page).getByRole("combobox", { name: "Person hinzufügen" });
  await expect(input).toHaveValue("Niemand Nirgends, florian@demo.example");
  await expect(input).toBeFocused();
  await expect(dialog(page).getByText("3 Personen")).toBeVisible();
  await expectAccessible(page);
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

  const input = dialog(page).getByRole("combobox", { name: "Person hinzufügen" });
  await input.fill("Niemand Nirgends");
  await save(page);
  await expect(dialog(page).getByRole("alert").getByRole("link")).toHaveText(
    "Person hinzufügen: Diese Person gibt es in Ihrem Workspace nicht.",
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
