import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { pagePaths } from "../../contract/paths";
import { expectAccessiblePages, prepareChecks } from "../support/e2e/accessibility";
import { fileArticle, findFolderPath, makeFolder, postForm } from "../support/e2e/articles";
import { expect, makeResetPath, pagesUrl, queryDatabase, signIn, speak, test, uniqueTitle } from "../support/e2e/fixtures";
import { hydrated, openPage } from "../support/e2e/pages";
import { signInByApp } from "../support/e2e/webview-session";
import { addPerson, openWorkspace } from "../support/e2e/workspace";
import { demoPassword } from "../support/serve-for-tests.js";

// Rejected forms have an error status, which Chromium logs.
test.use({ allowedConsole: [/status of (403|422)\b/] });

/** Milliseconds for a flow that opens every page. */
const manyPages = 900_000;

// axe and the measurements need JavaScript.

test("A visitor can use every page, whatever its colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await prepareChecks(page);
  await expectAccessiblePages(page, [
    "/sign-in",
    "/sign-up",
    "/sign-up/sent",
    "/password-reset",
    "/password_resets/nirgendwo",
    await makeResetPath(),
    "/invitations/nirgendwo",
    "/email_confirmations/nirgendwo",
    "/unsubscribe/nirgendwo",
    "/unsubscribe/notifications/nirgendwo",
    "/newsletter/nirgendwo",
    "/folda/nirgendwo/newsletter",
    "/folda/nirgendwo/newsletter/archive",
    "/nirgendwo",
    "/form-refused",
    "/bookmarklet",
    "/offline",
    "/webview/init",
    "/",
    "/?sent",
    ...Object.values(pagePaths).flatMap((twins) => Object.entries(twins).map(([locale, path]) => [path, locale] as const)),
    ["/webview/auth/de/nichts", "de"],
  ]);
});

/** An article in which everything is too long for a narrow window. */
const longArticle = (page: Page) =>
  fileArticle(page, {
    folder: "IT-Sicherheit",
    title: uniqueTitle("EinsehrlangesWortwieDonaudampfschifffahrtsgesellschaftskapitän für schmale Bildschirme"),
    sourceUrl: `https://zeitung.example/${randomUUID()}/${"lang/".repeat(30)}`,
    body: `Ort\tWert\n---\t---\nUelzen\t${"Zelle".repeat(40)}\n\n${"ohneleerzeichen".repeat(20)}`,
  });

test("Ayşe can use every page, whatever its colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const { folderPath, articlePath } = await longArticle(page);
  await expectAccessiblePages(page, [
    "/stream",
    "/stream?layout=list",
    "/stream?layout=compact",
    "/stream?layout=grid&page=2",
    "/folda",
    "/folda/import",
    folderPath,
    `${folderPath}?priority=normal&published_at_from=2026-01-01&source_name=${"Kurier".repeat(20)}`,
    articlePath,
    "/settings/profile",
    "/settings/password",
    "/settings/email",
    "/notifications",
    "/following",
    "/settings/notifications",
    "/settings/digest",
    "/settings/digest/preview",
    "/settings/feeds",
    "/settings/api-keys",
    "/settings/api-keys/new",
    "/settings/exports",
    "/settings/shortcuts",
    "/settings/close-account",
    "/search",
    "/search?term=Bahn&layout=list",
    "/search?term=Bahn&layout=grid&priority=normal",
    "/tag/sperrpause",
    "/tag/gibt-es-nicht",
    "/nirgendwo",
  ]);
});

test("Ayşe can use every overlay, whatever its colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const { articlePath, folderPath } = await longArticle(page);
  await expectAccessiblePages(page, [
    "/folda/new",
    `${folderPath}/edit`,
    `${folderPath}/delete`,
    "/stream/filter?tags=sperrpause&priority=high",
    "/search/filter?apply=&created_at_from=31.02.2026&published_at_from=2026-03-02&published_at_until=2026-03-01",
    "/stream/contents/new",
    "/stream/contents/new?mode=manual",
    `/stream/contents/new?fetch=1&url=${encodeURIComponent(`${pagesUrl}/article.html`)}`,
    `/stream/contents/new?fetch=1&url=${encodeURIComponent(`${pagesUrl}/document.pdf`)}`,
    `${articlePath}/edit`,
    `${articlePath}/copy`,
    `${articlePath}/move`,
    `${articlePath}/delete`,
  ]);
});

