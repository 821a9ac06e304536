import { fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import { expect, hasScript, readMail, scanLinks, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { openPage } from "../support/e2e/pages";

test.use({ allowedConsole: [/status of (404|422)\b/] });

const address = (name: string) => `${uniqueTitle(name).replaceAll(" ", "-").toLowerCase()}@aussen.example`;

test("A visitor subscribes, gets an issue and unsubscribes, and Henrike sees them in between", async ({ page, browser }) => {
  await signIn(page, "henrike");
  const folder = uniqueTitle("Hafenbrief");
  const path = await makeFolder(page, { team: "Unternehmenskommunikation", name: folder });
  const leo = address("leo");
  const visitor = await browser.newContext({ javaScriptEnabled: hasScript() });
  const reader = await visitor.newPage();

  await test.step("Henrike turns the form on", async () => {
    await fileArticle(page, { folder, title: uniqueTitle("Schleuse"), newTags: "Hafen" });
    await reader.goto(`${path}/newsletter?locale=de`);
    await expect(reader.getByRole("button", { name: "Abonnieren" })).toHaveCount(0);
    await openPage(page, `${path}/mailings`);
    await page.getByRole("dialog").getByRole("link", { name: "Abonnenten" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Abonnenten" })).toBeVisible();
    await page.getByRole("button", { name: "Formular einschalten" }).click();
    await expect(page.getByRole("button", { name: "Formular ausschalten" })).toBeVisible();
  });

  await test.step("the visitor subscribes on the page of the newsletter, after an error, and confirms", async () => {
    await reader.goto(`${path}/newsletter?locale=de`);
    await reader.getByLabel("E-Mail-Adresse").fill("leo@aussen");
    await reader.getByRole("button", { name: "Abonnieren" }).click();
    await expect(reader.getByRole("alert")).toContainText("E-Mail-Adresse:");
    await expect(reader.getByLabel("E-Mail-Adresse")).toHaveValue("leo@aussen");
    await expect(reader.getByRole("main")).toContainText(`Ich möchte die Newsletter aus „${folder}“ von Nordbahn`);
    await reader.getByLabel("E-Mail-Adresse").fill(leo);
    await reader.getByRole("button", { name: "Abonnieren" }).click();
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Bitte sehen Sie in Ihr Postfach");
    const mail = await readMail(leo);
    await scanLinks(browser, mail);
    await openPage(page, `${path}/subscribers`);
    await expect(page.getByRole("row", { name: leo })).toContainText("Unbestätigt");
    await reader.goto(mail.links.find((link) => link.includes("/subscriptions/")) ?? "");
    await reader.getByRole("button", { name: "Abonnement bestätigen" }).click();
    await expect(reader.getByText(`${leo} erhält ab jetzt die Newsletter aus „${folder}“`)).toBeVisible();
    expect(await visitor.cookies()).toEqual([]);
    await page.reload();
    await expect(page.getByRole("row", { name: leo })).toContainText("Aktiv");
  });

  const subject = uniqueTitle("Hafen heute");
  await test.step("Henrike sends an issue to subscribers only", async () => {
    const answer = await postForm(page, `${path}/mailings/new`, { subject });
    const draft = new URL(answer.headers().location ?? "", answer.url()).pathname.replace(/\/tags$/, "");
    await openPage(page, `${draft}/recipients`);
    const outside = page.getByRole("checkbox", { name: "1 Abonnent von außen" });
    await expect(outside).toBeChecked();
    await page.getByRole("button", { name: "Auswahl aufheben" }).click();
    if (!hasScript()) await expect(outside).toBeChecked();
    await page.getByRole("button", { name: "Weiter zur Übersicht" }).click();
    await expect(page.getByRole("dialog")).toContainText("davon 1 Abonnent von außen");
    expect((await postForm(page, `${draft}/publish`, { when: "now" })).status()).toBe(302);
  });

  await test.step("the visitor unsubscribes, and is erased", async () => {
    const mail = await readMail(leo, { subject });
    await reader.goto(mail.links.find((link) => link.includes("/unsubscribe/")) ?? "");
    await reader.getByRole("button", { name: "Abbestellen" }).click();
    await expect(reader.getByText("Ihre Adresse ist gelöscht")).toBeVisible();
    await reader.reload();
    await expect(reader.getByText("Ihre Adresse ist gelöscht")).toBeVisible();
    await openPage(page, `${path}/subscribers`);
    await expect(page.getByText(leo)).toHaveCount(0);
    await visitor.close();
  });
});

test("Henrike imports subscribers, finds one, deletes them, and no import brings them back", async ({ page }) => {
  await signIn(page, "henrike");
  const path = await makeFolder(page, { team: "Unternehmenskommunikation", name: uniqueTitle("Hafenbrief") });
  const [leo, mia] = [address("leo"), address("mia")];
  const [addresses, proof] = [page.getByLabel("E-Mail-Adressen"), page.getByLabel("Nachweis der Einwilligung")];
  const give = async (text: string) => {
    await addresses.fill(text);
    await proof.fill("Messestand");
    await page.getByRole("button", { name: "Importieren" }).click();
  };
  await openPage(page, `${path}/subscribers/import`);
  await give(`Name;E-Mail\nLeo;${leo}\nMia;${mia}\nkeine Adresse`);
  await expect(page.getByText("2 Abonnenten aufgenommen.")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("1 Zeile ist keine E-Mail-Adresse");
  await expect(addresses).toHaveValue("keine Adresse");
  await expect(proof).toHaveValue("Messestand");
  await openPage(page, `${path}/subscribers`);
  await page.getByRole("searchbox", { name: "Abonnenten suchen" }).fill(mia);
  await page.getByRole("searchbox", { name: "Abonnenten suchen" }).press("Enter");
  await expect(page.getByRole("row", { name: leo })).toHaveCount(0);
  await expect(page.getByRole("row", { name: mia })).toContainText("Messestand");
  await page.getByRole("link", { name: `${mia} löschen` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Abonnenten löschen" }).click();
  await expect(page.getByText("Der Abonnent ist gelöscht.")).toBeVisible();
  await openPage(page, `${path}/subscribers`);
  await expect(page.getByRole("row", { name: mia })).toHaveCount(0);
  await expect(page.getByRole("row", { name: leo })).toBeVisible();
  await page.getByRole("link", { name: "Importieren" }).click();
  await give(`${mia}, ${address("ute")}`);
  await expect(page.getByText("1 Abonnent aufgenommen. 1 Person hat früher abbestellt")).toBeVisible();
  await expect(addresses).toHaveValue("");
});
