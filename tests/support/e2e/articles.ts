// Articles and folders: prepared by posting forms, and the fields of their forms.
import { randomUUID } from "node:crypto";
import type { APIResponse, Locator, Page } from "@playwright/test";
import { parseHTML } from "linkedom";
import { expect, hasScript, queryDatabase } from "./fixtures";
import { dropNotices, idle } from "./pages";

/** Types the text of an article, with script into the editor, which replaces the textarea when it has loaded. */
export async function fillBody(page: Page, text: string, name = "Text"): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (hasScript()) await expect(dialog.locator('[contenteditable="true"]')).toBeVisible();
  await dialog.getByRole("textbox", { name, exact: true }).fill(text);
  await idle(page);
}

/** Checks that what is decided for each article needs no scrolling in a window of this size. */
export async function expectOnFirstScreen(form: Locator, size: { width: number; height: number }): Promise<void> {
  await form.page().setViewportSize(size);
  for (const label of ["Adresse des Artikels", "Titel", "Folda", "Tags eingeben, mit Komma getrennt", "Veröffentlicht am", /^Quelle/])
    await expect(form.getByLabel(label, { exact: true }), `${label} at ${size.width} × ${size.height}`).toBeInViewport({ ratio: 1 });
}

/** Checks the text of an article, in the editor or the textarea. */
export async function expectBody(page: Page, expected: string | RegExp, name = "Text"): Promise<void> {
  const field = page.getByRole("dialog").getByRole("textbox", { name, exact: true });
  const text = () =>
    field.evaluate((element) => (element instanceof HTMLTextAreaElement ? element.value : (element as HTMLElement).innerText));
  await expect
    .poll(async () => (await text()).replace(/\n{3,}/g, "\n\n").trim())
    .toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
}

type FormFields = Record<string, string | string[] | undefined>;

/** Posts a form like a browser without JavaScript, without following the redirect. */
export function postForm(page: Page, path: string, fields: FormFields): Promise<APIResponse> {
  const pairs = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((one) => [name, one])));
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return page.request.post(path, { headers, data: new URLSearchParams(pairs).toString(), maxRedirects: 0 });
}

/** The ids of the demo workspace's teams or folders with that name. Reading them from pages would take a tenth of the time of all flows. */
async function idsOf(table: "teams" | "folders", name: string): Promise<string[]> {
  const found = await queryDatabase(
    `select id from ${table} where name = $1 and client_id = (select id from clients where workspace = 'demo')`,
    [name],
  );
  return found.map(({ id }) => String(id));
}

/** The path of a folder. */
export async function findFolderPath(page: Page, name: string): Promise<string> {
  const [id, ...others] = await idsOf("folders", name);
  if (id && others.length === 0) return `/folda/${id}`;
  // All inboxes have the same name; the page of all folders links only to the signed-in person's.
  const { document } = parseHTML(await (await page.request.get("/folda")).text());
  const path = [...document.querySelectorAll(".folda a")].find((link) => link.textContent?.trim() === name)?.getAttribute("href");
  if (!path) throw new Error(`no folder ${name}`);
  return path;
}

/** The fields of an article as its form posts them. */
const articleFields = (title: string, fields: FormFields = {}): FormFields => ({
  title,
  body: "Die Sperrung beginnt im März und dauert neun Wochen.",
  newTags: "Sperrpause",
  publishedAt: "2026-03-02",
  priority: "normal",
  shareable: "on",
  key: randomUUID(),
  // Skips the question whether the address is already filed.
  seenAddress: fields.sourceUrl,
  ...fields,
});

/** Files an article into a folder as the signed-in person; returns the paths of both. */
export async function fileArticle(page: Page, { folder, title, ...fields }: { folder: string; title: string } & FormFields) {
  const folderPath = await findFolderPath(page, folder);
  const answer = await postForm(
    page,
    `${folderPath}/contents/new`,
    articleFields(title, { folderId: folderPath.split("/").at(-1), ...fields }),
  );
  expect(answer.status(), `${title} is filed`).toBe(302);
  await dropNotices(page);
  const [article] = await queryDatabase("select id from articles where title = $1 order by created_at desc limit 1", [title]);
  if (!article) throw new Error(`no article ${title}`);
  const articlePath = `/contents/${article.id}`;
  return { folderPath, articlePath };
}

/** Creates a folder in a team as the signed-in person; returns its path. */
export async function makeFolder(page: Page, { team, name, ...fields }: { team: string; name: string } & FormFields): Promise<string> {
  const [teamId, ...others] = await idsOf("teams", team);
  if (!teamId || others.length > 0) throw new Error(`${others.length + (teamId ? 1 : 0)} teams are called ${team}`);
  const answer = await postForm(page, "/folda/new", { name, teamId, key: randomUUID(), ...fields });
  expect(answer.status(), `${name} is made`).toBe(302);
  await dropNotices(page);
  return findFolderPath(page, name);
}

export const chooseFolder = (form: Page | Locator, name: string): Promise<void> => chooseOption(form, name, "Folda");

/** Chooses from a select, which is a combobox with script. */
export async function chooseOption(form: Page | Locator, name: string, label: string | RegExp): Promise<void> {
  const field = form.getByLabel(label, { exact: true });
  if (!hasScript()) return void (await field.selectOption({ label: name }));
  await expect(field).toHaveAttribute("role", "combobox");
  await field.fill(name);
  // Enter would send a form that asks for nothing else.
  await form.getByRole("option", { name, selected: true }).click();
  await expect(field).toHaveValue(name);
}

export const expectFolder = (form: Page | Locator, name: string): Promise<void> => expectOption(form, name, "Folda");

/** The same as `chooseOption`. */
export async function expectOption(form: Page | Locator, name: string, label: string): Promise<void> {
  const field = form.getByLabel(label, { exact: true });
  if (hasScript()) await expect(field).toHaveValue(name);
  else await expect(field.locator("option:checked")).toHaveText(name);
}

/** Chooses an entry of a picker: with script by typing its name into the field with this label, without in the list that `more` unfolds. */
export async function choosePicked(form: Locator, name: string, field: string, more: string | RegExp): Promise<void> {
  const box = form.getByRole("checkbox", { name, exact: true });
  if (hasScript()) {
    const input = form.getByLabel(field);
    // An input with a datalist has the role, too.
    await expect(input).toHaveAttribute("role", "combobox");
    await input.fill(name);
    await input.press("Enter");
    await expect(input).toHaveValue("");
    return expect(box).toBeChecked();
  }
  if (!(await box.isVisible())) await form.getByText(more).click();
  await box.check();
}