test("Ayşe and visitors can use the pages of subscribers, whatever their colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const folderPath = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Abonnenten") });
  await expectAccessiblePages(page, [`${folderPath}/subscribers`, `${folderPath}/subscribers/import`]);
  const [subscriber] = await queryDatabase(
    `with folder as (update folders set subscribable = true where id = $1 returning id, client_id)
     insert into subscribers (client_id, folder_id, email, locale, consent, confirmed_at)
     select client_id, id, email, 'de', '${"Messestand ".repeat(20)}', at
     from folder, (values ('${"lang".repeat(15)}@aussen.example', null::timestamptz), ('leo@aussen.example', now())) as given (email, at) returning id`,
    [folderPath.split("/").at(-1)],
  );
  const newsletter = `${folderPath}/newsletter`;
  await expectAccessiblePages(page, [
    `${folderPath}/subscribers`,
    `${folderPath}/subscribers/${subscriber?.id}/delete`,
    newsletter,
    `${newsletter}/subscription`,
    `${newsletter}/subscription?sent`,
    "/subscriptions/x",
  ]);
});

test("Ayşe can use the pages of sources, whatever their state, their colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const folderPath = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Quellen") });
  await expectAccessiblePages(page, ["/stream/share", `${folderPath}/sources`, `${folderPath}/sources/new`]);
  const states = [
    "null, null, false",
    "null, null, true",
    "'gone', now(), false",
    "'timeout', now(), false",
    "'timeout', now() - interval '8 days', false",
  ];
  const ids = await queryDatabase(
    `insert into sources (client_id, folder_id, user_id, address, title, tags, full_text, moved_from, next_fetch_at, problem, failing_since, is_paused)
     select f.client_id, f.id, u.id, 'https://hafen.example/${"lang".repeat(30)}/' || state.number, '${"Donaudampfschifffahrt".repeat(5)}', '{Hafen}', false,
       'https://hafen.example/frueher', null, state.problem, state.since, state.paused
     from folders f join users u on u.client_id = f.client_id and u.email = 'ayse@demo.example',
       (values ${states.map((state, number) => `(${number}, ${state})`).join(", ")}) as state (number, problem, since, paused)
     where f.id = $1 returning id`,
    [folderPath.split("/").at(-1)],
  );
  const [source] = ids.map(({ id }) => `${folderPath}/sources/${id}`);
  await expectAccessiblePages(page, [`${folderPath}/sources`, `${source}`, `${source}/delete`]);
});

test("Ayşe can use every overlay of feeds, whatever its colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const folderPath = await findFolderPath(page, "IT-Sicherheit");
  await expectAccessiblePages(page, [`${folderPath}/feed`, `/search/feed?term=${"Donaudampfschifffahrt".repeat(20)}&tags=nordkorridor`]);
});

test("Ayşe can use the settings of a folder with who is responsible for it, whatever its colours and however large @with-js", async ({
  page,
}) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const folderPath = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Donaudampfschifffahrtsgesellschaft") });
  for (const person of ["lena", "piotr"]) {
    await postForm(page, `${folderPath}/ownerships`, { person: `${person}@demo.example`, role: "editor", key: randomUUID() });
  }
  const owners = await queryDatabase("select id from ownerships where folder_id = $1", [folderPath.split("/").at(-1)]);
  expect(owners).toHaveLength(2);
  await expectAccessiblePages(page, [`${folderPath}/edit`, `${folderPath}/ownerships`, `${folderPath}/ownerships/${owners[0]?.id}`]);
});

test("Jana can use what her app shows, whatever its colours and however large @with-js", async ({ page, baseURL }) => {
  test.setTimeout(manyPages);
  await prepareChecks(page);
  await signInByApp(page, baseURL);
  const folderPath = await findFolderPath(page, "Brücken & Bauwerke");
  await expectAccessiblePages(page, ["/stream", folderPath, `${folderPath}/edit`, "/search"]);
});

