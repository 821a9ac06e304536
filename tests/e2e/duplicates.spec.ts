import { randomUUID } from "node:crypto";
import { chooseFolder, expectBody, fileArticle, fillBody } from "../support/e2e/articles";
import { expect, hasScript, pagesUrl, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

test.use({ allowedConsole: [/status of 409\b/] });

const already = "Diese Adresse ist schon abgelegt.";

test("Matthias enters an address by hand that Tobias has filed, is told where, and files it all the same @phone", async ({ page }) => {
  await signIn(page, "tobias");
  const address = `https://heide.example/${randomUUID()}`;
  const first = uniqueTitle("Tobias war schneller");
  const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title: first, sourceUrl: address });

  await signIn(page, "matthias");
  const title = uniqueTitle("Noch einmal abgelegt");
  await openPage(page, "/stream/contents/new?mode=manual");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Titel" }).fill(title);
  await fillBody(page, "Dasselbe noch einmal.");
  await chooseFolder(dialog, "Brücken & Bauwerke");
  await dialog.getByLabel("Tags eingeben, mit Komma getrennt").fill("Zweimal,");
  await dialog.getByRole("textbox", { name: "Adresse" }).fill(`${address.replace("https", "http")}?utm_source=mail#oben`);
  if (hasScript()) await dialog.getByRole("textbox", { name: "Adresse" }).press("Tab");
  else await dialog.getByRole("button", { name: "Beitrag speichern" }).click();

  await expect(dialog.getByRole("status").getByText(already)).toBeVisible();
  const link = dialog.getByRole("link", { name: first });
  await expect(link).toHaveAttribute("href", articlePath);
  await expect(link.locator("..")).toContainText("in „Brücken & Bauwerke“");
  if (!hasScript()) await expect(dialog.getByRole("alert")).toContainText("Speichern Sie noch einmal");
  await expectBody(page, "Dasselbe noch einmal.");
  await expectAccessible(page);

  await dialog.getByRole("button", { name: "Beitrag speichern" }).click();
  await expect(page).toHaveURL(/\/stream$/);
  await expect(articleCard(page, title)).toBeVisible();
});

test("Matthias fetches a page that is filed already, and reads so before he saves @without-js", async ({ page }) => {
  await signIn(page, "matthias");
  const title = uniqueTitle("Schon da");
  const address = `${pagesUrl}/article.html?nummer=${randomUUID()}`;
  await fileArticle(page, { folder: "Brücken & Bauwerke", title, sourceUrl: address });
  await openPage(page, `/stream/contents/new?${new URLSearchParams({ url: `${address}&fbclid=7`, fetch: "1" })}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status").getByText(already)).toBeVisible();
  await expect(dialog.getByRole("link", { name: title })).toBeVisible();
});

test("Matthias gives an article the address of another, and keeps its own without being asked @without-js", async ({ page }) => {
  await signIn(page, "matthias");
  const address = `https://heide.example/${randomUUID()}`;
  const title = uniqueTitle("Das andere");
  await fileArticle(page, { folder: "Brücken & Bauwerke", title, sourceUrl: address });
  const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title: uniqueTitle("Das eine") });
  await openPage(page, `${articlePath}/edit`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Adresse" }).fill(address);
  await dialog.getByRole("button", { name: "Beitrag speichern" }).click();
  await expect(dialog.getByRole("link", { name: title })).toBeVisible();
  await dialog.getByRole("button", { name: "Beitrag speichern" }).click();
  await expect(page).toHaveURL(new RegExp(`${articlePath}$`));

  await openPage(page, `${articlePath}/edit`);
  await fillBody(page, "Nur der Text ist neu.");
  await dialog.getByRole("button", { name: "Beitrag speichern" }).click();
  await expect(page).toHaveURL(new RegExp(`${articlePath}$`));
  await expect(page.getByText("Nur der Text ist neu.")).toBeVisible();
});
