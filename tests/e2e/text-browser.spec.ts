import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../scripts/find-browser.js";
import { fileArticle, findFolderPath, makeFolder, postForm } from "../support/e2e/articles";
import { expect, pagesUrl, queryDatabase, readMail, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard } from "../support/e2e/pages";
import { addPerson, openWorkspace } from "../support/e2e/workspace";
import { demoPassword } from "../support/serve-for-tests.js";
import { openLynx, openW3m, type TextBrowser } from "../support/text-browsers";

// Text browsers have no script, so one run suffices. lynx reads and does everything; w3m only what depends on how a browser sends
// forms.

let home: string;
test.beforeEach(() => {
  const info = test.info();
  for (const program of ["lynx", "w3m"]) info.skip(info.title.includes(program) && !findProgram(program), `${program} is not installed`);
  home = mkdtempSync(join(tmpdir(), "folda-text-browser-"));
});
test.afterEach(() => rmSync(home, { recursive: true, force: true }));

for (const [name, open] of [
  ["lynx", openLynx],
  ["w3m", openW3m],
] as const) {
  const signInAs = (person: string, workspace = "demo", domain = "demo.example") => [
    { fill: "Workspace", text: workspace },
    { fill: "E-mail", text: `${person}@${domain}` },
    { fill: "Password", text: demoPassword },
    { press: "Sign in" },
  ];

  /** A text browser in which a person has signed in. */
  async function signedIn(baseURL: string | undefined, person: string): Promise<TextBrowser> {
    const browser = open({ home, baseUrl: baseURL ?? "" });
    const stream = await browser.use("/sign-in", ...signInAs(person), { open: "/" });
    expect(stream).toContain("Die neuesten Beiträge aus allen Foldas Ihrer Teams.");
    return browser;
  }

  test(`${name} shows Lena no page from before she signed in @without-js`, async ({ baseURL }) => {
    const browser = open({ home, baseUrl: baseURL ?? "" });
    expect(await browser.use("/sign-in", ...signInAs("lena"), { open: "/sign-in" })).toContain("Meine Einstellungen Profil Passwort");
  });

  const testInLynx = (name === "lynx" ? test : () => {}) as typeof test;

  testInLynx(`A visitor reads the sign-in page in ${name} @without-js`, async ({ baseURL }) => {
    const text = await open({ home, baseUrl: baseURL ?? "" }).read("/sign-in");
    for (const words of [
      "Sign in",
      "Workspace",
      "E-mail",
      "Forgotten your password? (BUTTON) Sign in",
      "Imprint Privacy Accessibility Save to Folda",
    ])
      expect(text).toContain(words);
  });

  testInLynx(
    `A visitor reads every page for everybody in ${name}, and asks for a demo, with a mistake first @without-js`,
    async ({ baseURL }) => {
      const browser = open({ home, baseUrl: baseURL ?? "" });
      const start = await browser.read("/");
      for (const words of [
        "The press review that your teams write themselves.",
        "Import Paste an address",
        "Your data stays your data.",
        "Please leave empty",
      ])
        expect(start).toContain(words);
      for (const [path, words] of [
        ["/en/about", "What it is for"],
        ["/de/funktion", "Als Newsletter verschicken"],
        ["/en/terms", "Keep your password secret"],
        ["/de/kontakt", "[OPERATOR_ADDRESS]"],
        ["/de/impressum", "Registereintrag"],
        ["/de/datenschutz", "Art. 77"],
        ["/en/privacy", "Datenschutzerkl"],
        ["/de/barrierefreiheit", "[OPERATOR_ENFORCEMENT]"],
        ["/en/accessibility", "by keyboard alone"],
        ["/sign-up", "Workspace"],
        ["/password-reset", "Workspace"],
        ["/bookmarklet", "/stream?url=%s"],
        ["/offline", "Verbindung"],
        ["/form-refused", "another website"],
        ["/nirgendwo", "Page not found"],
        ["/invitations/x", "Invitation no longer valid or already confirmed"],
        ["/password_resets/x", "This link has already been used"],
        ["/email_confirmations/x", "Invalid link"],
        ["/unsubscribe/x", "This link is not valid."],
        ["/subscriptions/x", "This link is no longer valid."],
        ["/newsletter/x", "This newsletter does not exist"],
        ["/folda/x/newsletter", "No newsletters yet"],
        ["/webview/auth/en/x", "auth false"],
      ] as const)
        expect(await browser.read(path), path).toContain(words);
      const who = [{ fill: "Name", text: "Ole" } as const, { press: "Request a demo" } as const];
      expect(await browser.use("/", ...who)).toContain("E-mail: This field is required");
      const email = { fill: "E-mail", text: `ole.${uniqueTitle("x").replace(" ", "")}@hafen.example` } as const;
      expect(await browser.use("/", email, ...who)).toContain("Your request has arrived");
    },
  );

  testInLynx(`Lena reads the stream, an article and its form in ${name} @without-js`, async ({ page, baseURL }) => {
    await signIn(page, "lena");
    const title = uniqueTitle("Im Textbrowser");
    const tags = { newTags: "Schiene, Umleitung", priority: "high", sourceName: "Heidekurier" };
    const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title, ...tags });
    const browser = await signedIn(baseURL, "lena");
    for (const list of ["/stream?layout=compact", "/stream?layout=grid", "/stream?layout=list"]) {
      const stream = await browser.read(list);
      expect(stream, list).not.toContain("[small]");
      for (const words of [
        "Raster Liste Kompakt",
        "Hohe Priorität",
        "Bearbeiten Verschieben Teilen In andere Folda kopieren",
        "Impressum Datenschutz Barrierefreiheit In Folda ablegen",
      ])
        expect(stream, list).toContain(words);
      if (!list.endsWith("compact")) expect(stream, list).toMatch(/Schiene \S Umleitung/);
    }
    const article = await browser.read(articlePath);
    for (const words of [
      `Hohe Priorität Heidekurier 02.03.26 ${title} Lena Großmann abgelegt am`,
      "Die Sperrung beginnt im März und dauert neun Wochen.",
      "Ihr Kommentar",
    ])
      expect(article).toContain(words);
    const form = await browser.read(`/stream/contents/new?fetch=1&url=${encodeURIComponent(`${pagesUrl}/article.html`)}`);
    for (const words of ["Schließen", "Aus einem Link Selbst verfassen", "Nordkorridor: Baua", "Wiebke Harms", "Beitrag speichern"])
      expect(form).toContain(words);
    expect(form).toMatch(/\[ \] ?Bahnhof \[ \] ?Bahnstrom/);
    expect(await browser.read("/search/filter?term=Bahn")).toMatch(/Veröffentlicht von.*Veröffentlicht bis.*Abgelegt von.*Abgelegt bis/);
  });

  test(`Lena does the whole main job in ${name}, by its keys alone @without-js`, async ({ page, baseURL }) => {
    await signIn(page, "lena");
    const folderPath = await findFolderPath(page, "IT-Sicherheit");
    const browser = await signedIn(baseURL, "lena");
    const titleOf = (what: string) => uniqueTitle(`${what} in ${name}`);

    const imported = titleOf("Abgerufen");
    const address = `${pagesUrl}/article.html?${encodeURIComponent(imported)}`;
    await test.step("import a link", async () => {
      const found = await browser.use("/stream/contents/new", { fill: "noch ", text: address }, { press: "Abrufen" });
      expect(found).toContain("2 Bilder gefunden");
      const form = `/stream/contents/new?fetch=1&url=${encodeURIComponent(address)}`;
      const filled = [
        { fill: "Titel", text: imported },
        { choose: "Folda", option: "IT-Sicherheit" },
        { fill: "Tags eingeben, mit Komma getrennt", text: "Terminal" },
      ];
      const again = await browser.use(form, ...filled.slice(1), { press: "Neu abrufen" });
      expect(again).toContain("Abgerufen von 127.0.0.1, 2 Bilder gefunden");
      const saved = await browser.use(form, ...filled, { press: "Beitrag speichern" });
      expect(saved).toContain(imported);
      expect(saved).toContain("Daten erfolgreich gespeichert.");
    });

    const typed = titleOf("Getippt");
    await test.step("save by hand, with a mistake first", async () => {
      const form = `${folderPath}/contents/new?mode=manual`;
      const text = { write: "Linktext", text: "Getippt im Terminal." } as const;
      expect(await browser.use(form, text, { press: "Beitrag speichern" })).toContain("Titel: Dies ist ein Pflichtfeld");
      const saved = await browser.use(
        form,
        { fill: "Titel", text: typed },
        text,
        { fill: "Tags eingeben, mit Komma getrennt", text: "Terminal" },
        { press: "Beitrag speichern" },
      );
      expect(saved).toContain(typed);
    });

    await page.goto(folderPath);
    const articlePath = (await articleCard(page, typed).getByRole("link", { name: typed }).getAttribute("href")) ?? "";
    const changed = titleOf("Berichtigt");
    await test.step("edit", async () => {
      const saved = await browser.use(`${articlePath}/edit`, { fill: "Titel", text: changed }, { press: "Beitrag speichern" });
      expect(saved).toContain(changed);
      expect(saved).not.toContain(typed);
    });

    await test.step("copy", async () => {
      const copied = await browser.use(
        `${articlePath}/copy`,
        { choose: "Ziel", option: "KI im Kundendialog" },
        { press: "Beitrag kopieren" },
      );
      expect(copied).toMatch(/Der Beitrag ist nach .KI im Kundendialog. kopiert\./);
      expect(await browser.read(await findFolderPath(page, "KI im Kundendialog"))).toContain(changed);
    });

    await test.step("comment", async () => {
      const said = await browser.use(
        articlePath,
        { write: "Ihr Kommentar", text: "Kommentar aus dem Terminal." },
        { press: "Kommentar senden" },
      );
      expect(said).toContain("1 Kommentar ");
      expect(said).toContain("Kommentar aus dem Terminal.");
    });
  });

  test(`Lena chooses what she exports in ${name} @without-js`, async ({ page, baseURL }) => {
    await signIn(page, "lena");
    const folder = uniqueTitle("Export");
    const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
    const title = uniqueTitle("Terminal");
    await fileArticle(page, { folder, title });
    const browser = await signedIn(baseURL, "lena");
    const articles = await browser.use(`${path}/export/format`, { press: "Weiter zu den" });
    for (const words of ["Welche Beiträge sollen in den Export?", "1 von 1 ausgewählt", title]) expect(articles).toContain(words);
    // The list has numbers already.
    expect(articles).not.toMatch(/2\. ?2/);
  });

  test(`Ayşe shares an article in ${name}, and reads the settings of its folder @without-js`, async ({ page, baseURL }) => {
    await signIn(page, "ayse");
    const folder = uniqueTitle("Geteilt");
    await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
    const { articlePath, folderPath } = await fileArticle(page, { folder, title: uniqueTitle("Weiche") });
    const browser = await signedIn(baseURL, "ayse");
    expect(await browser.read(articlePath)).toMatch(/Verschieben Teilen .*Bearbeiten In andere Folda kopieren/);
    // The field is narrower than the address in it.
    expect(await browser.use(articlePath, { follow: "Teilen" })).toMatch(/Link zum Beitrag.*http:.*Per E-Mail senden/);
    expect(await browser.use(`${articlePath}/share`, { follow: "Fertig" })).toContain("Ihr Kommentar");
    const lena = { fill: "Name oder E-Mail", text: "lena@demo.example" } as const;
    await browser.use(`${folderPath}/edit`, lena, { press: "Hinzuf" });
    expect(await browser.read(`${folderPath}/edit`)).toMatch(
      /Team ?\[.*\].*Verantwortliche 1 Person.*Rolle von Lena Großmann.*Aktiv.*Speichern.*Hinzufügen.*Speichern/,
    );
  });

  test(`Ayşe creates a Folda in ${name}, with a mistake first @without-js`, async ({ page, baseURL }) => {
    await signIn(page, "ayse");
    await page.goto("/folda");
    const form = (await page.getByRole("link", { name: "Neue Folda im Team Digitalisierung & IT" }).getAttribute("href")) ?? "";
    const browser = await signedIn(baseURL, "ayse");
    expect(await browser.use(form, { press: "Folda anlegen" })).toContain("Name: Dies ist ein Pflichtfeld");
    const folder = uniqueTitle(`Angelegt in ${name}`);
    const made = await browser.use(
      form,
      { fill: "Name", text: folder },
      { write: "Beschreibung", text: "Aus dem Terminal." },
      { press: "Folda anlegen" },
    );
    for (const words of [folder, "Digitalisierung & IT", "Diese Folda ist noch leer"]) expect(made).toContain(words);
    expect(await browser.read("/folda")).toMatch(new RegExp(`${folder}.*Aus dem Terminal\\.`));
  });

  test(`Ayşe composes a newsletter in ${name}, from its title to its recipients @without-js`, async ({ page, baseURL }) => {
    await signIn(page, "ayse");
    const folder = uniqueTitle("Zusammengestellt");
    const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
    const [chosen, left] = [uniqueTitle("Weiche"), uniqueTitle("Bahnsteig")];
    for (const [title, newTags] of [
      [chosen, "Terminal"],
      [left, "Terminal"],
      [uniqueTitle("Kantine"), "Nebensache"],
    ] as const)
      await fileArticle(page, { folder, title, newTags });
    const browser = await signedIn(baseURL, "ayse");
    const subject = uniqueTitle("Brief");
    const tags = await browser.use(
      `${path}/mailings/new`,
      { fill: "Betreff", text: subject },
      { write: "Linktext", text: "Aus dem Terminal." },
      { press: "Weiter zu den Tags" },
    );
    for (const words of ["Welche Themen kommen hinein?", "Terminal", "Nebensache"]) expect(tags).toContain(words);
    const [draft] = await queryDatabase("select id from mailings where subject = $1", [subject]);
    const step = (at: string) => `${path}/mailings/${draft?.id}/${at}`;
    const articles = await browser.use(step("tags"), { toggle: "Nebensache" }, { press: "Weiter zu den Beitr" });
    for (const words of ["Welche Beiträge kommen hinein?", "2 von 2 Beiträgen ausgewählt", chosen, left]) expect(articles).toContain(words);
    const people = await browser.use(step("articles"), { toggle: left }, { press: "Weiter zu den Empf" });
    for (const words of ["Wer soll den Newsletter erhalten?", "Lena Großmann"]) expect(people).toContain(words);
    const summary = await browser.use(step("recipients"), { toggle: "Lena" }, { press: "Weiter zur" });
    for (const words of ["Bereit zum Versand?", subject, "1 Beitrag"]) expect(summary).toContain(words);
    expect(await browser.read(step("articles"))).toMatch(new RegExp(`\\[ \\] ?${left}.*\\[[X*]\\] ?${chosen}`));
    expect(await browser.read(step("recipients"))).toMatch(/\[ \] ?Lena Großmann/);
  });

  test(`Nora invites a colleague in ${name}, finds the buttons that show only an icon, and changes a colour @without-js`, async ({
    page,
    baseURL,
  }) => {
    const workspace = await openWorkspace(page);
    await addPerson(workspace, { key: "paul", firstName: "Paul", lastName: "Weber", role: "editor" });
    await fileArticle(page, { folder: "Eingang", title: uniqueTitle("Weiche"), newTags: "Weiche" });
    const browser = open({ home, baseUrl: baseURL ?? "" });
    await browser.use("/sign-in", ...signInAs("nora", workspace, "werk.example"));
    const invited = { write: "E-Mail-Adressen", text: "pia@werk.example" } as const;
    expect(await browser.use("/client/invitations/new", invited, { press: "Einladungen senden" })).toContain("pia@werk.example");
    expect(await browser.read("/client/invitations")).toMatch(/Einladung an pia@werk\.example.* zurückziehen/);
    expect(await browser.read("/client/members")).toMatch(/Paul Weber.* löschen/);
    expect(await browser.read("/client/tags")).toMatch(/Weiche.* löschen/);
    const color = { fill: "Grundfarbe", text: "#7a1f5c" } as const;
    await browser.use("/client/theme", color, { pressFirst: "Speichern" });
    expect(await browser.read("/client/theme")).toContain("#7a1f5c");
  });

  test(`Ayşe sees a preview of her newsletter in ${name}, and sends it to nobody else before she says so @without-js`, async ({
    page,
    baseURL,
  }) => {
    await signIn(page, "ayse");
    const folder = uniqueTitle("Im Textbrowser");
    const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
    await fileArticle(page, { folder, title: uniqueTitle("Beitrag"), newTags: "Terminal" });
    const subject = uniqueTitle("Brief");
    await postForm(page, `${path}/mailings/new`, { subject });
    const stored = () => queryDatabase("select id, status from mailings where subject = $1", [subject]);
    const [draft] = await stored();
    const [ayse] = await queryDatabase("select id from users where email = 'ayse@demo.example'");
    const id = String(draft?.id);
    const step = (at: string) => `${path}/mailings/${id}/${at}`;
    const browser = await signedIn(baseURL, "ayse");
    for (const [at, button] of [
      ["recipients", "Vorschau senden"],
      ["summary", "Vorschau an 1 Adresse"],
    ] as const) {
      const address = `${name}-${at}-${id}@lage.example`.toLowerCase();
      await postForm(page, step("recipients"), { recipients: String(ayse?.id), previewRecipients: address, to: "articles" });
      expect(await browser.use(step(at), { press: button }), at).toContain("Die Vorschau ist unterwegs.");
      expect((await readMail(address)).subject).toContain(subject);
      expect(await stored(), at).toEqual([{ id, status: "draft" }]);
    }
    const visitor = open({ home: join(home, "visitor"), baseUrl: baseURL ?? "" });
    expect(await visitor.read(`${path}/newsletter`)).toContain("No newsletters yet");
    expect(await browser.use(step("publish?when=now"), { press: "An 1 Person senden" })).toContain("Der Newsletter ist unterwegs");
    for (const address of [`/newsletter/${id}`, `${path}/newsletter`])
      expect(await visitor.read(address)).toMatch(new RegExp(`${subject}.*Beitrag.*Impressum`));
  });
}