test("Ayşe can use every page and overlay of teams, whatever its colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const name = uniqueTitle("EinsehrlangesWortwieDonaudampfschifffahrtsgesellschaftskapitän für schmale Bildschirme");
  const made = await postForm(page, "/teams/new", { name, key: randomUUID() });
  const members = made.headers().location ?? "";
  const settings = members.replace("/members", "/settings");
  const id = members.split("/").at(-2);
  for (const person of ["lena", "miriam"]) {
    await postForm(page, `${members}/new`, { person: `${person}@demo.example`, role: "editor", teamId: id, key: randomUUID() });
  }
  await expectAccessiblePages(page, [
    "/teams",
    "/teams/new",
    `/teams/${id}/edit`,
    `/teams/${id}/leave`,
    `/teams/${id}/delete`,
    settings,
    `${settings}/delete`,
    members,
    `${members}/new`,
    `${members}?term=niemand&role=admin`,
    `${members}?page=3`,
  ]);
  await postForm(page, `/teams/${id}/delete`, {});
});

test("Anna can use every page of the administration and the steps of an export, whatever their colours and however large @with-js", async ({
  page,
}) => {
  test.setTimeout(manyPages);
  await signIn(page, "anna");
  await prepareChecks(page);
  const title = uniqueTitle("Unvergleichlich");
  const { folderPath } = await fileArticle(page, { folder: "IT-Sicherheit", title });
  await expectAccessiblePages(page, [
    "/client/settings",
    "/client/tags",
    "/client/tags/new",
    "/client/tags/leftovers",
    "/client/theme",
    "/client/members",
    "/client/members?term=niemand&role=admin",
    "/client/invitations",
    "/client/invitations/new",
    "/client/audit-log",
    "/client/audit-log?from=31.02.2026&person=Niemand",
    `${folderPath}/export/format`,
    `${folderPath}/export/articles`,
    `/search/export/articles?term=${encodeURIComponent(title)}`,
  ]);
});

test("Nora can use what few people see, and few of them twice, whatever its colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await prepareChecks(page);
  const workspace = await openWorkspace(page);
  const ofNora = "client_id = (select id from clients where workspace = $1)";
  const setNora = (values: string) =>
    queryDatabase(`update users set ${values} where email = 'nora@werk.example' and ${ofNora}`, [workspace]);
  const idOf = async (table: string) =>
    String((await queryDatabase(`select id from ${table} where ${ofNora} order by id limit 1`, [workspace]))[0]?.id);

  await setNora("profile_complete = false");
  await expectAccessiblePages(page, ["/complete-profile"]);
  await setNora("profile_complete = true, salutation = 'Frau', password_expired = true");
  await expectAccessiblePages(page, ["/update-password"]);
  await setNora("password_expired = false");

  const paul = await addPerson(workspace, { key: "paul", firstName: "Paul", lastName: "Weber", role: "editor" });
  const { articlePath } = await fileArticle(page, { folder: "Eingang", title: uniqueTitle("Weiche"), newTags: "Weiche, Gleis" });
  await postForm(page, articlePath, { body: "Eine Anmerkung.", key: randomUUID() });
  await postForm(page, "/search/feed?term=Weiche", { name: "Weichen", key: randomUUID() });
  await postForm(page, "/search/save?term=Weiche", { name: "Weichen" });
  await postForm(page, "/client/invitations/new", { emailAddresses: "pia@werk.example", key: randomUUID() });
  const contentIds = articlePath.split("/").at(-1);
  const exported = await postForm(page, "/search/export/articles?term=Weiche", { title: "Weichen", format: "html", contentIds });
  const tag = await idOf("tags");
  await expectAccessiblePages(page, [
    `/client/tags/${tag}/edit`,
    `/client/tags/${tag}/merge`,
    `/client/tags/${tag}/delete`,
    `/client/members/${paul}`,
    `/client/members/${paul}/delete`,
    `/client/invitations/${await idOf("invitations")}/delete`,
    `/settings/feeds/${await idOf("feeds")}/delete`,
    "/following",
    `/following/${await idOf("follows")}/edit`,
    "/search/save?term=Weiche",
    `${articlePath}/share`,
    `${articlePath}/comments/${await idOf("comments")}/delete`,
    exported.headers().location ?? "",
    "/playground/ui-elements",
    "/playground/ui-elements-page2",
    "/playground/ui-elements-page3",
    "/playground/ui-elements/dialog",
    "/playground/text-page",
  ]);
});

