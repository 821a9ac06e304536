import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { fileArticle, findFolderPath, postForm } from "../support/e2e/articles";
import { expect, openBrowserOf, signIn, speak, test, uniqueTitle } from "../support/e2e/fixtures";

// Rejected forms have an error status, which Chromium logs.
test.use({ allowedConsole: [/status of (403|404)\b/] });

const hidden = /gibt es nicht mehr, oder Sie können (ihn|sie|es) nicht mehr sehen\.$/;

/** Posts a confirmed deletion, and shows the page after it. */
async function deleteAt(page: Page, path: string): Promise<void> {
  const answer = await postForm(page, path, {});
  expect(answer.status(), path).toBe(302);
  const next = await page.goto(answer.headers().location ?? "");
  expect(next?.status(), `after ${path}`).toBe(200);
}

test("Matthias deletes what he may no longer see: he is not told that it is deleted, and Ayşe still has it @without-js", async ({
  page,
  browser,
}) => {
  const ayse = await openBrowserOf(browser, "ayse");
  const { articlePath, folderPath } = await fileArticle(ayse, { folder: "IT-Sicherheit", title: uniqueTitle("Bleibt da") });
  await postForm(ayse, articlePath, { body: "Bleibt auch da.", key: randomUUID() });
  await ayse.goto(articlePath);
  const commentPath = (await ayse.getByRole("link", { name: "Ihren Kommentar löschen" }).getAttribute("href")) ?? "";
  await ayse.goto("/teams");
  const teamPath = (await ayse.getByRole("link", { name: "Digitalisierung & IT" }).first().getAttribute("href")) ?? "";

  await signIn(page, "matthias", { locale: "de" });
  const shown = page.getByRole("status").filter({ hasText: hidden });
  for (const [path, to] of [
    [`${articlePath}/delete`, /\/stream$/],
    [`${folderPath}${articlePath}/delete`, /\/stream$/],
    [`/stream${articlePath}/delete`, /\/stream$/],
    [commentPath, /\/stream$/],
    [`${folderPath}/delete`, /\/folda$/],
    [`/teams/${teamPath.split("/")[2]}/delete`, /\/teams$/],
    [`${folderPath}/mailings/${randomUUID()}/delete`, /\/folda$/],
  ] as const) {
    await deleteAt(page, path);
    await expect(page, path).toHaveURL(to);
    await expect(shown, path).toBeVisible();
    await expect(page.getByText("gelöscht.")).toHaveCount(0);
  }
  expect((await ayse.goto(articlePath))?.status()).toBe(200);
  await expect(ayse.getByText("Bleibt auch da.")).toBeVisible();
  await ayse.context().close();
});

test("Henrike reads that an inbox stays as it is and what must not be shared, not that her role is too small @without-js", async ({
  page,
}) => {
  await signIn(page, "henrike");
  const inbox = await findFolderPath(page, "Eingang");
  const reason = page.getByText("Der Eingang gehört zu jedem persönlichen Team und lässt sich weder ändern noch löschen.");
  for (const path of [`${inbox}/edit`, `${inbox}/delete`]) {
    expect((await page.goto(path))?.status()).toBe(403);
    await expect(page.getByRole("heading", { level: 1, name: "Der Eingang bleibt, wie er ist" })).toBeVisible();
    await expect(reason).toBeVisible();
    await expect(page.getByText("Ihre Rolle")).toHaveCount(0);
  }
  for (const path of [`${inbox}/mailings`, `${inbox}/mailings/new`]) {
    expect((await page.goto(path))?.status()).toBe(403);
    await expect(page.getByRole("heading", { level: 1, name: "Der Eingang hat keine Newsletter" })).toBeVisible();
    await expect(page.getByText("Ihre Rolle")).toHaveCount(0);
  }
  const posted = await postForm(page, `${inbox}/edit`, { name: "Ablage", teamId: randomUUID(), lockVersion: "0" });
  expect(posted.status()).toBe(403);
  expect(await posted.text()).toContain("lässt sich weder ändern noch löschen");
  // The typed text is kept.
  expect(await posted.text()).toContain("Ablage");
  expect((await postForm(page, `${inbox}/delete`, {})).status()).toBe(403);

  const { articlePath } = await fileArticle(page, {
    folder: "Politik & Regulierung",
    title: uniqueTitle("Nur intern"),
    shareable: undefined,
  });
  expect((await page.goto(`${articlePath}/share`))?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1, name: "Dieser Beitrag darf nicht geteilt werden" })).toBeVisible();
  await expect(page.getByText("Ihre Rolle")).toHaveCount(0);
});

test("Who opens the address of a file, a picture, a logo or an export that is not there sees a page @without-js", async ({ page }) => {
  const id = randomUUID();
  const paths = [
    `/exports/${id}/file?expires=1&signature=${"x".repeat(43)}`,
    `/newsletter-pictures/${id}`,
    `/logos/${id}.svg`,
    `/feeds/${id}`,
  ];
  const check = async (path: string, signedIn: boolean) => {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    expect(answer?.headers()["content-type"], path).toBe("text/html; charset=utf-8");
    await expect(page.getByRole("heading", { level: 1, name: "Seite nicht gefunden" })).toBeVisible();
    const navigation = page.getByRole("banner");
    await expect(navigation.getByRole("link", { name: signedIn ? "Teams" : "Anmelden" }).first()).toBeVisible();
    // Files, and routes without a page, need none.
    const plain = await page.request.get(path, { headers: { Accept: "image/*" } });
    expect([plain.status(), plain.headers()["content-type"]], path).toEqual([404, "text/plain; charset=utf-8"]);
    expect((await plain.text()).trim(), path).not.toBe("");
  };
  await speak(page, "de");
  for (const path of paths) await check(path, false);
  await signIn(page, "jana", { locale: "de" });
  for (const path of [...paths, `/files/${id}/original`, `/files/${id}/nonsense`]) await check(path, true);
});
