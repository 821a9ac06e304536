import type { Browser, Locator, Page } from "@playwright/test";
import { chooseOption, fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import {
  expect,
  hasScript,
  offlineConsole,
  openBrowserOf,
  queryDatabase,
  readMail,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";
import { test as isolatedTest } from "../support/e2e/isolated-product";
import { expectAccessible, hydrated, openPage, pressUnready } from "../support/e2e/pages";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";

// Rejected forms have an error status, which Chromium logs; checks request links that do not exist.
test.use({ allowedConsole: offlineConsole("status of (403|404|409|422|429)\\b") });

const dialog = (page: Page) => page.getByRole("dialog");
const next = (page: Page, to: string) =>
  dialog(page)
    .getByRole("button", { name: `Weiter ${to}` })
    .click();
const heading = (page: Page, name: string) => expect(dialog(page).getByRole("heading", { name })).toBeVisible();

/** A folder of her team with an alternative name and three articles, the last of which is not shareable. */
async function stage(page: Page) {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Lage");
  const known = `${folder}-Brief`;
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder, alternativeName: known });
  const titles = ["Angriff", "Abwehr", "Geheim"].map(uniqueTitle);
  const [first = "", second = "", secret = ""] = titles;
  await fileArticle(page, { folder, title: first, newTags: "Angriffe" });
  await fileArticle(page, { folder, title: second, newTags: "Angriffe, Abwehr" });
  await fileArticle(page, { folder, title: secret, newTags: "Abwehr", shareable: undefined });
  return { known, path, first, second, secret };
}

/** A draft with a subject, without opening the wizard; returns its address without the step. */
async function postDraft(page: Page, path: string, subject: string): Promise<string> {
  const answer = await postForm(page, `${path}/mailings/new`, { subject });
  expect(answer.status(), `${subject} is a draft`).toBe(302);
  const { pathname } = new URL(answer.headers().location ?? "", answer.url());
  return pathname.replace(/\/tags$/, "");
}

/** Sends a draft to its default recipients, without opening the wizard. */
async function postSending(page: Page, draft: string): Promise<void> {
  const answer = await postForm(page, `${draft}/publish`, { when: "now" });
  expect(answer.status(), "the newsletter is sent").toBe(302);
}

const indexOf = async (items: Locator, text: string) => (await items.allTextContents()).findIndex((content) => content.includes(text));

/** Holds the response to the next form that is posted to a URL. */
async function holdAnswer(page: Page, path: string) {
  let ask = () => {};
  let letGo = () => {};
  const isAsked = new Promise<void>((resolve) => (ask = resolve));
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(
    ({ pathname }) => pathname.endsWith(path),
    async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      ask();
      await isLetGo;
      await route.fulfill({ response });
    },
  );
  return { isAsked, letGo };
}