test("Ayşe can use every step of a newsletter, whatever its colours and however large @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse");
  await prepareChecks(page);
  const folder = uniqueTitle("Lage");
  const folderPath = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  const title = uniqueTitle("EinsehrlangesWortwieDonaudampfschifffahrtsgesellschaftskapitän für schmale Bildschirme");
  await fileArticle(page, { folder, title, newTags: `Sperrpause, ${"Fahrplanwechsel".repeat(5)}` });
  await fileArticle(page, { folder, title: uniqueTitle("Geheim"), shareable: undefined });
  await expectAccessiblePages(page, [`${folderPath}/mailings`, `${folderPath}/mailings/new`]);
  const subject = `${uniqueTitle("Lagebrief")} ${"Donaudampfschifffahrt ".repeat(8)}`.trim();
  const begun = await postForm(page, `${folderPath}/mailings/new`, { subject, introText: "# Eins\n\nLiebe Leute", key: randomUUID() });
  const mailing = (begun.headers().location ?? "").replace(/\/tags$/, "");
  await expectAccessiblePages(
    page,
    ["title", "tags", "articles", "texts/new", "recipients", "summary", "checks", "delete"].map((step) => `${mailing}/${step}`),
  );
  const sent = await postForm(page, `${mailing}/publish`, { when: "now" });
  expect(sent.headers().location).toBe(`${mailing}/success`);
  const publicPage = `/newsletter/${mailing.split("/").at(-1)}`;
  await expectAccessiblePages(page, [`${mailing}/success`, `${mailing}/deliveries`, `${folderPath}/mailings`]);
  // In the language of its author.
  await expectAccessiblePages(page, [
    [publicPage, "de"],
    [`${folderPath}/newsletter/archive`, "de"],
  ]);
});

test("Ayşe moves by keyboard: the first key leads past the navigation, a link to the content of its page @with-js", async ({ page }) => {
  await signIn(page, "ayse");
  await openPage(page, "/stream");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Zum Inhalt springen" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("Boolean(document.activeElement.closest('main'))")).toBe(true);

  await page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Foldas" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Foldas" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("Boolean(document.activeElement.closest('main'))")).toBe(true);
});

/** Whether the focused element has a visible outline or ring: on itself, on a pseudo-element, or on an element around it. */
const isFocusShown = () => {
  const around = [...document.querySelectorAll(":focus-within")].slice(-4);
  const drawn = around.flatMap((element) => ["", "::before", "::after"].map((part) => getComputedStyle(element, part || null)));
  return drawn.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px");
};

