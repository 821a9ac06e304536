import type { Browser, Locator, Page } from "@playwright/test";
import { fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import {
  expect,
  hasScript,
  offlineConsole,
  openBrowserOf,
  queryDatabase,
  readMail,
  scanLinks,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";
import { test as isolatedTest } from "../support/e2e/isolated-product";
import { expectAccessible, hydrated, openPage, pressUnready } from "../support/e2e/pages";
import { openSmtpSink, type SmtpSink } from "../support/smtp-sink";

// What is refused comes with its status, and Chromium reports it; checks ask links that lead nowhere.
test.use({ allowedConsole: offlineConsole("status of (403|404|409|422|429)\\b") });

const dialog = (page: Page) => page.getByRole("dialog");
const next = (page: Page, to: string) =>
  dialog(page)
    .getByRole("button", { name: `Weiter ${to}` })
    .click();
const heading = (page: Page, name: string) => expect(dialog(page).getByRole("heading", { name })).toBeVisible();

/** A folder of their team, known to readers by another name, with three articles, the last of which must not be shared. */
async function stage(page: Page, person: "ayse" | "henrike" = "ayse") {
  await signIn(page, person);
  const folder = uniqueTitle("Lage");
  const team = person === "ayse" ? "Digitalisierung & IT" : "Unternehmenskommunikation";
  const known = `${folder}-Brief`;
  const path = await makeFolder(page, { team, name: folder, alternativeName: known });
  const titles = ["Angriff", "Abwehr", "Geheim"].map(uniqueTitle);
  const [first = "", second = "", secret = ""] = titles;
  await fileArticle(page, { folder, title: first, newTags: "Angriffe" });
  await fileArticle(page, { folder, title: second, newTags: "Angriffe, Abwehr" });
  await fileArticle(page, { folder, title: secret, newTags: "Abwehr", shareable: undefined });
  return { folder, known, path, first, second, secret };
}

/** A draft with a subject, at the step for tags; answers its address without the step. */
async function begin(page: Page, path: string, subject: string): Promise<string> {
  await openPage(page, `${path}/mailings/new`);
  await dialog(page).getByLabel("Betreff").fill(subject);
  await next(page, "zu den Tags");
  await heading(page, "Welche Themen kommen hinein?");
  return new URL(page.url()).pathname.replace(/\/tags$/, "");
}

/** A draft with a subject, without opening the wizard; returns its address without the step. */
async function postDraft(page: Page, path: string, subject: string): Promise<string> {
  const answer = await postForm(page, `${path}/mailings/new`, { subject });
  expect(answer.status(), `${subject} is a draft`).toBe(302);
  const { pathname } = new URL(answer.headers().location ?? "", answer.url());
  return pathname.replace(/\/tags$/, "");
}

/** Sends a draft to everybody it goes to by default, without opening the wizard. */
async function postSending(page: Page, draft: string): Promise<void> {
  const answer = await postForm(page, `${draft}/publish`, { when: "now" });
  expect(answer.status(), "the newsletter is sent").toBe(302);
}

const indexOf = async (items: Locator, text: string) => (await items.allTextContents()).findIndex((content) => content.includes(text));

/** Keeps the answer to the next form that is posted to an address until it is let go. */
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

test("Ayşe begins a newsletter, and is told that it needs a subject @phone", async ({ page }) => {
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
  await dialog(page).getByLabel("Betreff").fill(uniqueTitle("Lagebrief"));
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
});

test("Ayşe groups her newsletter by tags, orders tags and articles, and it is sent in this order @phone", async ({ page }) => {
  const { path, first, second, secret } = await stage(page);
  const draft = await postDraft(page, path, uniqueTitle("Lagebrief"));
  await openPage(page, `${draft}/tags`);
  await dialog(page).getByRole("switch", { name: "Nach Tags gruppieren" }).check();
  for (const tag of ["Angriffe", "Abwehr"]) await dialog(page).getByRole("checkbox", { name: tag }).uncheck();
  await next(page, "zu den Beiträgen");
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Tag aus.");
  for (const tag of ["Angriffe", "Abwehr"]) await dialog(page).getByRole("checkbox", { name: tag }).check();
  // As text, which text browsers show.
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
  await next(page, "zu den Empfängern");

  await openPage(page, `${draft}/summary`);
  await expect(dialog(page)).toContainText("2 Beiträge, nach Tags gruppiert");
  await postSending(page, draft);
  await page.goto(draft.replace(/.*\//, "/newsletter/"));
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Angriffe"]);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([first, second]);
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
  expect((await readMail(stranger)).subject).toContain(subject);
  await heading(page, "Bereit zum Versand?");
  // Not beneath the wizard, which covers the page.
  const sent = page.locator(".notice").filter({ hasText: "Die Vorschau ist unterwegs." });
  await sent.getByRole("checkbox", { name: "Meldung ausblenden" }).click();
  await expect(sent).toBeHidden();
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

test("Everybody reads Ayşe's newsletter, without any script, and Lena finds it in the folder @with-js", async ({
  page,
  browser,
  baseURL,
}) => {
  const { path, first } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  await postSending(page, draft);
  const visitor = await browser.newContext({ baseURL, locale: "en" });

  await test.step("a visitor, at its own address and at the folder's", async () => {
    const reader = await visitor.newPage();
    for (const address of [draft.replace(/.*\//, "/newsletter/"), `${path}/newsletter`]) {
      const answer = await reader.goto(address);
      expect(answer?.status()).toBe(200);
      await expect(reader.getByRole("heading", { level: 1 })).toHaveText(subject);
      await expect(reader.getByRole("link", { name: first })).toHaveAccessibleDescription("nur für Mitglieder");
      await expect(reader.locator("script")).toHaveCount(0);
    }
    await expectAccessible(reader);
  });
  await visitor.close();

  await test.step("Lena, who reads the folder", async () => {
    const lena = await openBrowserOf(browser, "lena");
    await openPage(lena, path);
    await lena.locator("summary", { hasText: "Teilen" }).click();
    await lena.goto((await lena.getByRole("link", { name: "Letzten Newsletter lesen" }).getAttribute("href")) ?? "");
    await expect(lena.getByRole("heading", { level: 1 })).toHaveText(subject);
    await lena.context().close();
  });
});

test("Lena unsubscribes, by herself and by her mail provider, and comes back in her settings @phone", async ({ page, browser }) => {
  const { known, path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  await postSending(page, await postDraft(page, path, subject));
  const mail = await readMail("lena@demo.example", { subject });

  await test.step("she unsubscribes by the link, and again by one click", async () => {
    await scanLinks(browser, mail);
    const link = mail.links.find((one) => one.includes("/unsubscribe/")) ?? "";
    const visitor = await browser.newContext({ javaScriptEnabled: hasScript() });
    const reader = await visitor.newPage();
    await reader.goto(link);
    await expect(reader.getByRole("main")).toContainText(`Newsletter aus „${known}“`);
    const unsubscribed = () => queryDatabase("select user_id from unsubscriptions where folder_id = $1", [path.split("/").at(-1)]);
    expect(await unsubscribed()).toHaveLength(0);
    await reader.getByRole("button", { name: "Abbestellen" }).click();
    await expect(reader.getByRole("status").filter({ hasText: "lena@demo.example" })).toBeVisible();
    expect(await unsubscribed()).toHaveLength(1);
    await reader.getByRole("button", { name: "Doch wieder erhalten" }).click();
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Wieder abonniert");
    await expect(reader.getByRole("status").filter({ hasText: "lena@demo.example erhält wieder Newsletter" })).toBeVisible();
    expect(await unsubscribed()).toHaveLength(0);
    await expect(reader.getByRole("button", { name: "Abbestellen" })).toBeVisible();
    const oneClick = await visitor.request.post(link, {
      form: { "List-Unsubscribe": "One-Click" },
      headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
      maxRedirects: 0,
    });
    expect(oneClick.status()).toBe(200);
    await visitor.close();
  });

  const draft = await postDraft(page, path, uniqueTitle("Lagebrief"));
  await test.step("the next newsletter cannot be sent to her", async () => {
    await openPage(page, `${draft}/recipients`);
    await expect(dialog(page).getByRole("checkbox", { name: "Lena Großmann" })).toBeDisabled();
    await expect(dialog(page)).toContainText("Abbestellt");
  });

  await test.step("she resubscribes in her settings", async () => {
    const lena = await openBrowserOf(browser, "lena");
    await openPage(lena, "/settings/email");
    const again = lena.getByRole("button", { name: `Newsletter aus „${known}“ wieder erhalten` });
    await expectAccessible(lena);
    await again.click();
    await expect(again).toHaveCount(0);
    await lena.context().close();
    await openPage(page, `${draft}/recipients`);
    await expect(dialog(page).getByRole("checkbox", { name: "Lena Großmann" })).toBeEnabled();
  });
});

test("Ayşe goes back and forth between tags and articles: what has no selected tag is left out", async ({ page }) => {
  const { path, first, second } = await stage(page);
  const draft = await postDraft(page, path, uniqueTitle("Lagebrief"));
  const steps = dialog(page).getByRole("navigation", { name: "Schritte" });
  const stepsBehind = (...names: string[]) => expect(steps.getByRole("link")).toHaveText(names);

  await openPage(page, `${draft}/tags`);
  await stepsBehind("Verlauf", "Titel");
  for (const tag of ["Angriffe", "Abwehr"]) await expect(dialog(page).getByRole("checkbox", { name: tag })).toBeChecked();
  await dialog(page).getByRole("checkbox", { name: "Angriffe" }).uncheck();
  await next(page, "zu den Beiträgen");
  await heading(page, "Welche Beiträge kommen hinein?");
  await hydrated(page);
  await expect(dialog(page).getByRole("checkbox", { name: first })).toHaveCount(0);
  await dialog(page).getByRole("checkbox", { name: second }).uncheck();
  await next(page, "zu den Empfängern");
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Beitrag aus.");
  await dialog(page).getByRole("checkbox", { name: second }).check();
  await next(page, "zu den Empfängern");
  await heading(page, "Wer soll den Newsletter erhalten?");
  await stepsBehind("Verlauf", "Titel", "Tags", "Beiträge");
  await steps.getByRole("link", { name: "Tags" }).click();
  await heading(page, "Welche Themen kommen hinein?");
  await hydrated(page);
  await dialog(page).getByRole("checkbox", { name: "Angriffe" }).check();
  await next(page, "zu den Beiträgen");
  for (const title of [first, second]) await expect(dialog(page).getByRole("checkbox", { name: title })).toBeChecked();
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
  const folderId = path.split("/").at(-1);
  const chosen = () => dialog(page).getByRole("checkbox", { checked: true });

  await test.step("the choice is the same on the way back", async () => {
    await openPage(page, `${draft}/recipients`);
    const everybody = await chosen().count();
    expect(everybody).toBeGreaterThan(2);
    const press = (name: string) => dialog(page).getByRole("button", { name }).click();
    await press("Auswahl aufheben");
    await expect(chosen()).toHaveCount(0);
    await press("Alle auswählen");
    await expect(chosen()).toHaveCount(everybody);
    await press("Auswahl aufheben");
    await dialog(page).getByLabel("Interesse").selectOption(tag);
    await press("Dazu auswählen");
    await expect(chosen()).toHaveCount(1);
    const lena = dialog(page).getByRole("checkbox", { name: "Lena Großmann" });
    await expect(lena).toBeChecked();
    await expect(lena).toHaveAccessibleName(new RegExp(`lena@demo\\.example, .*${tag}`));
    await dialog(page).getByRole("button", { name: "Beiträge", exact: true }).click();
    await heading(page, "Welche Beiträge kommen hinein?");
    await next(page, "zu den Empfängern");
    await expect(lena).toBeChecked();
    await expect(chosen()).toHaveCount(1);
  });

  await test.step("the summary counts, shows mail and page, and says what to look at", async () => {
    await queryDatabase(
      "insert into unsubscriptions (client_id, folder_id, user_id) select client_id, $1, id from users where email = 'lena@demo.example'",
      [folderId],
    );
    await next(page, "zur Übersicht");
    await heading(page, "Bereit zum Versand?");
    for (const text of [subject, "1 Beitrag"]) await expect(dialog(page)).toContainText(text);
    await expect(dialog(page)).toContainText(/0 Personen\s*1 ausgewählte Person hat ihn abbestellt/);
    await queryDatabase("delete from unsubscriptions where folder_id = $1", [folderId]);
    await dialog(page).getByRole("link", { name: "Web", exact: true }).click();
    await expect(dialog(page).locator("iframe")).toHaveAttribute("src", /^\/newsletter\/[\w-]+/);
    await expect(dialog(page)).toContainText("1 Person");
    if (!hasScript()) await dialog(page).getByRole("link", { name: "Links, Bilder und Adressen prüfen" }).click();
    await expect(dialog(page)).toContainText("Es ist kein Mailserver eingerichtet");
  });

  await test.step("nobody is chosen: neither the next step nor sending is possible", async () => {
    await openPage(page, `${draft}/recipients`);
    await dialog(page).getByRole("button", { name: "Auswahl aufheben" }).click();
    await next(page, "zur Übersicht");
    await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Empfänger aus.");
    await openPage(page, `${draft}/checks`);
    await expect(dialog(page)).toContainText("Es ist kein Empfänger ausgewählt.");
    await openPage(page, `${draft}/summary`);
    await dialog(page).getByRole("button", { name: "Weiter zum Versand" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Empfänger aus.");
  });
  await queryDatabase("delete from user_interests where tag_id in (select id from tags where name = $1)", [tag]);
});

test("Ayşe closes a draft, finds it again, and deletes it", async ({ page }) => {
  await signIn(page, "ayse");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Lage") });
  // Saved automatically without a subject, as when somebody begins with the introduction.
  const begun = await page.request.post(`${path}/mailings/draft`, { form: { step: "title", subject: "", introText: "Liebe Leute" } });
  expect(begun.status()).toBe(200);
  const subject = uniqueTitle("Lagebrief");

  await test.step("without a subject it is called Newsletter", async () => {
    await openPage(page, `${path}/mailings`);
    await dialog(page).getByRole("link", { name: "Weiter bearbeiten Newsletter" }).click();
    await heading(page, "Wie heißt der Newsletter?");
    await expect(dialog(page).getByRole("navigation", { name: "Schritte" }).getByRole("link")).toHaveText(["Verlauf"]);
    await hydrated(page);
    await dialog(page).getByLabel("Betreff").fill(subject);
    await next(page, "zu den Tags");
    await heading(page, "Welche Themen kommen hinein?");
  });

  await test.step("another newsletter begins empty, and the draft still has its subject", async () => {
    await dialog(page).getByRole("link", { name: "Schließen" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await openPage(page, `${path}/mailings`);
    await dialog(page).getByRole("link", { name: "Neuen Newsletter beginnen" }).click();
    await heading(page, "Wie heißt der Newsletter?");
    await expect(dialog(page).getByLabel("Betreff")).toHaveValue("");
    await dialog(page).getByRole("link", { name: "Verlauf" }).click();
    await dialog(page)
      .getByRole("link", { name: `Weiter bearbeiten ${subject}` })
      .click();
    await heading(page, "Wie heißt der Newsletter?");
    await expect(dialog(page).getByLabel("Betreff")).toHaveValue(subject);
  });

  await test.step("deleted it is gone", async () => {
    await openPage(page, `${path}/mailings`);
    await dialog(page)
      .getByRole("link", { name: `${subject} löschen` })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Newsletter löschen" }).click();
    await expect(dialog(page)).toContainText("Noch keine Newsletter vorhanden");
  });
});

/** Ayşe's draft that Anna works on too. */
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
    // Her page still shows what it said before.
    await intro(page).fill("Guten Morgen von Ayşe");
    await expect(alert).toContainText("Einleitung, gespeicherter Stand Guten Morgen von Anna");
    await dialog(page).getByRole("button", { name: "Meinen Stand speichern" }).click();
    await expect.poll(stored).toMatchObject({ subject: `${subject}!`, intro_text: "<p>Guten Morgen von Ayşe</p>" });
    await expect(alert).toHaveCount(0);
  }
  await anna.context().close();
});

test("An article that must not be shared any more is left out, and summary, question and history say so", async ({ page }) => {
  const { path, first, second } = await stage(page);
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
  const mail = await readMail("lena@demo.example", { subject });
  expect(mail.text).toContain(first);
  expect(mail.text).not.toContain(second);
  await dialog(page).getByRole("link", { name: "Zum Verlauf" }).click();
  const row = dialog(page).getByRole("row", { name: new RegExp(subject) });
  await row.getByText("1 Beitrag ausgelassen").click();
  await expect(row).toContainText(told);
  expect(await (await page.request.get(draft.replace(/.*\//, "/newsletter/"))).text()).not.toContain(second);
});

test("Ayşe gives an article other words, puts texts around it, and the next newsletter begins like this one @phone", async ({ page }) => {
  const { path, folder, known, first, second } = await stage(page);
  const draft = await begin(page, path, `${known} 9`);
  await openPage(page, `${draft}/articles`);
  const row = (text: string) => dialog(page).getByRole("listitem").filter({ hasText: text });
  await row(first)
    .getByRole("button", { name: `Anpassen ${first}` })
    .click();
  await heading(page, "Für diesen Newsletter anpassen");
  const headline = uniqueTitle("Kurz gesagt");
  await dialog(page).getByLabel("Überschrift").fill("");
  if (hasScript()) await expect(dialog(page).getByRole("button", { name: "Speichern" })).toBeDisabled();
  else {
    await dialog(page).getByRole("button", { name: "Speichern" }).click();
    await expect(dialog(page).getByText("Dies ist ein Pflichtfeld").first()).toBeVisible();
  }
  await dialog(page).getByLabel("Überschrift").fill(headline);
  await dialog(page).getByLabel("Anrisstext").fill("Das Wichtigste in einem Satz.");
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await expect(row(headline)).toContainText("Angepasst");

  await row(second)
    .getByRole("button", { name: `Text davor ${second}` })
    .click();
  await heading(page, "Text einfügen");
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await expect(dialog(page).getByText("Dies ist ein Pflichtfeld").first()).toBeVisible();
  await dialog(page).getByLabel("Überschrift").fill("Außerdem");
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await dialog(page).getByRole("button", { name: "Text am Ende einfügen" }).click();
  await dialog(page).getByLabel("Überschrift").fill("Bis morgen");
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  const items = dialog(page).getByRole("listitem");
  const texts = () => items.filter({ has: page.getByRole("button", { name: /^Bearbeiten/ }) });
  await expect(texts()).toHaveCount(2);
  await expect(items.nth((await indexOf(items, second)) - 1)).toContainText("Außerdem");

  // Moved with the buttons, and back.
  await row("Außerdem").getByRole("button", { name: "Außerdem nach unten" }).click();
  await expect(async () => expect(await indexOf(items, "Außerdem")).toBe((await indexOf(items, second)) + 1)).toPass();
  await row("Außerdem").getByRole("button", { name: "Außerdem nach oben" }).click();
  await expect(async () => expect(await indexOf(items, "Außerdem")).toBe((await indexOf(items, second)) - 1)).toPass();

  await row("Bis morgen").getByRole("button", { name: "Bearbeiten Bis morgen" }).click();
  await dialog(page).getByRole("button", { name: "Text entfernen" }).click();
  await expect(texts()).toHaveCount(1);
  await postSending(page, draft);
  const { html, text } = await readMail("ayse@demo.example", { subject: `${known} 9` });
  for (const form of [html, text]) {
    expect(form).toContain(headline);
    expect(form).toContain("Das Wichtigste in einem Satz.");
    expect(form).not.toContain(first);
    expect(form).not.toContain("Bis morgen");
    expect(form.indexOf("Außerdem")).toBeLessThan(form.lastIndexOf(second));
  }

  const news = uniqueTitle("Nachschub");
  await fileArticle(page, { folder, title: news, newTags: "Angriffe" });
  await openPage(page, `${path}/mailings`);
  await dialog(page)
    .getByRole("button", { name: `Als Vorlage verwenden ${known} 9` })
    .click();
  await heading(page, "Wie heißt der Newsletter?");
  await expect(dialog(page).getByLabel("Betreff")).toHaveValue(`${known} 10`);
  await openPage(page, page.url().replace(/\/title.*/, "/articles"));
  await expect(dialog(page).getByRole("checkbox", { name: news })).toBeChecked();
  await expect(dialog(page).getByRole("checkbox", { name: first })).not.toBeChecked();
  await expect(row("Außerdem")).toBeVisible();
});

test("Ayşe takes back what she adapted, is told what Henrike saved meanwhile, and begins with a template while writing", async ({
  page,
  browser,
}) => {
  const { path, known, first } = await stage(page);
  const draft = await begin(page, path, known);
  await openPage(page, `${draft}/articles`);
  const row = dialog(page)
    .getByRole("listitem")
    .filter({ has: page.locator("[name=contents]") });
  await row
    .filter({ hasText: first })
    .getByRole("button", { name: /^Anpassen/ })
    .click();
  await heading(page, "Für diesen Newsletter anpassen");
  const other = await openBrowserOf(browser, "ayse");
  await openPage(other, page.url());
  await dialog(other).getByLabel("Überschrift").fill("Anders zuerst");
  await dialog(other).getByRole("button", { name: "Speichern" }).click();
  await expect(dialog(other).getByText("Angepasst")).toBeVisible();
  await dialog(page).getByLabel("Überschrift").fill("Anders danach");
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await expect(
    dialog(page)
      .getByText(/hat das inzwischen geändert.*Anders zuerst/)
      .first(),
  ).toBeVisible();
  await expect(dialog(page).getByLabel("Überschrift")).toHaveValue("Anders danach");
  await dialog(page).getByRole("button", { name: "Speichern" }).click();
  await dialog(page).getByRole("button", { name: "Anpassen Anders danach" }).click();
  await dialog(page).getByRole("button", { name: "Zurücksetzen" }).click();
  await heading(page, "Welche Beiträge kommen hinein?");
  await expect(dialog(page).getByText("Angepasst")).toHaveCount(0);
  await postSending(page, draft);

  await openPage(page, `${path}/mailings/new`);
  await dialog(page).getByLabel("Betreff").fill("Selbst gewählt");
  await dialog(page).getByRole("button", { name: known }).click();
  // Templates are only offered while a newsletter begins; the address is already a draft's when it is saved.
  await expect(dialog(page).getByRole("button", { name: known })).toHaveCount(0);
  await expect(page).toHaveURL(/\/mailings\/[^/]{36}\/title/);
  await expect(dialog(page).getByLabel("Betreff")).toHaveValue("Selbst gewählt");
  await openPage(page, `${path}/mailings`);
  await expect(dialog(page).getByRole("row")).toHaveCount(3);
});

test("A newsletter that was deleted meanwhile leads to the history, which says so, from every step", async ({ page }) => {
  const { path } = await stage(page);
  const draft = await postDraft(page, path, uniqueTitle("Lagebrief"));
  await openPage(page, `${draft}/tags`);
  expect((await postForm(page, `${draft}/delete`, {})).status()).toBe(302);
  await next(page, "zu den Beiträgen");
  const told = page.getByText("Diesen Newsletter gibt es nicht mehr, oder Sie können ihn nicht mehr sehen.");
  await expect(told.first()).toBeVisible();
  await heading(page, "Newsletter aus");
  for (const step of ["title", "tags", "articles", "recipients", "summary", "checks", "publish?when=now", "success", "deliveries"]) {
    await page.goto(`${draft}/${step}`);
    await expect(told.first(), step).toBeVisible();
    await expect(page, step).toHaveURL(/\/mailings$/);
  }
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
    // The step that came meanwhile goes on from there.
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
  const draft = await begin(page, path, uniqueTitle("Lagebrief"));
  const entries = () => dialog(page).getByRole("checkbox").filter({ visible: true });
  /** Drags the entry with this name over the one with that name. */
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
  await hydrated(page);
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

test("Ayşe schedules a newsletter, and takes that back", async ({ page }) => {
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await postDraft(page, path, subject);
  const row = dialog(page).getByRole("row", { name: new RegExp(subject) });
  const question = page.getByRole("alertdialog");
  await openPage(page, `${draft}/summary`);
  await dialog(page).getByRole("radio", { name: "Später senden" }).check();
  const plan = dialog(page).getByRole("button", { name: "Weiter zum Versand" });
  const at = dialog(page).getByLabel("Zeitpunkt", { exact: true });
  await at.fill("2020-01-01T08:00");
  await plan.click();
  await expect(at).toHaveAttribute("aria-invalid", "true");
  const day = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  const moment = `${day.replace(/^20(..)-(..)-(..)$/, "$3.$2.$1")}, 08:00 Uhr`;
  await at.fill(`${day}T08:00`);
  await plan.click();
  await expect(page.getByRole("alertdialog", { name: moment })).toBeVisible();
  await question.getByRole("button", { name: /^Für \d+ Personen planen$/ }).click();
  await heading(page, "Der Newsletter ist geplant");
  await expect(dialog(page)).toContainText(moment);
  await dialog(page).getByRole("link", { name: "Zum Verlauf" }).click();
  await expect(row).toContainText("Geplant");
  const letter = await page.context().newPage();
  await letter.goto((await row.getByRole("link", { name: "Ansehen" }).getAttribute("href")) ?? "");
  await expect(letter.getByRole("note")).toContainText("Dieser Newsletter ist geplant.");
  await expect(letter.getByRole("heading", { level: 1 })).toHaveText(subject);
  await letter.close();
  await openPage(page, `${draft}/recipients`);
  await heading(page, "Newsletter aus");
  await expect(page.getByText("Dieser Newsletter ist geplant: Ändern lässt er sich wieder")).toBeVisible();
  await row.getByRole("link", { name: "Planung aufheben" }).click();
  await question.getByRole("button", { name: "Planung aufheben" }).click();
  await expect(row).toContainText("Entwurf");
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
      PREVIEW_ADDRESSES_PER_DAY: "1",
      INVITATIONS_PER_DAY: "1",
    }),
});

withMailServer("Ayşe sends a newsletter, stops it, and sends it again to who did not get it", async ({ page, browser, sink }) => {
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await begin(page, path, subject);
  const row = dialog(page).getByRole("row", { name: new RegExp(subject) });
  const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();

  await withMailServer.step("preview it to more strangers than allowed, and invite more", async () => {
    const strangers = "eins@anderswo.example, zwei@anderswo.example";
    await openPage(page, `${draft}/recipients`);
    await dialog(page).getByLabel("Vorschau senden an").fill(strangers);
    await dialog(page).getByRole("button", { name: "Vorschau senden" }).click();
    await expect(dialog(page).locator("#previewRecipients-error")).toContainText("höchstens 1 verschiedene Adressen pro Tag");
    await expect(dialog(page).getByLabel("Vorschau senden an")).toHaveValue(/eins@anderswo\.example\s*,?\s*zwei@anderswo\.example/);
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: hasScript() });
    const jana = await context.newPage();
    await signIn(jana, "jana");
    await openPage(jana, "/client/invitations/new");
    await jana.locator("#emailAddresses").fill(strangers);
    await jana.getByRole("dialog").locator("button.primary").click();
    await expect(jana.locator("#emailAddresses-error")).toContainText("höchstens 1 Einladungen pro Tag senden");
    await expect(jana.locator("#emailAddresses")).toHaveValue(/eins@anderswo\.example\s*,?\s*zwei@anderswo\.example/);
    await context.close();
  });

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
