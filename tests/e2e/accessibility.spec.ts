import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  fileArticle,
  findFolderPath,
  hasScript,
  makeFolder,
  openPage,
  pagesUrl,
  postForm,
  signIn,
  speak,
  test,
  uniqueTitle,
} from "./fixtures";

// The page of a form that was refused says so with its status too, and Chromium reports it.
test.use({ allowedConsole: [/status of 403\b/] });

/** Milliseconds for a flow that looks at every page there is. */
const manyPages = 300_000;

/** Both languages are read on every page: German by those who have script, English by those who have none. */
const localeOfRun = () => (hasScript() ? "de" : "en");

/** A page is sound in either colours, and at 320 px, or 400 %, nothing of it is cut off or scrolls sideways. */
async function expectSoundPage(page: Page, locale: string) {
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.locator("main")).toHaveCount(1);
  expect(await page.title(), page.url()).toMatch(/ – Folda$/);
  if (!hasScript()) return;
  await expectAccessible(page);
  // Everything else that axe looks at is the same in the dark.
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoSideways(page);
}

async function expectNoSideways(page: Page) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("dialog")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((one) => {
          const reach = (element: Element) => Math.ceil(element.getBoundingClientRect().right);
          const widest = [...one.querySelectorAll("*")].filter((element) => reach(element) >= one.scrollWidth);
          return `${one.tagName} of ${one.scrollWidth} px: ${widest.map(({ outerHTML }) => outerHTML.slice(0, 80)).join(" ")}`;
        }),
    );
  // Chromium gives viewport units their new length only with the next frame.
  await expect.poll(tooWide, `${page.url()} at 320 px`).toEqual([]);
  if (size) await page.setViewportSize(size);
}

async function expectSoundPages(page: Page, paths: string[]) {
  for (const path of paths) {
    await test.step(path, async () => {
      await openPage(page, path);
      await expectSoundPage(page, localeOfRun());
    });
  }
}

test("A visitor can use every page, in light and dark, wide and narrow", async ({ page }) => {
  test.setTimeout(manyPages);
  await speak(page, localeOfRun());
  for (const [path, locale] of [
    ["/sign-in", localeOfRun()],
    ["/sign-up", localeOfRun()],
    ["/nirgendwo", localeOfRun()],
    ["/form-refused", localeOfRun()],
    ["/bookmarklet", localeOfRun()],
    ["/", localeOfRun()],
    ["/?sent", localeOfRun()],
    ["/de/about", "de"],
    ["/en/about", "en"],
    ["/de/funktion", "de"],
    ["/en/terms", "en"],
    ["/de/kontakt", "de"],
    ["/de/impressum", "de"],
    ["/en/imprint", "en"],
    ["/de/datenschutz", "de"],
    ["/en/privacy", "en"],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectSoundPage(page, locale);
    });
  }
});

/** An article with everything that is too long for a narrow window. */
const longArticle = (page: Page) =>
  fileArticle(page, {
    folder: "IT-Sicherheit",
    title: uniqueTitle("EinsehrlangesWortwieDonaudampfschifffahrtsgesellschaftskapitän für schmale Bildschirme"),
    sourceUrl: `https://zeitung.example/${randomUUID()}/${"lang/".repeat(30)}`,
    body: `Ort\tWert\n---\t---\nUelzen\t${"Zelle".repeat(40)}\n\n${"ohneleerzeichen".repeat(20)}`,
  });

test("Ayşe can use every page, in light and dark, wide and narrow", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse", { locale: localeOfRun() });
  const { folderPath, articlePath } = await longArticle(page);
  await expectSoundPages(page, [
    "/stream",
    "/stream?layout=list",
    "/stream?layout=grid&page=2",
    "/folda",
    folderPath,
    `${folderPath}?priority=normal&published_at_from=2026-01-01&source_name=${"Kurier".repeat(20)}`,
    articlePath,
    "/settings/feeds",
    "/bookmarklet",
    "/search",
    "/search?term=Bahn&layout=list",
    "/search?term=Bahn&layout=grid&priority=normal",
    "/tag/sperrpause",
    "/tag/gibt-es-nicht",
    "/nirgendwo",
  ]);
});

test("Ayşe can use every overlay, in light and dark, wide and narrow", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse", { locale: localeOfRun() });
  const { articlePath, folderPath } = await longArticle(page);
  await expectSoundPages(page, [
    "/folda/new",
    `${folderPath}/edit`,
    `${folderPath}/delete`,
    "/stream/filter?tags=sperrpause&priority=high",
    "/search/filter?apply=&created_at_from=31.02.2026&published_at_from=2026-03-02&published_at_until=2026-03-01",
    "/stream/contents/new",
    "/stream/contents/new?mode=manual",
    `/stream/contents/new?fetch=1&url=${encodeURIComponent(`${pagesUrl}/article.html`)}`,
    `/stream/contents/new?fetch=1&url=${encodeURIComponent(`${pagesUrl}/document.pdf`)}`,
    `${articlePath}/edit`,
    `${articlePath}/copy`,
    `${articlePath}/delete`,
  ]);
});