/** Presses Tab until the element is focused, and checks that each focused element on the way shows it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor({ state: "attached" });
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluateAll((elements) => elements.some((element) => element === document.activeElement))) {
      expect(await page.evaluate(isFocusShown), `${target} shows that it has the focus`).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by Tab to ${target}`);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test("Ayşe does ten tasks of her day by keyboard alone, and always sees where she is @with-js", async ({ page }) => {
  test.setTimeout(manyPages);
  const name = (text: string) => uniqueTitle(text);
  const [folder, title, changed] = [name("Tastatur"), name("Getippt"), name("Berichtigt")] as const;
  const dialog = page.getByRole("dialog");
  const places = page.getByRole("navigation", { name: "Hauptnavigation" });
  await speak(page, "de");

  await test.step("1 sign in", async () => {
    await page.goto("/sign-in");
    await typeInto(page, page.getByLabel("Workspace"), "demo");
    await typeInto(page, page.getByLabel("E-Mail"), "ayse@demo.example");
    await typeInto(page, page.getByLabel("Passwort"), demoPassword);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/stream$/);
  });
  await test.step("2 make a folder", async () => {
    await hydrated(page);
    await pressOn(page, places.getByRole("link", { name: "Foldas" }));
    await expect(page).toHaveURL(/\/folda$/);
    await pressOn(page, page.getByRole("region", { name: "Digitalisierung & IT" }).getByRole("link", { name: "Neue Folda" }));
    await typeInto(page, dialog.getByLabel("Name", { exact: true }), folder);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: folder })).toBeVisible();
  });
  await test.step("3 file an article", async () => {
    await pressOn(page, page.getByRole("link", { name: "Beitrag hinzufügen" }));
    await pressOn(page, dialog.getByRole("link", { name: "Selbst verfassen" }));
    await typeInto(page, dialog.getByLabel("Titel"), title);
    await expect(dialog.locator('[contenteditable="true"]')).toBeVisible();
    await typeInto(page, dialog.getByRole("textbox", { name: "Text", exact: true }), "Ohne Maus geschrieben.");
    await typeInto(page, dialog.getByLabel(/Neue Tags|Tags/).last(), "Tastatur,");
    await pressOn(page, dialog.getByRole("button", { name: "Beitrag speichern" }));
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  });
  await test.step("4 read it and comment", async () => {
    await pressOn(page, page.getByRole("link", { name: title }));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await typeInto(page, page.getByRole("textbox", { name: "Ihr Kommentar" }), "Mit Tab und Enter.");
    await pressOn(page, page.getByRole("button", { name: "Kommentar senden" }));
    await expect(page.getByText("Mit Tab und Enter.")).toBeVisible();
  });
  await test.step("5 change it", async () => {
    await page.goto(page.url());
    await hydrated(page);
    await pressOn(page, page.locator("main summary").first());
    await pressOn(page, page.locator("main").getByRole("link", { name: "Bearbeiten" }));
    await typeInto(page, dialog.getByLabel("Titel"), changed);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: changed })).toBeVisible();
  });
  await test.step("6 copy it, and think better of it", async () => {
    await page.goto(page.url());
    await hydrated(page);
    await pressOn(page, page.locator("main summary").first());
    await pressOn(page, page.locator("main").getByRole("link", { name: /kopieren/ }));
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });
  await test.step("7 find it", async () => {
    await pressOn(page, places.getByRole("link", { name: "Suche" }));
    await typeInto(page, page.getByRole("searchbox").or(page.getByLabel(/Such/)).first(), changed);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: changed })).toBeVisible();
  });
  await test.step("8 filter", async () => {
    await hydrated(page);
    await pressOn(page, page.getByRole("link", { name: /^Filter/ }));
    await tabTo(page, dialog.getByLabel("Veröffentlicht von"));
    await page.keyboard.insertText("01.01.2020");
    await pressOn(page, dialog.getByRole("button", { name: "Filter anwenden" }));
    await expect(dialog).toHaveCount(0);
  });
  await test.step("9 begin a newsletter", async () => {
    await openPage(page, await findFolderPath(page, folder));
    await pressOn(page, page.locator("main summary").filter({ hasText: "Teilen" }));
    await pressOn(page, page.getByRole("link", { name: "Newsletter", exact: true }));
    await pressOn(page, dialog.getByRole("link", { name: "Neuen Newsletter beginnen" }));
    await typeInto(page, dialog.getByLabel("Betreff"), folder);
    await pressOn(page, dialog.getByRole("button", { name: /^Weiter/ }));
    await expect(page).toHaveURL(/\/tags$/);
    await expect(dialog.getByRole("checkbox", { name: /Tastatur/ }).first()).toBeChecked();
  });
  await test.step("10 sign out, and change the language", async () => {
    // In this order, because choices of a signed-in person are stored with the account, which other flows use, too.
    await openPage(page, "/stream");
    await pressOn(page, page.locator("header summary"));
    await pressOn(page, page.getByRole("button", { name: "Abmelden" }));
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto("/sign-in");
    await pressOn(page, page.getByRole("button", { name: "English" }));
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});
