import { randomUUID } from "node:crypto";
import { expectAccessibleKinds } from "../support/e2e/accessibility";
import { fileArticle, makeFolder, postForm } from "../support/e2e/articles";
import { signIn, speak, test, uniqueTitle } from "../support/e2e/fixtures";

// One page of each kind; accessibility.spec.ts checks all pages, in all colours.
test.use({ allowedConsole: [/status of 404\b/] });

test("Visitors can use each kind of page, also in a narrow window @with-js @journey", async ({ page }) => {
  await speak(page, "de");
  await expectAccessibleKinds(page, ["/", "/sign-in", "/nirgendwo"]);
});

test("Ayşe can use each kind of page, also in a narrow window @with-js @journey", async ({ page }) => {
  await signIn(page, "ayse");
  const folder = uniqueTitle("Donaudampfschifffahrtsgesellschaft");
  await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  const body = `Ort\tWert\n---\t---\nUelzen\t${"Zelle".repeat(40)}`;
  const { folderPath, articlePath } = await fileArticle(page, { folder, title: uniqueTitle("ohneleerzeichen".repeat(10)), body });
  await postForm(page, articlePath, { body: "Gesehen.", key: randomUUID() });
  await expectAccessibleKinds(page, [
    "/stream",
    "/folda",
    articlePath,
    `${articlePath}/edit`,
    "/search/filter?term=Bahn",
    `${folderPath}/edit`,
  ]);
});

test("Henrike can use each kind of page of a newsletter, also in a narrow window @with-js @journey", async ({ page }) => {
  await signIn(page, "henrike", { locale: "de" });
  const folder = uniqueTitle("Presse");
  const folderPath = await makeFolder(page, { team: "Unternehmenskommunikation", name: folder });
  await fileArticle(page, { folder, title: uniqueTitle("Weiche") });
  const begun = await postForm(page, `${folderPath}/mailings/new`, { subject: folder, key: randomUUID() });
  const mailing = (begun.headers().location ?? "").replace(/\/tags$/, "");
  await expectAccessibleKinds(page, [`${mailing}/articles`]);
  await postForm(page, `${mailing}/publish`, { when: "now" });
  await expectAccessibleKinds(page, [`${mailing}/success`, `/newsletter/${mailing.split("/").at(-1)}`]);
});

test("Anna can use each kind of page of settings and lists, also in a narrow window @with-js @journey", async ({ page }) => {
  await signIn(page, "anna", { locale: "de" });
  await expectAccessibleKinds(page, ["/settings/profile", "/client/members", "/client/theme", "/trash"]);
});