test("Ayşe can use every overlay of feeds, in light and dark, wide and narrow", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse", { locale: localeOfRun() });
  const folderPath = await findFolderPath(page, "IT-Sicherheit");
  await expectSoundPages(page, [`${folderPath}/feed`, `/search/feed?term=${"Donaudampfschifffahrt".repeat(20)}&tags=nordkorridor`]);
});

test("Ayşe can use every page and overlay of teams, in light and dark, wide and narrow", async ({ page }) => {
  test.setTimeout(manyPages);
  await signIn(page, "ayse", { locale: localeOfRun() });
  const name = uniqueTitle("EinsehrlangesWortwieDonaudampfschifffahrtsgesellschaftskapitän für schmale Bildschirme");
  const made = await postForm(page, "/teams/new", { name, key: randomUUID() });
  const members = made.headers().location ?? "";
  const settings = members.replace("/members", "/settings");
  const id = members.split("/").at(-2);
  for (const person of ["lena", "miriam"]) {
    await postForm(page, `${members}/new`, { person: `${person}@demo.example`, role: "editor", teamId: id, key: randomUUID() });
  }
  await expectSoundPages(page, [
    "/teams",
    "/teams/new",
    `/teams/${id}/edit`,
    `/teams/${id}/leave`,
    `/teams/${id}/delete`,
    settings,
    `${settings}/delete`,
    members,
    `${members}/new`,
    `${members}?term=niemand&role=admin`,
    `${members}?page=3`,
  ]);
  await postForm(page, `/teams/${id}/delete`, {});
});

test("Ayşe can use every step of a newsletter, in light and dark, wide and narrow", async ({ page }) => {
  test.setTimeout(150_000);
  await signIn(page, "ayse", { locale: localeOfRun() });
  const folder = uniqueTitle("Lage");
  const folderPath = await makeFolder(page, { team: "Digitalisierung & IT", name: folder });
  const title = uniqueTitle("EinsehrlangesWortwieDonaudampfschifffahrtsgesellschaftskapitän für schmale Bildschirme");
  await fileArticle(page, { folder, title, newTags: `Sperrpause, ${"Fahrplanwechsel".repeat(5)}` });
  await fileArticle(page, { folder, title: uniqueTitle("Geheim"), shareable: undefined });
  await expectSoundPages(page, [`${folderPath}/mailings`, `${folderPath}/mailings/new`]);
  const subject = `${uniqueTitle("Lagebrief")} ${"Donaudampfschifffahrt ".repeat(8)}`.trim();
  const begun = await postForm(page, `${folderPath}/mailings/new`, { subject, introText: "# Eins\n\nLiebe Leute", key: randomUUID() });
  const mailing = (begun.headers().location ?? "").replace(/\/tags$/, "");
  await expectSoundPages(
    page,
    ["title", "tags", "articles", "recipients", "preview", "summary", "checks", "delete"].map((step) => `${mailing}/${step}`),
  );
  const sent = await postForm(page, `${mailing}/summary`, { when: "now" });
  expect(sent.headers().location).toBe(`${mailing}/success`);
  const publicPage = `/newsletter/${mailing.split("/").at(-1)}`;
  await expectSoundPages(page, [`${mailing}/success`, `${mailing}/deliveries`, `${folderPath}/mailings`]);
  // In its author's language, whoever reads it.
  await page.goto(publicPage);
  await expectSoundPage(page, "de");
});

test("Ayşe in forced colours sees which place she is at, and what is chosen @with-js", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, "ayse");
  await openPage(page, "/stream");
  const place = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Stream" });
  expect(await page.evaluate("matchMedia('(forced-colors: active)').matches")).toBe(true);
  await expect(place).toHaveCSS("text-decoration-line", "underline");
  await openPage(page, "/stream/contents/new?mode=manual");
  await expect(page.getByRole("switch", { name: /Teilbar/ })).toBeVisible();
  await expectAccessible(page);
});

test("Ayşe moves by keyboard: the first key leads past the navigation, a link to the content of its page @with-js", async ({ page }) => {
  await signIn(page, "ayse");
  await openPage(page, "/stream");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Zum Inhalt springen" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("Boolean(document.activeElement.closest('main'))")).toBe(true);

  await page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Foldas" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Foldas" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("Boolean(document.activeElement.closest('main'))")).toBe(true);
});