test("Ayşe begins a newsletter, is told that it needs a subject, and finds her draft again @phone", async ({ page }) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Lage");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  await openPage(page, path);
  await page.locator("summary", { hasText: "Teilen" }).click();
  await expect(page.getByRole("link", { name: "Letzten Newsletter lesen" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newsletter", exact: true }).click();
  await heading(page, `Newsletter aus „${folder}“`);
  await expect(dialog(page)).toContainText("Noch keine Newsletter vorhanden");
  await expect(dialog(page)).toContainText(`Entwürfe werden ${hasScript() ? "bei jeder Änderung" : "mit jedem „Weiter“"} gespeichert.`);
  await dialog(page).getByRole("link", { name: "Neuen Newsletter beginnen" }).click();

  await heading(page, "Wie heißt der Newsletter?");
  await hydrated(page);
  await next(page, "zu den Tags");
  await expect(dialog(page).getByRole("alert")).toContainText("Betreff: Dies ist ein Pflichtfeld");
  const subject = uniqueTitle("Lagebrief");
  await dialog(page).getByLabel("Betreff").fill(subject);
  if (hasScript()) {
    await expect(dialog(page).getByRole("alert")).toHaveCount(0);
    await expect(dialog(page).getByLabel("Betreff")).not.toHaveAttribute("aria-invalid");
    await expect(dialog(page).getByLabel("Betreff")).toBeFocused();
    const editor = dialog(page).locator('[contenteditable="true"]');
    await expect(editor).toBeVisible();
    const [inner, frame] = await Promise.all([editor.boundingBox(), dialog(page).locator(".rich-text").boundingBox()]);
    expect(inner?.width).toBeGreaterThanOrEqual((frame?.width ?? 0) - 2);
  }
  await dialog(page).getByRole("textbox", { name: "Einleitung" }).fill("Liebe Kolleginnen und Kollegen,");
  await next(page, "zu den Tags");
  await heading(page, "Welche Themen kommen hinein?");
  // There is no field yet.
  if (hasScript()) await expect(dialog(page).getByRole("heading", { name: "Welche Themen kommen hinein?" })).toBeFocused();
  await dialog(page).getByRole("link", { name: "Schließen" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await openPage(page, `${path}/mailings`);
  await dialog(page)
    .getByRole("link", { name: `Weiter bearbeiten ${subject}` })
    .click();
  await heading(page, "Wie heißt der Newsletter?");
  await expect(dialog(page).getByLabel("Betreff")).toHaveValue(subject);
});

test("Ayşe groups her newsletter by tags, orders tags and articles, and it is read in this order @phone", async ({ page }) => {
  const { path, first, second, secret } = await stage(page);
  const draft = await postDraft(page, path, uniqueTitle("Lagebrief"));
  const stepsBehind = dialog(page).getByRole("navigation", { name: "Schritte" }).getByRole("link");
  await openPage(page, `${draft}/tags`);
  await expect(stepsBehind).toHaveText(["Verlauf", "Titel"]);
  await dialog(page).getByRole("switch", { name: "Nach Tags gruppieren" }).check();
  for (const tag of ["Angriffe", "Abwehr"]) await dialog(page).getByRole("checkbox", { name: tag }).uncheck();
  await next(page, "zu den Beiträgen");
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Tag aus.");
  for (const tag of ["Angriffe", "Abwehr"]) await dialog(page).getByRole("checkbox", { name: tag }).check();
  // As text, because text browsers show it.
  const up = dialog(page).getByRole("button", { name: "Angriffe nach oben" });
  await expect(up).toHaveText("Angriffe nach oben");
  await up.click();
  await next(page, "zu den Beiträgen");

  await heading(page, "Welche Beiträge kommen hinein?");
  const articles = dialog(page).getByRole("group", { name: "Angriffe" }).getByRole("checkbox");
  await expect(articles).toHaveCount(2);
  await expect(articles.first()).toHaveAccessibleName(new RegExp(`^${second}`));
  await dialog(page)
    .getByRole("button", { name: `${first} nach oben` })
    .click();
  await expect(articles.first()).toHaveAccessibleName(new RegExp(`^${first}`));
  await expect(dialog(page).getByRole("checkbox", { name: secret })).toBeDisabled();
  await expect(dialog(page)).toContainText("Nicht zur Weitergabe freigegeben");
  for (const title of [first, second]) await dialog(page).getByRole("checkbox", { name: title }).uncheck();
  await next(page, "zu den Empfängern");
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Beitrag aus.");
  for (const title of [first, second]) await dialog(page).getByRole("checkbox", { name: title }).check();
  await next(page, "zu den Empfängern");
  await heading(page, "Wer soll den Newsletter erhalten?");
  await expect(stepsBehind).toHaveText(["Verlauf", "Titel", "Tags", "Beiträge"]);

  await openPage(page, `${draft}/summary`);
  await expect(dialog(page)).toContainText("2 Beiträge, nach Tags gruppiert");
  await postSending(page, draft);
  await openPage(page, path);
  await page.locator("summary", { hasText: "Teilen" }).click();
  await page.goto((await page.getByRole("link", { name: "Letzten Newsletter lesen" }).getAttribute("href")) ?? "");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Angriffe"]);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([first, second]);
  await expect(page.getByRole("link", { name: first })).toHaveAccessibleDescription("nur für Mitglieder");
});

test("Ayşe chooses recipients, previews her newsletter, sends it, and deletes it from the history @phone @journey", async ({ page }) => {
  const { known, path, first } = await stage(page);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  await openPage(page, `${draft}/recipients`);
  await expect(dialog(page).getByLabel("Vorschau senden an")).toHaveValue("ayse@demo.example");
  await dialog(page).getByRole("button", { name: "Auswahl aufheben" }).click();
  await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(0);
  await next(page, "zur Übersicht");
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Empfänger aus.");
  await dialog(page).getByRole("checkbox", { name: "Lena Großmann" }).check();
  const previewTo = dialog(page).getByLabel("Vorschau senden an");
  await previewTo.fill("");
  await pressUnready(dialog(page).getByRole("button", { name: "Vorschau senden" }));
  if (hasScript()) await expect(previewTo).toBeFocused();
  await expect(previewTo).toHaveAccessibleDescription(/fehlt noch eine Adresse|Pflichtfeld/);
  await previewTo.fill("vorschau@lage.example, unfertig");
  await next(page, "zur Übersicht");
  await expect(dialog(page).getByRole("alert")).toContainText("„unfertig“ ist keine E-Mail-Adresse.");
  const stranger = `${subject.slice(-8)}@lage.example`;
  await dialog(page).getByLabel("Vorschau senden an").fill(stranger);
  await next(page, "zur Übersicht");

  await heading(page, "Bereit zum Versand?");
  const frame = dialog(page).locator("iframe");
  await expect(frame).toBeVisible();
  if (isPhone) await expect(dialog(page).getByRole("link", { name: "Telefon" })).toBeHidden();
  else await dialog(page).getByRole("link", { name: "Telefon" }).click();
  await dialog(page).getByRole("link", { name: "Dunkel" }).click();
  await expect(page).toHaveURL(/scheme=dark/);
  await expect(frame).toBeVisible();
  await expect(frame).toHaveAttribute("src", /\/mail\?scheme=dark$/);
  expect(await (await page.request.get((await frame.getAttribute("src")) ?? "")).text()).toContain(first);
  await dialog(page).getByRole("radio", { name: "Später senden" }).check();
  await dialog(page).getByRole("button", { name: "Vorschau an 1 Adresse" }).click();
  await heading(page, "Bereit zum Versand?");
  // Not below the wizard, which covers the page.
  const sent = page.locator(".notice").filter({ hasText: "Die Vorschau ist unterwegs." });
  await sent.getByRole("checkbox", { name: "Meldung ausblenden" }).click();
  await expect(sent).toBeHidden();
  expect((await readMail(stranger)).subject).toContain(subject);
  await expect(dialog(page).getByRole("radio", { name: "Später senden" }), "the preview keeps the choice").toBeChecked();
  await dialog(page).getByRole("radio", { name: "Sofort" }).check();
  await dialog(page).getByRole("button", { name: "Weiter zum Versand" }).click();
  const question = page.getByRole("alertdialog", { name: "An 1 Person senden?" });
  await expect(question).toContainText("lässt sich nichts mehr ändern");
  await question.getByRole("link", { name: "Abbrechen" }).click();
  await heading(page, "Bereit zum Versand?");
  await dialog(page).getByRole("button", { name: "Weiter zum Versand" }).click();
  const send = question.getByRole("button", { name: "An 1 Person senden" });
  if (hasScript()) {
    const sending = await holdAnswer(page, "/publish.data");
    await send.click();
    await sending.isAsked;
    await expect(send).toHaveAttribute("aria-busy", "true");
    sending.letGo();
  } else await send.click();

  await heading(page, "Der Newsletter ist unterwegs");
  await expect(dialog(page).getByRole("navigation", { name: "Schritte" })).toHaveCount(0);
  expect((await readMail("lena@demo.example", { subject })).text).toContain(`die Folda „${known}“`);
  await dialog(page).getByRole("link", { name: "Zum Verlauf" }).click();
  const row = dialog(page).getByRole("row", { name: new RegExp(subject) });
  await expect(row).toContainText("Versendet");
  await expect(row).toContainText("1 von 1");
  await row.getByRole("link", { name: `${subject} löschen` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Newsletter löschen" }).click();
  await expect(dialog(page)).not.toContainText(subject);
});

test("Lena unsubscribes by the link of a mail, and comes back in her settings @phone", async ({ page, browser }) => {
  const { known, path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  await postSending(page, await postDraft(page, path, subject));
  const mail = await readMail("lena@demo.example", { subject });
  const visitor = await browser.newContext({ javaScriptEnabled: hasScript() });
  const reader = await visitor.newPage();
  await reader.goto(mail.links.find((one) => one.includes("/unsubscribe/")) ?? "");
  await expect(reader.getByRole("main")).toContainText(`Newsletter aus „${known}“`);
  await reader.getByRole("button", { name: "Abbestellen" }).click();
  await expect(reader.getByRole("status").filter({ hasText: "lena@demo.example" })).toBeVisible();
  await visitor.close();

  const lena = await openBrowserOf(browser, "lena");
  await openPage(lena, "/settings/email");
  const again = lena.getByRole("button", { name: `Newsletter aus „${known}“ wieder erhalten` });
  await expectAccessible(lena);
  await again.click();
  await expect(again).toHaveCount(0);
  await lena.context().close();
});

test("Ayşe chooses all recipients, none, or those with an interest, and the summary counts who gets it", async ({ page }) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Lage");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  const tag = uniqueTitle("Abwehr");
  await fileArticle(page, { folder, title: uniqueTitle("Angriff"), newTags: tag });
  await queryDatabase(
    `insert into user_interests (user_id, tag_id, position) select u.id, t.id, 0 from users u join tags t on t.client_id = u.client_id
     where u.email = 'lena@demo.example' and t.name = $1`,
    [tag],
  );
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  const chosen = () => dialog(page).getByRole("checkbox", { checked: true });

  await openPage(page, `${draft}/recipients`);
  const everybody = await chosen().count();
  expect(everybody).toBeGreaterThan(2);
  const press = (name: string) => dialog(page).getByRole("button", { name }).click();
  await press("Auswahl aufheben");
  await expect(chosen()).toHaveCount(0);
  await press("Alle auswählen");
  await expect(chosen()).toHaveCount(everybody);
  await press("Auswahl aufheben");
  await chooseOption(dialog(page), tag, "Interesse");
  if (hasScript()) await dialog(page).getByLabel("Interesse").press("Enter");
  else await press("Dazu auswählen");
  await expect(chosen()).toHaveCount(1);
  const lena = dialog(page).getByRole("checkbox", { name: "Lena Großmann" });
  await expect(lena).toBeChecked();
  await expect(lena).toHaveAccessibleName(new RegExp(`lena@demo\\.example, .*${tag}`));
  await dialog(page).getByRole("button", { name: "Beiträge", exact: true }).click();
  await heading(page, "Welche Beiträge kommen hinein?");
  await next(page, "zu den Empfängern");
  await expect(lena).toBeChecked();
  await expect(chosen()).toHaveCount(1);

  await queryDatabase(
    "insert into unsubscriptions (client_id, folder_id, user_id) select client_id, $1, id from users where email = 'lena@demo.example'",
    [path.split("/").at(-1)],
  );
  await next(page, "zur Übersicht");
  await heading(page, "Bereit zum Versand?");
  if (hasScript()) await expect(dialog(page).getByRole("heading", { name: "Bereit zum Versand?" })).toBeFocused();
  for (const text of [subject, "1 Beitrag"]) await expect(dialog(page)).toContainText(text);
  await expect(dialog(page)).toContainText(/0 Personen\s*1 ausgewählte Person hat ihn abbestellt/);
  await dialog(page).getByRole("link", { name: "Web", exact: true }).click();
  await expect(dialog(page).locator("iframe")).toHaveAttribute("src", /^\/newsletter\/[\w-]+/);
  await dialog(page).getByRole("button", { name: "Weiter zum Versand" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Empfänger aus.");
  if (!hasScript()) await dialog(page).getByRole("link", { name: "Links, Bilder und Adressen prüfen" }).click();
  await expect(dialog(page)).toContainText("Es ist kein Empfänger ausgewählt.");
  await queryDatabase("delete from user_interests where tag_id in (select id from tags where name = $1)", [tag]);
});

/** Ayşe's draft, which Anna edits, too. */
async function shareDraft(page: Page, browser: Browser) {
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  const anna = await openBrowserOf(browser, "anna");
  await openPage(anna, `${draft}/title`);
  await openPage(page, `${draft}/title`);
  const field = (of: Page) => dialog(of).getByLabel(/Betreff|Subject/);
  const annaSaves = async () => {
    await dialog(anna)
      .getByRole("button", { name: /Weiter zu den Tags|Continue to tags/ })
      .click();
    await expect(anna).toHaveURL(/\/tags$/);
  };
  return { subject, draft, anna, annaSaves, field, alert: dialog(page).getByRole("alert") };
}

test("Two people work on one draft: nobody saves over the other without having seen it @journey", async ({ page, browser }) => {
  const { subject, draft, anna, annaSaves, field, alert } = await shareDraft(page, browser);
  const annas = `${subject} von Anna`;
  await field(anna).fill(annas);
  await annaSaves();
  await field(page).fill(`${subject} von Ayşe`);
  if (!hasScript()) await next(page, "zu den Tags");
  await expect(alert).toContainText("hat diesen Newsletter inzwischen gespeichert");
  await expect(field(page)).toHaveValue(`${subject} von Ayşe`);
  await expect(alert).toContainText(`Betreff, Ihr Stand ${subject} von Ayşe`);
  await expect(alert).toContainText(`Betreff, gespeicherter Stand ${annas}`);
  await expectAccessible(page);
  await dialog(page).getByRole("link", { name: "Gespeicherten Stand übernehmen" }).click();
  await expect(field(page)).toHaveValue(annas);
  await hydrated(page);

  await openPage(anna, `${draft}/title`);
  await field(anna).fill(`${annas}, noch einmal`);
  await annaSaves();
  const mine = `${subject}, wie Ayşe ihn will`;
  await field(page).fill(mine);
  if (!hasScript()) await next(page, "zu den Tags");
  await dialog(page).getByRole("button", { name: "Meinen Stand speichern" }).click();
  // Not by "Gespeichert", which is part of "Gespeicherten Stand übernehmen".
  if (hasScript()) await expect(dialog(page).getByRole("button", { name: "Meinen Stand speichern" })).toHaveCount(0);
  else await heading(page, "Welche Themen kommen hinein?");
  await openPage(anna, `${draft}/title`);
  await expect(field(anna)).toHaveValue(mine);
  await anna.context().close();
});

test("Two people change different fields of a draft, and are asked only where both changed the same", async ({ page, browser }) => {
  const { subject, draft, anna, annaSaves, field, alert } = await shareDraft(page, browser);
  const intro = (of: Page) => dialog(of).getByRole("textbox", { name: /Einleitung|Introduction/ });
  const stored = async () =>
    (await queryDatabase("select vuex_state as state from mailings where id = $1", [draft.split("/").at(-1)]))[0]?.state;
  await intro(anna).fill("Guten Morgen von Anna");
  await annaSaves();
  await field(page).fill(`${subject}!`);
  if (!hasScript()) await next(page, "zu den Tags");
  await expect.poll(stored).toMatchObject({ subject: `${subject}!`, intro_text: "<p>Guten Morgen von Anna</p>" });
  if (hasScript()) {
    // Her page still shows the earlier state.
    await intro(page).fill("Guten Morgen von Ayşe");
    await expect(alert).toContainText("Einleitung, gespeicherter Stand Guten Morgen von Anna");
    await dialog(page).getByRole("button", { name: "Meinen Stand speichern" }).click();
    await expect.poll(stored).toMatchObject({ subject: `${subject}!`, intro_text: "<p>Guten Morgen von Ayşe</p>" });
    await expect(alert).toHaveCount(0);
  }
  await anna.context().close();
});

test("An article that must not be shared any more is left out, and summary, question and history say so", async ({ page }) => {
  const { path, second } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  await queryDatabase("update articles set shareable = false where title = $1", [second]);
  await openPage(page, `${draft}/summary`);
  const told = `${second}, darf nicht geteilt werden`;
  for (const text of ["1 Beitrag", "1 Beitrag wird ausgelassen", told]) await expect(dialog(page)).toContainText(text);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Weiter zum Versand" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(told);
  await expectAccessible(page);
  await question.getByRole("button", { name: /^An \d+ Personen senden$/ }).click();
  await heading(page, "Der Newsletter ist unterwegs");
  await dialog(page).getByRole("link", { name: "Zum Verlauf" }).click();
  const row = dialog(page).getByRole("row", { name: new RegExp(subject) });
  await row.getByText("1 Beitrag ausgelassen").click();
  await expect(row).toContainText(told);
});

test("Ayşe gives an article other words, is told what was saved meanwhile, and takes them back", async ({ page, browser }) => {
  const { path, first } = await stage(page);
  const draft = await postDraft(page, path, uniqueTitle("Lagebrief"));
  const headline = (of: Page) => dialog(of).getByLabel("Überschrift");
  const save = (of: Page) => dialog(of).getByRole("button", { name: "Speichern" }).click();
  const adapt = (title: string) =>
    dialog(page)
      .getByRole("button", { name: `Anpassen ${title}` })
      .click();
  await openPage(page, `${draft}/articles`);
  await adapt(first);
  await heading(page, "Für diesen Newsletter anpassen");
  await headline(page).fill("");
  if (hasScript()) await expect(dialog(page).getByRole("button", { name: "Speichern" })).toBeDisabled();
  else {
    await save(page);
    await expect(dialog(page).getByText("Dies ist ein Pflichtfeld").first()).toBeVisible();
  }
  const other = await openBrowserOf(browser, "ayse");
  await openPage(other, page.url());
  await headline(other).fill("Anders zuerst");
  await dialog(other).getByLabel("Anrisstext").fill("Das Wichtigste in einem Satz.");
  await save(other);
  await expect(dialog(other).getByRole("listitem").filter({ hasText: "Anders zuerst" })).toContainText("Angepasst");
  await other.context().close();

  await headline(page).fill("Anders danach");
  await save(page);
  await expect(
    dialog(page)
      .getByText(/hat das inzwischen geändert.*Anders zuerst – Das Wichtigste in einem Satz\./)
      .first(),
  ).toBeVisible();
  await expect(headline(page)).toHaveValue("Anders danach");
  await save(page);
  await adapt("Anders danach");
  await dialog(page).getByRole("button", { name: "Zurücksetzen" }).click();
  await heading(page, "Welche Beiträge kommen hinein?");
  await expect(dialog(page).getByText("Angepasst")).toHaveCount(0);
});

test("Ayşe puts texts around an article, and the next newsletters begin like this one @phone", async ({ page }) => {
  const { path, known, second } = await stage(page);
  const draft = await postDraft(page, path, `${known} 9`);
  const title = dialog(page).getByLabel("Überschrift");
  const save = () => dialog(page).getByRole("button", { name: "Speichern" }).click();
  await openPage(page, `${draft}/articles`);
  await dialog(page)
    .getByRole("button", { name: `Text davor ${second}` })
    .click();
  await heading(page, "Text einfügen");
  await save();
  await expect(dialog(page).getByText("Dies ist ein Pflichtfeld").first()).toBeVisible();
  await title.fill("Außerdem");
  await save();
  await dialog(page).getByRole("button", { name: "Text am Ende einfügen" }).click();
  await title.fill("Bis morgen");
  await save();
  const items = dialog(page).getByRole("listitem");
  const texts = items.filter({ has: page.getByRole("button", { name: /^Bearbeiten/ }) });
  await expect(texts).toHaveCount(2);
  await expect(items.nth((await indexOf(items, second)) - 1)).toContainText("Außerdem");

  // Moved with the buttons, there and back.
  await dialog(page).getByRole("button", { name: "Außerdem nach unten" }).click();
  await expect(async () => expect(await indexOf(items, "Außerdem")).toBe((await indexOf(items, second)) + 1)).toPass();
  await dialog(page).getByRole("button", { name: "Außerdem nach oben" }).click();
  await expect(async () => expect(await indexOf(items, "Außerdem")).toBe((await indexOf(items, second)) - 1)).toPass();
  await dialog(page).getByRole("button", { name: "Bearbeiten Bis morgen" }).click();
  await dialog(page).getByRole("button", { name: "Text entfernen" }).click();
  await expect(texts).toHaveCount(1);
  await postSending(page, draft);

  await openPage(page, `${path}/mailings`);
  await dialog(page)
    .getByRole("button", { name: `Als Vorlage verwenden ${known} 9` })
    .click();
  await heading(page, "Wie heißt der Newsletter?");
  await expect(dialog(page).getByLabel("Betreff")).toHaveValue(`${known} 10`);

  await openPage(page, `${path}/mailings/new`);
  const template = dialog(page).getByRole("button", { name: `${known} 9` });
  await dialog(page).getByLabel("Betreff").fill("Selbst gewählt");
  await template.click();
  // Templates are offered only for a new newsletter; when it is saved, the URL is already that of a draft.
  await expect(template).toHaveCount(0);
  await expect(page).toHaveURL(/\/mailings\/[^/]{36}\/title/);
  await expect(dialog(page).getByLabel("Betreff")).toHaveValue("Selbst gewählt");
  await openPage(page, `${path}/mailings`);
  await expect(dialog(page).getByRole("row")).toHaveCount(4);
});

test("Deleting or locking an article says which scheduled newsletter will be sent without it", async ({ page }) => {
  const { path, first, second } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  const day = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  expect((await postForm(page, `${draft}/publish`, { when: "later", at: `${day}T08:00` })).status()).toBe(302);
  const idOf = async (title: string) => (await queryDatabase("select id from articles where title = $1", [title]))[0]?.id;
  await openPage(page, `/contents/${await idOf(first)}/delete`);
  await expect(page.getByRole("alertdialog")).toContainText(`Der Newsletter „${subject}“, geplant für`);
  await openPage(page, `/contents/${await idOf(second)}/edit`);
  await dialog(page).getByRole("switch", { name: "Teilbar" }).uncheck();
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(`Der Newsletter „${subject}“, geplant für`);
  const stored = async () => (await queryDatabase("select shareable from articles where title = $1", [second]))[0]?.shareable;
  expect(await stored()).toBe(true);
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await expect.poll(stored).toBe(false);
  await expect(page).not.toHaveURL(/edit|locks/);
});

const storedSubject = async (draft: string) =>
  (await queryDatabase("select vuex_state ->> 'subject' as subject from mailings where id = $1", [draft.split("/").at(-1)]))[0]?.subject;

test("What Ayşe types saves itself: when she stops, goes on, or is offline for a while @with-js @journey", async ({ page, context }) => {
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  await openPage(page, `${path}/mailings/new`);
  const field = dialog(page).getByLabel("Betreff");
  await field.fill(subject);
  await expect(page).toHaveURL(/\/mailings\/[\w-]+\/title$/);
  const draft = new URL(page.url()).pathname;
  const stored = () => storedSubject(draft.replace("/title", ""));
  await expect.poll(stored).toBe(subject);

  const typeTwice = async (words: string) => {
    for (const time of ["einmal", "zweimal"]) {
      await field.fill(`${words}, ${time}`);
      await expect.poll(stored).toBe(`${words}, ${time}`);
    }
    await expect(dialog(page)).toContainText("Gespeichert");
    await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  };
  await test.step("over what it saved itself, of a new draft", () => typeTwice(`${subject} neu`));
  await test.step("over what it saved itself, of one that was there", async () => {
    await openPage(page, draft);
    await typeTwice(`${subject} alt`);
  });
  await test.step("when the network is back", async () => {
    await context.setOffline(true);
    await field.fill(`${subject} 4`);
    await expect(dialog(page)).toContainText("keine Verbindung");
    await context.setOffline(false);
    await expect.poll(stored).toBe(`${subject} 4`);
  });
});

test("What Ayşe types is saved when she leaves the step, closes the window or types another address @with-js", async ({
  page,
  context,
}) => {
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const begun = await postDraft(page, path, subject);
  const draft = `${begun}/title`;
  const field = dialog(page).getByLabel("Betreff");
  const stored = () => storedSubject(begun);

  await test.step("what is typed while the form is being sent, although the step is over", async () => {
    await openPage(page, draft);
    const sending = await holdAnswer(page, "/title.data");
    await next(page, "zu den Tags");
    await sending.isAsked;
    await field.fill(`${subject} währenddessen`);
    sending.letGo();
    await heading(page, "Welche Themen kommen hinein?");
    await expect.poll(stored).toBe(`${subject} währenddessen`);
    // The step that was loaded meanwhile continues from there.
    await dialog(page).getByRole("checkbox", { name: "Abwehr" }).uncheck();
    await next(page, "zu den Beiträgen");
    await heading(page, "Welche Beiträge kommen hinein?");
    await dialog(page).getByRole("link", { name: "Titel" }).click();
    await heading(page, "Wie heißt der Newsletter?");
  });
  await test.step("at once when the step is left by a link", async () => {
    await field.fill(`${subject} 2`);
    await dialog(page).getByRole("link", { name: "Verlauf" }).click();
    await heading(page, "Newsletter aus");
    await expect.poll(stored).toBe(`${subject} 2`);
  });
  await test.step("when the window is closed in the middle of a word", async () => {
    const tab = await context.newPage();
    await openPage(tab, draft);
    await dialog(tab).getByLabel("Betreff").fill(`${subject} 3`);
    await tab.close({ runBeforeUnload: true });
    await expect.poll(stored).toBe(`${subject} 3`);
  });
  await test.step("when another address is typed in the middle of a word", async () => {
    await openPage(page, draft);
    await field.fill(`${subject} anderswo`);
    await page.goto("/stream");
    await expect.poll(stored).toBe(`${subject} anderswo`);
  });
});

test("Ayşe drags tags and articles where she wants them, with the mouse, and the draft keeps it @with-js", async ({ page }) => {
  const { path, first, second } = await stage(page);
  const draft = await postDraft(page, path, uniqueTitle("Lagebrief"));
  const entries = () => dialog(page).getByRole("checkbox").filter({ visible: true });
  /** Drags one entry over another, by their names. */
  const drag = async (name: string, over: string) => {
    const entry = (text: string) => dialog(page).locator("li[data-entry]").filter({ hasText: text });
    const place = async (text: string, part: string) => {
      const box = await entry(text).locator(part).first().boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    };
    await page.mouse.move(...(await place(name, ".handle")));
    await page.mouse.down();
    const [, y] = await place(over, ".handle");
    const [x] = await place(name, ".handle");
    await page.mouse.move(x, y, { steps: 8 });
    await page.mouse.up();
  };
  await openPage(page, `${draft}/tags`);
  const namesOfTags = () => dialog(page).locator("li[data-entry] label b").allTextContents();
  const before = await namesOfTags();
  await drag(before[0] ?? "", before[1] ?? "");
  await expect.poll(namesOfTags).toEqual(before.toReversed());
  await expect(dialog(page)).toContainText("Gespeichert");
  await openPage(page, `${draft}/tags`);
  await expect.poll(namesOfTags).toEqual(before.toReversed());

  await openPage(page, `${draft}/articles`);
  await hydrated(page);
  await expect(entries().nth(1)).toHaveAccessibleName(new RegExp(`^${second}`));
  await drag(first, second);
  await expect(entries().nth(1)).toHaveAccessibleName(new RegExp(`^${first}`));
  await expect(dialog(page)).toContainText("Gespeichert");
  await openPage(page, `${draft}/articles`);
  await expect(entries().nth(1)).toHaveAccessibleName(new RegExp(`^${first}`));
});

const withMailServer = isolatedTest.extend<{ sink: SmtpSink }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  sink: async ({}, use) => {
    const sink = await openSmtpSink();
    await use(sink);
    await sink.close();
  },
  apiEnvironment: ({ sink }, use) =>
    use({
      SMTP_URL: sink.url,
      MAIL_FROM: "Folda <folda@nordbahn.example>",
    }),
});

withMailServer("Ayşe sends a newsletter, stops it, and sends it again to who did not get it", async ({ page, sink }) => {
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  const row = dialog(page).getByRole("row", { name: new RegExp(subject) });
  const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();

  const mailTo = (name: string) => sink.received.filter(({ to, mail }) => to[0]?.startsWith(name) && mail.subject === subject).length;
  await withMailServer.step("send it while the mail server takes one refusal for good and the others for later", async () => {
    sink.misbehave((address) =>
      address.startsWith("lena")
        ? { at: "rcpt", code: 550, message: "5.1.1 Dieses Postfach gibt es nicht" }
        : { at: "rcpt", code: 450, message: "4.2.1 Bitte spaeter" },
    );
    await openPage(page, `${draft}/summary`);
    await dialog(page).getByRole("button", { name: "Weiter zum Versand" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^An \d Personen senden/ })
      .click();
    await heading(page, "Der Newsletter ist unterwegs");
    await expect(async () => {
      await openPage(page, `${path}/mailings`);
      expect(await row.textContent()).toContain("1 abgelehnt");
    }).toPass();
    await expect(row).toContainText("Wird versendet");
    await row.getByRole("link", { name: "Stoppen" }).click();
    await confirm("Versand stoppen");
    await expect(row).toContainText("Gestoppt");
  });

  await withMailServer.step("send it again", async () => {
    sink.misbehave(undefined);
    await row.getByRole("link", { name: "1 abgelehnt" }).click();
    await expect(dialog(page).getByRole("row", { name: /Lena/ })).toContainText("5.1.1 Dieses Postfach gibt es nicht");
    await dialog(page).getByRole("button", { name: "Erneut senden Lena Großmann" }).click();
    await expect.poll(() => mailTo("lena")).toBe(1);
    expect(mailTo("miriam")).toBe(0);
    await openPage(page, `${draft}/deliveries?state=stopped`);
    await dialog(page)
      .getByRole("button", { name: /^An \d (Person|Personen) erneut senden/ })
      .click();
    await expect.poll(() => mailTo("miriam")).toBe(1);
    await expect(async () => {
      await openPage(page, `${path}/mailings`);
      expect(await row.textContent()).toContain("Versendet");
    }).toPass();
    expect([mailTo("lena"), mailTo("miriam"), mailTo("ayse")]).toEqual([1, 1, 1]);
  });
});
