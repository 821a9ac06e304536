import { fileArticle, makeFolder } from "../support/e2e/articles";
import { expect, newMember, queryDatabase, readMail, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, expectMissing, openPage } from "../support/e2e/pages";
import { joinTeam } from "../support/e2e/workspace";

test("Ayşe follows a folder, a tag and a search, renames the search, and ends it all again @journey", async ({ page }) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Lage");
  const tag = uniqueTitle("Wort").replace(" ", "");
  const path = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  await fileArticle(page, { folder, title: uniqueTitle("Angriff"), newTags: tag });

  await openPage(page, path);
  await page.getByRole("button", { name: "Folgen" }).click();
  await expect(page.getByText(`Sie folgen jetzt „${folder}“.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Nicht mehr folgen" })).toBeVisible();
  await expect(page.getByRole("heading", { name: folder, level: 1 })).toBeVisible();

  await page.getByRole("link", { name: tag }).first().click();
  await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Folgen" }).click();
  await expect(page.getByText(`Sie folgen jetzt „${tag}“.`)).toBeVisible();

  await openPage(page, `/search?term=${tag}&priority=normal`);
  await page.getByRole("link", { name: "Suche speichern" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toHaveValue(`Suchbegriff ${tag}, Priorität normal`);
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill(" ");
  await expectMissing(dialog, "Speichern", ["Name"]);
  const search = uniqueTitle("Suche");
  await dialog.getByLabel("Name").fill(search);
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText(`Die Suche „${search}“ ist gespeichert.`)).toBeVisible();

  await openPage(page, "/settings/profile");
  await page.getByRole("navigation", { name: "Einstellungen" }).getByRole("link", { name: "Folge ich" }).click();
  await expect(page).toHaveTitle(/^Folge ich/);
  await expectAccessible(page);
  const row = (name: string) => page.getByRole("row", { name });
  await expect(row(folder)).toContainText("Folda");
  await expect(row(tag).filter({ hasNotText: search })).toContainText("Tag");
  await expect(row(search)).toContainText(`Suchbegriff ${tag}, Priorität normal`);

  await row(search).getByRole("link", { name: "Umbenennen" }).click();
  const renamed = uniqueTitle("Andere Suche");
  await dialog.getByLabel("Name").fill(renamed);
  await dialog.getByRole("button", { name: "Umbenennen" }).click();
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await row(renamed).getByRole("link", { name: renamed, exact: true }).click();
  await expect(page).toHaveURL(`/search?term=${tag}&priority=normal`);

  await openPage(page, "/following");
  await row(renamed).getByRole("link", { name: "Feed" }).click();
  await expect(page.getByRole("dialog").getByText("Der Feed zeigt die neuesten Beiträge zu Ihrer Suche")).toBeVisible();

  await openPage(page, "/following");
  await row(renamed).getByRole("button", { name: "Nicht mehr folgen" }).click();
  await expect(page.getByText("Sie folgen dem nicht mehr.")).toBeVisible();
  await expect(row(renamed)).toHaveCount(0);
  await openPage(page, path);
  await page.getByRole("button", { name: "Nicht mehr folgen" }).click();
  await expect(page.getByRole("button", { name: "Folgen", exact: true })).toBeVisible();
});

test("Nadia previews her digest, gets it by mail, and ends it from the mail without signing in", async ({ page, browser }) => {
  const email = `${uniqueTitle("nadia").replace(" ", "-")}@demo.example`;
  await newMember(page, email);
  await joinTeam(email, "Unternehmenskommunikation", "reader");
  const [folder] = await queryDatabase("select id from folders where name = 'Presseschau'");
  await openPage(page, `/folda/${folder?.id}`);
  await page.getByRole("button", { name: "Folgen" }).click();
  await expect(page.getByText("Sie folgen jetzt „Presseschau“.")).toBeVisible();
  await queryDatabase("update follows set created_at = now() - interval '7 days' where user_id = (select id from users where email = $1)", [
    email,
  ]);

  await openPage(page, "/following");
  await page.getByRole("link", { name: "Überblick", exact: true }).click();
  await page.getByRole("radio", { name: "Wöchentlich" }).check();
  await page.getByLabel("Wochentag").selectOption("Freitag");
  await page.getByLabel("Uhrzeit").selectOption("18 Uhr");
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  await expect(page.getByText("Daten erfolgreich gespeichert.")).toBeVisible();
  await expect(page.getByLabel("Uhrzeit")).toHaveValue("18");
  await expectAccessible(page);
  await queryDatabase("update digests set told_until = now() - interval '7 days' where user_id = (select id from users where email = $1)", [
    email,
  ]);

  await page.getByRole("link", { name: "Vorschau ansehen" }).click();
  await expect(page.getByText(/Betreff: Neu für Sie: \d+ Beiträge?/)).toBeVisible();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("heading", { name: "Folda „Presseschau“" })).toBeVisible();
  await expectAccessible(page);

  await queryDatabase("update digests set due_at = now() - interval '1 second' where user_id = (select id from users where email = $1)", [
    email,
  ]);
  await queryDatabase("insert into jobs (name, payload, max_attempts) values ('digests', '{}', 1)");
  const { subject, links } = await readMail(email, { subject: "Neu für Sie" });
  expect(subject).toMatch(/^Neu für Sie: \d+ Beiträge?$/);
  const toEnd = [...new Set(links.filter((link) => link.includes("/digests/")))];
  expect(toEnd).toHaveLength(2);

  const { javaScriptEnabled } = test.info().project.use;
  const signedOut = await (await browser.newContext({ javaScriptEnabled })).newPage();
  const end = async (title: string) => {
    for (const link of toEnd) {
      await signedOut.goto(link);
      if ((await signedOut.getByRole("heading", { level: 1, name: title }).count()) > 0) break;
    }
    await signedOut.getByRole("button", { name: title }).click();
  };
  await end("Nicht mehr folgen");
  await expect(signedOut.getByText("Sie folgen dem nicht mehr.")).toBeVisible();
  await end("Überblick abbestellen");
  await expect(signedOut.getByText("erhält keinen Überblick mehr")).toBeVisible();
  await signedOut.context().close();
  const oneClick = await page.request.post(toEnd[0] ?? "", {
    headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
    form: { "List-Unsubscribe": "One-Click" },
  });
  expect(oneClick.status()).toBe(200);

  await openPage(page, "/settings/digest");
  await expect(page.getByRole("radio", { name: "Nicht senden" })).toBeChecked();
  await openPage(page, "/following");
  await expect(page.getByRole("heading", { name: "Noch folgen Sie keiner Folda" })).toBeVisible();
});
