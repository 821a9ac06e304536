import type { Page } from "@playwright/test";
import { test as apartTest } from "../support/e2e/apart";
import {
  expect,
  expectAccessible,
  fileArticle,
  hasScript,
  hydrated,
  makeFolder,
  offlineConsole,
  openBrowserOf,
  openPage,
  queryDatabase,
  readMail,
  scanLinks,
  signIn,
  test,
  uniqueTitle,
} from "../support/e2e/fixtures";
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

test("Ayşe sends a newsletter of her folder, and everybody can read it @phone", async ({ page, browser }) => {
  test.setTimeout(150_000);
  const { folder, known, path, first, second, secret } = await stage(page);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  await openPage(page, path);
  await page.locator("summary", { hasText: "Teilen" }).click();
  await expect(page.getByRole("link", { name: "Letzten Newsletter lesen" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newsletter", exact: true }).click();
  await heading(page, `Newsletter aus „${folder}“`);
  await expect(dialog(page)).toContainText("Noch keine Newsletter vorhanden");
  await expect(dialog(page)).toContainText(`Entwürfe werden ${hasScript() ? "bei jeder Änderung" : "mit jedem „Weiter“"} gesichert.`);
  await dialog(page).getByRole("link", { name: "Neuen Newsletter beginnen" }).click();

  await heading(page, "Wie heißt der Newsletter?");
  await hydrated(page);
  await next(page, "zu den Tags");
  await expect(dialog(page).getByRole("alert")).toContainText("Betreff: Dies ist ein Pflichtfeld");
  const subject = uniqueTitle("Lagebrief 1");
  await dialog(page).getByLabel("Betreff").fill(subject);
  if (hasScript()) {
    await expect(dialog(page).getByRole("alert")).toHaveCount(0);
    await expect(dialog(page).getByLabel("Betreff")).not.toHaveAttribute("aria-invalid");
    await expect(dialog(page).getByLabel("Betreff")).toBeFocused();
  }
  const intro = dialog(page).getByRole("textbox", { name: "Einleitung" });
  if (hasScript()) {
    const editor = dialog(page).locator('[contenteditable="true"]');
    await expect(editor).toBeVisible();
    const [inner, frame] = await Promise.all([editor.boundingBox(), dialog(page).locator(".rich-text").boundingBox()]);
    expect(inner?.width).toBeGreaterThanOrEqual((frame?.width ?? 0) - 2);
  }
  await intro.fill("Liebe Kolleginnen und Kollegen,");
  await next(page, "zu den Tags");

  await heading(page, "Welche Themen kommen hinein?");
  await dialog(page).getByRole("switch", { name: "Nach Tags gruppieren" }).check();
  for (const tag of ["Angriffe", "Abwehr"]) await dialog(page).getByRole("checkbox", { name: tag }).uncheck();
  await next(page, "zu den Beiträgen");
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Tag aus.");
  for (const tag of ["Angriffe", "Abwehr"]) await dialog(page).getByRole("checkbox", { name: tag }).check();
  await dialog(page).getByRole("button", { name: "Angriffe nach oben" }).click();
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

  await heading(page, "Wer soll den Newsletter erhalten?");
  await hydrated(page);
  await expect(dialog(page).getByLabel("Vorschau senden an")).toHaveValue("ayse@demo.example");
  await dialog(page).getByRole("button", { name: "Auswahl aufheben" }).click();
  await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(0);
  await next(page, "zur Übersicht");
  await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Empfänger aus.");
  await dialog(page).getByRole("checkbox", { name: "Lena Großmann" }).check();
  await dialog(page).getByLabel("Vorschau senden an").fill("vorschau@lage.example, unfertig");
  await next(page, "zur Übersicht");
  await expect(dialog(page).getByRole("alert")).toContainText("„unfertig“ ist keine E-Mail-Adresse.");
  await dialog(page)
    .getByLabel("Vorschau senden an")
    .fill(`${subject.slice(-8)}@lage.example`);
  await next(page, "zur Übersicht");

  await heading(page, "Alles richtig?");
  await expect(dialog(page)).toContainText("2 Beiträge, nach Tags gruppiert");
  const frame = dialog(page).locator("iframe");
  await expect(frame).toBeVisible();
  if (isPhone) await expect(dialog(page).getByRole("link", { name: "Telefon" })).toBeHidden();
  else await dialog(page).getByRole("link", { name: "Telefon" }).click();
  await dialog(page).getByRole("link", { name: "Dunkel" }).click();
  await expect(page).toHaveURL(/scheme=dark/);
  await expect(frame).toBeVisible();
  await expect(frame).toHaveAttribute("src", /\/mail\?scheme=dark$/);
  expect(await (await page.request.get((await frame.getAttribute("src")) ?? "")).text()).toContain(first);
  await dialog(page).getByRole("button", { name: "Vorschau an 1 Adresse" }).click();
  expect((await readMail(`${subject.slice(-8)}@lage.example`)).subject).toContain(subject);
  await heading(page, "Alles richtig?");
  // Not beneath the wizard, which covers the page.
  const sent = page.getByRole("status").filter({ hasText: "Die Vorschau ist unterwegs." });
  await sent.getByRole("checkbox", { name: "Meldung ausblenden" }).click();
  await expect(sent).toBeHidden();
  await dialog(page).getByRole("button", { name: "An 1 Person senden" }).click();

  await heading(page, "Der Newsletter ist unterwegs");
  await expect(dialog(page).getByRole("navigation", { name: "Schritte" })).toHaveCount(0);
  const mail = await readMail("lena@demo.example", { subject });
  expect(mail.text).toContain(`die Folda „${known}“`);
  await dialog(page).getByRole("link", { name: "Zum Verlauf" }).click();
  const row = dialog(page).getByRole("row", { name: new RegExp(subject) });
  await expect(row).toContainText("Versendet");
  await expect(row).toContainText("1 von 1");

  await test.step("everybody reads it, and no script comes with it", async () => {
    const address = (await row.getByRole("link", { name: /Ansehen/ }).getAttribute("href")) ?? "";
    const visitor = await browser.newContext({ locale: "en" });
    const page = await visitor.newPage();
    for (const one of [address, `${path}/newsletter`]) {
      const answer = await page.goto(new URL(one, row.page().url()).href);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(subject);
      await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Angriffe"]);
      await expect(page.getByRole("heading", { level: 3 })).toHaveText([first, second]);
      await expect(page.getByRole("link", { name: first })).toHaveAccessibleDescription("nur für Mitglieder");
      await expect(page.locator("script")).toHaveCount(0);
      const { etag = "", "cache-control": cache, "x-robots-tag": robots, "set-cookie": cookie } = answer?.headers() ?? {};
      expect([cache?.startsWith("public"), robots, cookie]).toEqual([true, "noindex", undefined]);
      const again = await visitor.request.get(new URL(one, row.page().url()).href, { headers: { "If-None-Match": etag } });
      expect(again.status()).toBe(304);
    }
    if (hasScript()) await expectAccessible(page);
    await visitor.close();
  });

  await test.step("Lena, who reads the folder, finds it there", async () => {
    const lena = await openBrowserOf(browser, "lena");
    await openPage(lena, path);
    await lena.locator("summary", { hasText: "Teilen" }).click();
    const link = lena.getByRole("link", { name: "Letzten Newsletter lesen" });
    await lena.goto((await link.getAttribute("href")) ?? "");
    await expect(lena.getByRole("heading", { level: 1 })).toHaveText(subject);
    await lena.context().close();
  });

  await test.step("Lena unsubscribes, by herself and by her mail provider", async () => {
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
    await expect(reader.getByRole("button", { name: "Abbestellen" })).toBeVisible();
    const oneClick = await visitor.request.post(link, {
      form: { "List-Unsubscribe": "One-Click" },
      headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
      maxRedirects: 0,
    });
    expect(oneClick.status()).toBe(200);
    await visitor.close();
  });

  await openPage(page, `${path}/mailings/new`);
  const draft = await begin(page, path, uniqueTitle("Lagebrief 2"));
  await openPage(page, `${draft}/recipients`);
  await expect(dialog(page).getByRole("checkbox", { name: "Lena Großmann" })).toBeDisabled();
  await expect(dialog(page)).toContainText("Abbestellt");

  await test.step("Lena finds what she unsubscribed from in her settings, and comes back", async () => {
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

  await openPage(page, path);
  await page.getByRole("link", { name: "Newsletter dieser Folda" }).click();
  await dialog(page)
    .getByRole("link", { name: `${subject} löschen` })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Newsletter löschen" }).click();
  await expect(dialog(page)).not.toContainText(subject);
});

test("Ayşe goes back and forth, leaves, finds her draft again, and chooses what goes to whom", async ({ page }) => {
  test.setTimeout(150_000);
  const { path, first, second } = await stage(page);
  const folderId = path.split("/").at(-1);
  const tags = ["Angriffe", "Abwehr"];
  await queryDatabase(
    `insert into user_interests (user_id, tag_id, position) select u.id, t.id, 0 from users u join tags t on t.client_id = u.client_id
     where u.email = 'lena@demo.example' and t.name = 'Abwehr' on conflict do nothing`,
  );
  // Without a subject, as it is stored by itself while somebody begins with the introduction.
  const begun = await page.request.post(`${path}/mailings/draft`, { form: { step: "title", subject: "", introText: "Liebe Leute" } });
  expect(begun.status()).toBe(200);
  const subject = uniqueTitle("Lagebrief");
  const steps = dialog(page).getByRole("navigation", { name: "Schritte" });
  const stepsBehind = (...names: string[]) => expect(steps.getByRole("link")).toHaveText(names);
  const chosen = () => dialog(page).getByRole("checkbox", { checked: true });

  await test.step("it is called Newsletter, and goes on at its title", async () => {
    await openPage(page, `${path}/mailings`);
    await dialog(page).getByRole("link", { name: "Weiter bearbeiten Newsletter" }).click();
    await heading(page, "Wie heißt der Newsletter?");
    await stepsBehind("Verlauf");
    await hydrated(page);
    await dialog(page).getByLabel("Betreff").fill(subject);
    await next(page, "zu den Tags");
  });

  await test.step("what carries no selected tag is left out; one article at least has to stay", async () => {
    await heading(page, "Welche Themen kommen hinein?");
    await stepsBehind("Verlauf", "Titel");
    await hydrated(page);
    for (const tag of tags) await expect(dialog(page).getByRole("checkbox", { name: tag })).toBeChecked();
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
    await next(page, "zu den Empfängern");
  });

  await test.step("recipients are chosen all, none and by interest, and stay so on the way back", async () => {
    await heading(page, "Wer soll den Newsletter erhalten?");
    await hydrated(page);
    const everybody = await chosen().count();
    expect(everybody).toBeGreaterThan(2);
    const press = (name: string) => dialog(page).getByRole("button", { name }).click();
    await press("Auswahl aufheben");
    await expect(chosen()).toHaveCount(0);
    await press("Alle auswählen");
    await expect(chosen()).toHaveCount(everybody);
    await press("Auswahl aufheben");
    await dialog(page).getByLabel("Interesse").selectOption("Abwehr");
    await press("Dazu auswählen");
    await expect(chosen()).toHaveCount(1);
    const lena = dialog(page).getByRole("checkbox", { name: "Lena Großmann" });
    await expect(lena).toBeChecked();
    await expect(lena).toHaveAccessibleName(/lena@demo\.example, .*Abwehr/);
    await dialog(page).getByRole("button", { name: "Beiträge", exact: true }).click();
    await heading(page, "Welche Beiträge kommen hinein?");
    await next(page, "zu den Empfängern");
    await expect(lena).toBeChecked();
    await expect(chosen()).toHaveCount(1);
    await queryDatabase(
      "insert into unsubscriptions (client_id, folder_id, user_id) select client_id, $1, id from users where email = 'lena@demo.example'",
      [folderId],
    );
    await next(page, "zur Übersicht");
  });

  await test.step("the summary counts, shows mail and page, and says what is to be looked at", async () => {
    await heading(page, "Alles richtig?");
    for (const text of [subject, "2 Beiträge"]) await expect(dialog(page)).toContainText(text);
    await expect(dialog(page)).toContainText(/0 Personen\s*1 ausgewählte Person hat ihn abbestellt/);
    await expect(dialog(page).getByRole("button", { name: "An 0 Personen senden" })).toBeVisible();
    await queryDatabase("delete from unsubscriptions where folder_id = $1", [folderId]);
    await dialog(page).getByRole("link", { name: "Web", exact: true }).click();
    await expect(dialog(page).locator("iframe")).toHaveAttribute("src", /^\/newsletter\/[\w-]+/);
    await expect(dialog(page).getByRole("button", { name: "An 1 Person senden" })).toBeVisible();
    if (!hasScript()) await dialog(page).getByRole("link", { name: "Links, Bilder und Adressen prüfen" }).click();
    await expect(dialog(page)).toContainText("Es ist kein Mailserver eingerichtet");
  });

  await test.step("closed and opened again it is as it was, and deleted it is gone", async () => {
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
    await openPage(page, page.url().replace(/title$/, "recipients"));
    await expect(chosen()).toHaveCount(1);
    await hydrated(page);
    await dialog(page).getByRole("button", { name: "Auswahl aufheben" }).click();
    await next(page, "zur Übersicht");
    await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Empfänger aus.");
    const draft = new URL(page.url()).pathname.replace(/\/\w+$/, "");
    await openPage(page, `${draft}/checks`);
    await expect(dialog(page)).toContainText("Es ist kein Empfänger ausgewählt.");
    await openPage(page, `${draft}/summary`);
    await hydrated(page);
    await dialog(page).getByRole("button", { name: "An 0 Personen senden" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("Bitte wählen Sie mindestens einen Empfänger aus.");
    await openPage(page, `${path}/mailings`);
    await dialog(page)
      .getByRole("link", { name: `${subject} löschen` })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Newsletter löschen" }).click();
    await expect(dialog(page)).toContainText("Noch keine Newsletter vorhanden");
  });
  await queryDatabase("delete from user_interests where tag_id in (select id from tags where name = 'Abwehr')");
});

test("Two people work on one draft: nobody saves over the other without having seen it", async ({ page, browser }) => {
  test.slow();
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  const draft = await begin(page, path, subject);
  const anna = await openBrowserOf(browser, "anna");
  await openPage(anna, `${draft}/title`);
  await openPage(page, `${draft}/title`);
  const field = (of: Page) => dialog(of).getByLabel(/Betreff|Subject/);
  const annas = `${subject} von Anna`;
  await field(anna).fill(annas);
  await dialog(anna)
    .getByRole("button", { name: /Weiter zu den Tags|Continue to tags/ })
    .click();
  await expect(anna).toHaveURL(/\/tags$/);

  await field(page).fill(`${subject} von Ayşe`);
  if (!hasScript()) await next(page, "zu den Tags");
  await expect(dialog(page).getByRole("alert")).toContainText("hat diesen Newsletter inzwischen gesichert");
  await expect(field(page)).toHaveValue(`${subject} von Ayşe`);
  await expectAccessible(page);
  await dialog(page).getByRole("link", { name: "Gespeicherten Stand übernehmen" }).click();
  await expect(field(page)).toHaveValue(annas);
  await hydrated(page);

  await openPage(anna, `${draft}/title`);
  await field(anna).fill(`${annas}, noch einmal`);
  await dialog(anna)
    .getByRole("button", { name: /Weiter zu den Tags|Continue to tags/ })
    .click();
  await expect(anna).toHaveURL(/\/tags$/);
  const mine = `${subject}, wie Ayşe ihn will`;
  await field(page).fill(mine);
  if (!hasScript()) await next(page, "zu den Tags");
  await dialog(page).getByRole("button", { name: "Meinen Stand sichern" }).click();
  if (hasScript()) await expect(dialog(page)).toContainText("Gesichert");
  else await heading(page, "Welche Themen kommen hinein?");
  await openPage(anna, `${draft}/title`);
  await expect(field(anna)).toHaveValue(mine);
  await anna.context().close();
});

test("What Ayşe types saves itself: when she stops, goes on, closes the window, or is offline for a while @with-js", async ({
  page,
  context,
}) => {
  test.slow();
  const { path } = await stage(page);
  const subject = uniqueTitle("Lagebrief");
  await openPage(page, `${path}/mailings/new`);
  const field = dialog(page).getByLabel("Betreff");
  await field.fill(subject);
  await expect(dialog(page)).toContainText("Gesichert");
  await expect(page).toHaveURL(/\/mailings\/[\w-]+\/title$/);
  const draft = new URL(page.url()).pathname;
  const stored = async () =>
    (await queryDatabase("select vuex_state ->> 'subject' as subject from mailings where id = $1", [draft.split("/").at(-2)]))[0]?.subject;
  expect(await stored()).toBe(subject);

  const typeTwice = async (words: string) => {
    for (const time of ["einmal", "zweimal"]) {
      await field.fill(`${words}, ${time}`);
      await expect.poll(stored).toBe(`${words}, ${time}`);
    }
    await expect(dialog(page)).toContainText("Gesichert");
    await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  };
  await test.step("over what it saved itself, of a new draft", () => typeTwice(`${subject} neu`));
  await test.step("over what it saved itself, of one that was there", async () => {
    await openPage(page, draft);
    await typeTwice(`${subject} alt`);
  });

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

  await test.step("when the network is back", async () => {
    await openPage(page, draft);
    await context.setOffline(true);
    await field.fill(`${subject} 4`);
    await expect(dialog(page)).toContainText("keine Verbindung");
    await context.setOffline(false);
    await expect.poll(stored).toBe(`${subject} 4`);
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
  await expect(dialog(page)).toContainText("Gesichert");
  await openPage(page, `${draft}/tags`);
  await expect.poll(namesOfTags).toEqual(before.toReversed());

  await openPage(page, `${draft}/articles`);
  await hydrated(page);
  await expect(entries().nth(1)).toHaveAccessibleName(new RegExp(`^${second}`));
  await drag(first, second);
  await expect(entries().nth(1)).toHaveAccessibleName(new RegExp(`^${first}`));
  await expect(dialog(page)).toContainText("Gesichert");
  await openPage(page, `${draft}/articles`);
  await expect(entries().nth(1)).toHaveAccessibleName(new RegExp(`^${first}`));
});

test("Ayşe finds an old newsletter on the second page of the history", async ({ page }) => {
  await signIn(page, "ayse");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: uniqueTitle("Lage") });
  await begin(page, path, "Der neueste");
  await queryDatabase(
    `insert into mailings (client_id, folder_id, user_id, updated_by_id, subject, vuex_state, created_at)
     select client_id, folder_id, user_id, updated_by_id, 'Brief ' || n, vuex_state || jsonb_build_object('subject', 'Brief ' || n), now() - n * interval '1 day'
     from mailings, generate_series(1, 27) n where folder_id = $1`,
    [path.split("/").at(-1)],
  );
  await openPage(page, `${path}/mailings`);
  const rows = dialog(page).getByRole("row");
  await expect(rows).toHaveCount(26);
  await expect(rows.nth(1)).toContainText("Der neueste");
  await dialog(page).getByRole("navigation", { name: "Seiten" }).getByRole("link", { name: "2", exact: true }).click();
  await expect(rows).toHaveCount(4);
  await expect(rows.last()).toContainText("Brief 27");
  await dialog(page).getByRole("link", { name: "Weiter bearbeiten Brief 27" }).click();
  await heading(page, "Wie heißt der Newsletter?");
  await expect(dialog(page).getByLabel("Betreff")).toHaveValue("Brief 27");
});

const withMailServer = apartTest.extend<{ sink: SmtpSink }>({
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

withMailServer(
  "Ayşe plans a newsletter, sends it now after all, stops it, and sends it again to who did not get it",
  async ({ page, browser, sink }) => {
    withMailServer.setTimeout(150_000);
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

    await withMailServer.step("plan it, and take that back", async () => {
      await openPage(page, `${draft}/summary`);
      await dialog(page).getByRole("radio", { name: "Zu einem Zeitpunkt" }).check();
      await expect(dialog(page).getByRole("button", { name: /^An \d Personen senden$/ })).toHaveCount(0);
      const plan = dialog(page).getByRole("button", { name: /^Für \d Personen planen$/ });
      await dialog(page).getByLabel("Zeitpunkt", { exact: true }).fill("2020-01-01T08:00");
      await plan.click();
      await expect(dialog(page).getByLabel("Zeitpunkt", { exact: true })).toHaveAttribute("aria-invalid", "true");
      const day = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
      await dialog(page).getByLabel("Zeitpunkt", { exact: true }).fill(`${day}T08:00`);
      await plan.click();
      await heading(page, "Der Newsletter ist geplant");
      await expect(dialog(page)).toContainText(`${day.replace(/^20(..)-(..)-(..)$/, "$3.$2.$1")}, 08:00 Uhr`);
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
      await confirm("Planung aufheben");
      await expect(row).toContainText("Entwurf");
    });

    const mailTo = (name: string) => sink.received.filter(({ to, mail }) => to[0]?.startsWith(name) && mail.subject === subject).length;
    await withMailServer.step("send it while the mail server takes one refusal for good and the others for later", async () => {
      sink.misbehave((address) =>
        address.startsWith("lena")
          ? { at: "rcpt", code: 550, message: "5.1.1 Dieses Postfach gibt es nicht" }
          : { at: "rcpt", code: 450, message: "4.2.1 Bitte spaeter" },
      );
      await openPage(page, `${draft}/summary`);
      await dialog(page)
        .getByRole("button", { name: /^An \d Personen senden/ })
        .click();
      await heading(page, "Der Newsletter ist unterwegs");
      await expect(async () => {
        await openPage(page, `${path}/mailings`);
        await expect(row).toContainText("1 abgelehnt", { timeout: 1_000 });
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
        await expect(row).toContainText("Versendet", { timeout: 1_000 });
      }).toPass();
      expect([mailTo("lena"), mailTo("miriam"), mailTo("ayse")]).toEqual([1, 1, 1]);
    });
  },
);

test("Clara reads the folder, and nothing of its newsletters: not the wizard, not a draft @without-js", async ({ page, browser }) => {
  const { folder, path } = await stage(page, "henrike");
  const draft = await begin(page, path, uniqueTitle("Lagebrief"));
  const reader = await openBrowserOf(browser, "clara");
  const visitor = await browser.newContext();
  for (const address of ["mailings", "mailings/new"]) {
    expect([403, 404], `${folder}: ${address}`).toContain((await reader.request.get(`${path}/${address}`)).status());
  }
  const id = draft.split("/").at(-1) ?? "";
  for (const step of [
    "title",
    "tags",
    "articles",
    "recipients",
    "summary",
    "success",
    "deliveries",
    "delete",
    "publication",
    "mail",
    "letter",
  ])
    expect([403, 404], step).toContain((await reader.request.get(`${draft}/${step}`)).status());
  expect((await reader.request.post(`${draft}/draft`, { form: { step: "title", subject: "Meins" } })).status()).toBe(403);
  for (const request of [reader.request, visitor.request]) {
    const answer = await request.get(new URL(`/newsletter/${id}`, page.url()).href);
    expect([answer.status(), answer.headers()["cache-control"]]).toEqual([404, "private, no-store"]);
  }
  const own = await page.request.get(`/newsletter/${id}`);
  expect([own.status(), own.headers()["cache-control"]]).toEqual([200, "private, no-store"]);
  const latest = await visitor.request.get(new URL(`${path}/newsletter`, page.url()).href);
  expect(await latest.text()).toContain("No newsletters yet");
  await reader.context().close();
  await visitor.close();
});
