import { chooseFolder, fileArticle, makeFolder } from "../support/e2e/articles";
import { expect, queryDatabase, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";
import { addPerson, openWorkspace } from "../support/e2e/workspace";

test("Florian types a tag: Enter takes the one that fits, a new one takes a choice, and nothing is sent @with-js @journey", async ({
  page,
}) => {
  await signIn(page, "florian");
  await openPage(page, "/stream/contents/new?mode=manual");
  const dialog = page.getByRole("dialog");
  const tag = (name: string) => dialog.getByRole("group", { name: "Tags" }).getByRole("checkbox", { name, exact: true });
  const typed = page.getByRole("combobox", { name: "Tags eingeben, mit Komma getrennt" });
  const options = dialog.getByRole("group", { name: "Tags" }).getByRole("option");
  await typed.fill("sprache lei");
  await expect(options).toHaveText(["Leichte Sprache", "„sprache lei“ als neuen Tag anlegen"]);
  await expect(typed).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
  await typed.press("Enter");
  await expect(typed).toHaveValue("");
  await expect(options).toHaveCount(0);
  await expect(tag("Leichte Sprache")).toBeChecked();

  const made = uniqueTitle("Möhre");
  await typed.fill(made);
  await expect(options).toHaveText([`„${made}“ als neuen Tag anlegen`]);
  await expect(options).toHaveAttribute("aria-selected", "false");
  await typed.press("Enter");
  await expect(options).toHaveAttribute("aria-selected", "true");
  await typed.press("Enter");
  await expect(typed).toHaveValue("");
  await expect(tag(made)).toBeChecked();
  // The full name and a comma suffice; the choice is kept.
  await typed.pressSequentially("BAHNHOF,");
  await expect(tag("Bahnhof")).toBeChecked();
  const another = uniqueTitle("Rübe");
  await typed.pressSequentially(`${another},`);
  await expect(tag(another)).toBeChecked();
  await typed.fill("leichte sprache");
  await typed.press("Enter");
  await expect(tag("Leichte Sprache")).toBeChecked();
  await typed.fill("fahr");
  await typed.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await typed.press("ArrowDown");
  await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
  await typed.press("ArrowUp");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  const second = ((await options.nth(1).textContent()) ?? "").trim();
  await typed.press("Enter");
  await expect(tag(second)).toBeChecked();
  // Backspace focuses the last choice.
  await typed.press("Backspace");
  await expect(tag(second)).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(tag(second)).not.toBeChecked();
  await expect(typed).toBeFocused();
  // Choosing the tag that is being typed clears the field.
  await typed.fill("leichte");
  await typed.press("Escape");
  await tag("Leichte Sprache").click();
  await expect(typed).toHaveValue("leichte");
  await tag("Leichte Sprache").click();
  await expect(typed).toHaveValue("");
  await typed.press("ArrowDown");
  await expect(options.first()).toBeVisible();
  await typed.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Eingaben verwerfen?" })).toBeVisible();
});

test("Jana chooses one of two Foldas of the same name, and it stays chosen @with-js", async ({ page }) => {
  await signIn(page, "jana");
  await openPage(page, "/stream/contents/new?mode=manual");
  const dialog = page.getByRole("dialog");
  const folder = dialog.getByRole("combobox", { name: "Folda", exact: true });
  await expect(dialog.locator("select[name=folderId]")).toBeHidden();
  await folder.fill("Eingang");
  const second = dialog.getByRole("option", { name: /^Eingang/ }).nth(1);
  const id = (await second.getAttribute("data-value")) ?? "";
  await second.click();
  await folder.press("Tab");
  await expect(folder).not.toBeFocused();
  await expect(dialog.locator("select[name=folderId]")).toHaveValue(id);
});

test("Ayşe is offered the tags of the Folda that she chooses, and keeps those she has taken @with-js", async ({ page }) => {
  await signIn(page, "ayse");
  const [full, empty] = [uniqueTitle("Voll"), uniqueTitle("Leer")];
  for (const name of [full, empty]) await makeFolder(page, { team: "Digitalisierung & IT", name });
  const [taken, left] = [uniqueTitle("Speicher"), uniqueTitle("Kabel")];
  await fileArticle(page, { folder: full, title: uniqueTitle("Strom"), newTags: `${taken}, ${left}` });
  await openPage(page, "/stream/contents/new?mode=manual");
  const form = page.getByRole("dialog");
  await chooseFolder(form, full);
  await expect(form.getByRole("checkbox", { name: left })).toBeVisible();
  await form.getByRole("checkbox", { name: taken }).check();
  await chooseFolder(form, empty);
  await expect(form.getByRole("checkbox", { name: left })).toHaveCount(0);
  const box = form.getByRole("checkbox", { name: taken });
  await expect(box).toBeChecked();
  // A mistake can be undone.
  await box.press(" ");
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
});

test("Florian is offered the sources of earlier articles, and can type any other @with-js", async ({ page }) => {
  await signIn(page, "florian");
  const source = uniqueTitle("Märkischer Anzeiger");
  await fileArticle(page, { folder: "Energie & Klima", title: uniqueTitle("Strom"), sourceName: source });
  await openPage(page, "/stream/contents/new?mode=manual");
  const field = page.getByRole("combobox", { name: "Quelle" });
  await field.press("ArrowDown");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Eingaben verwerfen?" });
  await question.getByRole("button", { name: "Weiter schreiben" }).click();
  await expect(question).toHaveCount(0);
  await field.fill(source.slice("Märkischer ".length));
  await page.getByRole("option", { name: source }).click();
  await expect(field).toHaveValue(source);
  await field.fill("Neue Zeitung");
  await field.press("Tab");
  await expect(field).toHaveValue("Neue Zeitung");
});

test("Nora finds people beyond the first hundred by a part of their name @with-js", async ({ page }) => {
  const workspace = await openWorkspace(page);
  await addPerson(workspace, { key: "zita", firstName: "Zita", lastName: "Großmann", role: "editor" });
  await queryDatabase(
    `insert into users (client_id, email, password_hash, role, first_name, last_name)
     select id, 'a' || n || '@werk.example', '', 'editor'::role, 'Anna', 'Nummer ' || n from clients, generate_series(1, 100) n where workspace = $1`,
    [workspace],
  );
  const [team] = await queryDatabase(
    "insert into teams (client_id, name, slug, visibility) select id, 'Netz', 'netz', 'is_public' from clients where workspace = $1 returning id",
    [workspace],
  );
  await openPage(page, `/team/${team?.id}/members/new`);
  const field = page.locator("#person-search");
  await expect(field).toHaveRole("combobox");
  await field.fill("gross");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Zita Großmann zita@werk.example"]);
  await field.press("Enter");
  await field.fill("thal");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Nora Thal nora@werk.example"]);
  await expect(page.getByRole("checkbox", { name: "Zita Großmann" })).toBeChecked();
});

test("On a phone, suggestions stay visible above the keyboard @with-js @phone", async ({ page }) => {
  await signIn(page, "florian");
  await openPage(page, "/stream/contents/new?mode=manual");
  const field = page.getByLabel("Tags eingeben, mit Komma getrennt");
  await expect(field).toHaveRole("combobox");
  await field.click();
  const list = page.getByRole("listbox");
  await expect(list).toBeVisible();
  // As with the keyboard.
  await page.setViewportSize({ width: 390, height: 420 });
  await expect(list).toBeInViewport({ ratio: 0.9 });
  await expect(field).toBeInViewport({ ratio: 1 });
});
