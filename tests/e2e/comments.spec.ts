import { fileArticle, postForm } from "../support/e2e/articles";
import { expect, hasScript, offlineConsole, openBrowserOf, queryDatabase, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage, pressUnready } from "../support/e2e/pages";
import { demoPassword } from "../support/serve-for-tests.js";

// A rejected sign-in has an error status, which Chromium logs.
test.use({ allowedConsole: offlineConsole("status of 401\\b|__manifest|net::ERR_FAILED") });

const commentField = "Ihr Kommentar";

test("Ayşe deletes Miriam's comment, after she has read it once more", async ({ page, browser }) => {
  await signIn(page, "ayse");
  const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Kommentar mit Zeichen") });
  const words = "<img src=x onerror=alert(1)> 🚆 مرحبا";
  const miriam = await openBrowserOf(browser, "miriam");
  await postForm(miriam, articlePath, { body: words });
  await miriam.context().close();

  await openPage(page, articlePath);
  await page.getByRole("link", { name: "Kommentar von Miriam Adler löschen" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Kommentar löschen?" });
  await expect(dialog).toContainText(words);
  await expect(dialog.getByRole("link", { name: "Abbrechen" })).toBeFocused();
  await dialog.getByRole("button", { name: "Kommentar löschen" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Der Kommentar liegt im Papierkorb." })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Noch keine Kommentare" })).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
});

test("Miriam corrects her comment, which then says that it was edited, until its time is over @journey", async ({ page, browser }) => {
  const ayse = await openBrowserOf(browser, "ayse");
  const { articlePath } = await fileArticle(ayse, { folder: "IT-Sicherheit", title: uniqueTitle("Kommentar verbessern") });
  await ayse.context().close();
  await signIn(page, "miriam");
  await openPage(page, articlePath);
  const words = uniqueTitle("Stimmt das");
  const field = page.getByLabel(commentField, { exact: true });
  await field.fill(words);
  if (hasScript()) await field.press("Control+Enter");
  else await page.getByRole("button", { name: "Kommentar senden" }).click();
  const comment = page.locator(".comment").filter({ hasText: words });
  await expect(comment).not.toContainText("bearbeitet");
  await expect(field).toHaveValue("");

  await comment.getByRole("link", { name: "Ihren Kommentar bearbeiten" }).click();
  const dialog = page.getByRole("dialog", { name: "Kommentar bearbeiten" });
  const text = dialog.getByLabel(commentField);
  await expect(text).toHaveValue(words);
  await expectAccessible(page);
  await text.fill("");
  await pressUnready(dialog.getByRole("button", { name: "Kommentar speichern" }));
  await expect(text).toHaveAccessibleDescription(/Dies ist ein Pflichtfeld/);
  await text.fill(`${words}?`);
  if (hasScript()) await text.press("Control+Enter");
  else await dialog.getByRole("button", { name: "Kommentar speichern" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(comment).toContainText(`${words}?`);
  await expect(comment).toContainText("bearbeitet");

  await comment.getByRole("link", { name: "Ihren Kommentar bearbeiten" }).click();
  await text.fill("Zu spät geändert.");
  await queryDatabase("update comments set created_at = now() - interval '15 minutes' where body = $1", [`${words}?`]);
  await dialog.getByRole("button", { name: "Kommentar speichern" }).click();
  await expect(text).toHaveAccessibleDescription(/15 Minuten/);
  await expect(text).toHaveValue("Zu spät geändert.");
  const editPath = new URL(page.url()).pathname;
  await openPage(page, editPath);
  await expect(text).toHaveAccessibleDescription(/15 Minuten/);
  await openPage(page, articlePath);
  await expect(comment.getByRole("link", { name: "Ihren Kommentar bearbeiten" })).toHaveCount(0);
  await page.request.post(editPath.replace(/edit$/, "delete"), { maxRedirects: 0 });
  const late = await page.request.post(editPath, { form: { body: "Noch ein Wort." }, maxRedirects: 0 });
  expect(late.status()).toBe(404);
  const said = await late.text();
  for (const words of ["Der Kommentar wurde inzwischen gelöscht", "Noch ein Wort.", "Zum Beitrag"]) expect(said).toContain(words);
});

test("Ayşe sees the newest twenty of many comments, and the older ones behind a link @without-js", async ({ page }) => {
  await signIn(page, "ayse");
  const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Viele Kommentare") });
  for (let number = 1; number <= 22; number++) await postForm(page, articlePath, { body: `Anmerkung ${number}.` });
  await openPage(page, articlePath);
  await expect(page.getByRole("heading", { level: 2, name: "22 Kommentare" })).toBeVisible();
  await expect(page.getByText(/^Anmerkung \d+\.$/)).toHaveCount(20);
  await page.getByRole("link", { name: "2 ältere anzeigen" }).click();
  await expect(page.getByText(/^Anmerkung \d+\.$/)).toHaveCount(22);
  await expect(page.getByText(/^Anmerkung \d+\.$/).first()).toHaveText("Anmerkung 1.");
});

test("Ayşe's session ends while she writes, and her comment waits behind the sign-in", async ({ page }) => {
  await signIn(page, "ayse");
  const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Abgelaufen") });
  await openPage(page, articlePath);
  await page.getByLabel(commentField, { exact: true }).fill("Erste Zeile.\nZweite Zeile.");
  await page.context().clearCookies({ name: "authToken" });
  await page.getByRole("button", { name: "Kommentar senden" }).click();
  await expect(page.getByText("Ihre Sitzung ist abgelaufen. Melden Sie sich an, dann geht es weiter.")).toBeVisible();
  await expectAccessible(page);
  for (const password of ["falsch", demoPassword]) {
    await page.getByLabel("Workspace").fill("demo");
    await page.getByLabel("E-Mail").fill("ayse@demo.example");
    await page.getByLabel("Passwort").fill(password);
    await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
  }
  await page.getByRole("button", { name: "Weiter: Eingaben wieder aufnehmen" }).click();
  await expect(page).toHaveURL(new RegExp(`${articlePath}#kommentar-[\\da-f-]{36}$`));
  await expect(page.getByText("Erste Zeile.")).toHaveText("Erste Zeile.\nZweite Zeile.", { useInnerText: true });
});

test("Ayşe loses her connection and goes on where she was; leaving what she wrote is asked @with-js @journey", async ({ page }) => {
  await signIn(page, "ayse");
  const { articlePath } = await fileArticle(page, { folder: "IT-Sicherheit", title: uniqueTitle("Ohne Netz") });
  // Nothing is prefetched, as in browsers that save data, and on pages with many links.
  await page.route("**/__manifest?*", (route) => route.abort());
  await openPage(page, articlePath);
  const field = page.getByLabel(commentField, { exact: true });
  await field.fill("Im Tunnel geschrieben.");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Kommentar senden" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Keine Verbindung." })).toBeFocused();
  await expect(field).toHaveValue("Im Tunnel geschrieben.");
  await page.context().setOffline(false);
  await page.unroute("**/__manifest?*");
  await page.getByRole("link", { name: "Stream", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Eingaben verwerfen?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Weiter schreiben" }).click();
  await page.getByRole("button", { name: "Kommentar senden" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "1 Kommentar" })).toBeFocused();
  await page.getByRole("link", { name: "Stream", exact: true }).click();
  await expect(page).toHaveURL(/\/stream$/);
});
