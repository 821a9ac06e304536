import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, hasScript, queryDatabase, signIn, test } from "../support/e2e/fixtures";
import { expectAccessible, hydrated, openPage } from "../support/e2e/pages";

const rows = (page: Page) => page.getByRole("row");
const show = (page: Page) => page.getByRole("button", { name: "Anzeigen" }).click();

/** Entries of a person whom no other flow uses: `count` deleted tags, a second apart. */
async function fillLog(name: string, count: number, day: string): Promise<void> {
  await queryDatabase(
    `with person as (
      insert into users (client_id, email, password_hash, role, first_name, last_name)
      select client_id, $1 || '@demo.example', 'none', 'editor', 'Ole', $1 from users where email = 'anna@demo.example' returning id, client_id)
    insert into audit_entries (client_id, topic, kind, actor, actor_id, actor_name, data, created_at)
    select client_id, 'tags', 'tagDeleted', 'person', id, 'Ole ' || $1, jsonb_build_object('tag', 'Tag ' || n), $3::timestamptz + n * interval '1 second'
    from person, generate_series(1, $2::int) as n`,
    [name, count, day],
  );
}

test("Anna reads what she did a moment ago, finds what Ole did by name, kind and day, and takes it along as a file @journey", async ({
  page,
}) => {
  const surname = `Hansen${randomUUID().slice(0, 8)}`;
  await fillLog(surname, 60, "2026-03-01T12:00:00Z");
  await signIn(page, "anna", { locale: "de" });
  await openPage(page, "/client/tags");
  await page.getByRole("navigation", { name: "Verwaltung" }).getByRole("link", { name: "Protokoll" }).click();
  await expect(page).toHaveURL(/\/client\/audit-log$/);
  await hydrated(page);
  await expect(page.getByText("Anna Brandt hat sich angemeldet.").first()).toBeVisible();
  await expectAccessible(page);

  const person = page.getByRole("combobox", { name: "Person" });
  if (hasScript()) {
    // An input with a datalist also has the role `combobox`.
    await expect(person).toHaveAttribute("role", "combobox");
    await person.fill(surname);
    await page.getByRole("listbox").getByRole("option").click();
    await expect(person).toHaveValue(`Ole ${surname}`);
  }
  await person.fill(`ole ${surname}`);
  await page.getByLabel("Art").selectOption("Tags");
  await page.getByLabel("Von").fill("2026-03-01");
  await page.getByLabel("Bis").fill("2026-03-01");
  await show(page);
  await expect(page).toHaveURL(/topic=tags/);
  await expect(rows(page)).toHaveCount(26);
  await expect(rows(page).nth(1)).toContainText(`Ole ${surname} hat den Tag „Tag 60“ gelöscht.`);
  await expect(rows(page).nth(1)).toContainText("01.03.26, 13:01 Uhr");

  const above = page.getByRole("navigation", { name: "Seiten, oben" });
  await above.getByRole("link", { name: "Ältere Einträge" }).click();
  await expect(rows(page).nth(1)).toContainText("„Tag 35“");
  await above.getByRole("link", { name: "Ältere Einträge" }).click();
  await expect(rows(page)).toHaveCount(11);
  await above.getByRole("link", { name: "Neuere Einträge" }).click();
  await expect(rows(page).nth(1)).toContainText("„Tag 35“");
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel("Person")).toHaveValue(`ole ${surname}`);
  await expect(rows(page).nth(1)).toContainText("„Tag 35“");

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Als CSV herunterladen" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Protokoll.csv");
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(61);
  expect(lines[1]).toBe(`"2026-03-01 13:01:00";"Ole ${surname}";"Tags";"Ole ${surname} hat den Tag „Tag 60“ gelöscht."`);

  await above.getByRole("link", { name: "Zu den neuesten" }).click();
  await expect(rows(page).nth(1)).toContainText("„Tag 60“");
  await page.getByRole("link", { name: "Filter zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/client\/audit-log$/);
});
