// Counts the steps of ten main tasks, with a mouse and by keyboard (docs/performance.md, "Steps"), and checks the result of each.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chromium, expect as expectWithin } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.js";
import { projectRoot } from "../scripts/project-root.js";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

const expect = expectWithin.configure({ timeout: 30_000 });

/** A task that needs more Tabs than this is broken. */
const mostTabs = 60;

/** Counts the steps of one way of working. A typed text is one step, however long it is, with the Enter that ends it. */
class Hands {
  count = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Locator} target */
  async click(target) {
    this.count += 1;
    await target.click();
  }

  /** @param {Locator} field @param {string} text @param {"" | "Enter"} end */
  async fill(field, text, end = "") {
    this.count += 1;
    await field.fill(text);
    if (end) await field.press(end);
  }

  /** @param {string} text */
  async type(text, end = "") {
    this.count += 1;
    await this.page.keyboard.type(text);
    if (end) await this.page.keyboard.press(end);
  }

  /** @param {string[]} keys */
  async press(...keys) {
    for (const key of keys) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Presses Tab until the target has the focus. @param {Locator} target */
  async tabTo(target) {
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press("Tab");
    }
    throw new Error(`${target} is not within ${mostTabs} Tabs`);
  }

  /** To the content of a page. */
  async skip() {
    await this.press("Tab", "Enter");
  }

  /** @param {Locator} target */
  async goTo(target, key = "Enter") {
    await this.tabTo(target);
    await this.press(key);
  }
}

/** @typedef {{ page: Page, hands: Hands, dialog: Locator, link: (name: string | RegExp) => Locator, button: (name: string | RegExp) => Locator, pages: string, open: (path: string) => Promise<unknown>, name: string }} Desk */

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {(desk: Desk) => Promise<unknown>} begin opens the page where it begins
 * @property {number} before the steps at commit cb7b1ce, as counted in its audit
 * @property {(desk: Desk) => Promise<void>} mouse
 * @property {(desk: Desk) => Promise<void>} keyboard
 * @property {(desk: Desk) => Promise<unknown>} check that it is done
 */

const cards = (/** @type {Desk} */ { page }) => page.getByRole("main").getByRole("article");
const message = (/** @type {Desk} */ { page }, /** @type {RegExp} */ text) => page.getByRole("status").filter({ hasText: text }).first();
const tagsField = (/** @type {Desk} */ { dialog }) => dialog.getByRole("combobox", { name: /Tags/ });

/** The numbers from 1 to a count. @param {number} count */
const upTo = (count) => Array.from({ length: count }, (_, index) => index + 1);

/** A name that no other task has used. */
const unique = (/** @type {string} */ name) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** Two e-mail addresses without accounts. @param {Desk} desk */
const newAddresses = ({ name }) => ["eins", "zwei"].map((one) => `${name}-${one}@demo.example`.replace(" ", "-"));

/** Copies addresses of articles, as people do on the pages of a newspaper. @param {Desk} desk @param {number} count */
const copy = ({ page, pages }, count) =>
  page.evaluate(
    (addresses) => navigator.clipboard.writeText(addresses.join("\n")),
    upTo(count).map(() => `${pages}/article.html?${unique("n").replace(" ", "")}`),
  );

/** Posts a form like a browser without JavaScript. @param {Desk} desk @param {string} path @param {Record<string, string>} form */
async function post({ page }, path, form) {
  const options = { form: { key: randomUUID(), ...form }, headers: { Origin: new URL(page.url()).origin }, maxRedirects: 0 };
  const response = await page.request.post(new URL(path, page.url()).href, options);
  assert.equal(response.status(), 302, `POST ${path}`);
}

/** Files articles into a Folda; its name begins their titles. @param {Desk} desk @param {string} folder its path @param {string} name @param {number} count */
async function fileArticles(desk, folder, name, count) {
  const fields = { body: "Die Sperrung beginnt im März.", newTags: "Nordkorridor", publishedAt: "2026-03-02", priority: "normal" };
  const folderId = folder.split("/").at(-1) ?? "";
  for (const place of upTo(count))
    await post(desk, `${folder}/contents/new`, { ...fields, title: `${name} ${place}`, folderId, shareable: "on" });
  // The message that it is saved.
  await desk.page.context().clearCookies({ name: "notices" });
}

/** Opens the stream. An article has been filed into "Ausbau Nordkorridor" before, which is therefore chosen. @param {Desk} desk */
async function openStream(desk) {
  await desk.open("/folda");
  await openFolder(desk.page, "Ausbau Nordkorridor");
  await fileArticles(desk, new URL(desk.page.url()).pathname, unique("Vorher"), 1);
  await desk.open("/stream");
}

/** Creates a Folda with articles and opens it. @param {Desk} desk @param {number} count */
async function openNewFolder(desk, count) {
  const { page } = desk;
  await desk.open("/folda/new");
  const teamId = await page.locator("select[name=teamId] option", { hasText: "Infrastruktur" }).first().getAttribute("value");
  desk.name = unique("Sammlung");
  await post(desk, "/folda/new", { name: desk.name, teamId: teamId ?? "" });
  await desk.open("/folda");
  await openFolder(page, desk.name);
  await fileArticles(desk, new URL(page.url()).pathname, desk.name, count);
  await page.reload();
}

/** Of the title of the newspaper's article. */
const newspaper = "Bauarbeiten beginnen";

const commentLink = (/** @type {Desk} */ desk) =>
  cards(desk)
    .first()
    .getByRole("link", { name: /omment/ })
    .last();

/** Beginnings of Foldas' names, their names, and how many of ten articles belong there. @type {[string, string, number][]} */
const targets = [
  ["Ausbau Nord", "Ausbau Nordkorridor", 4],
  ["Rail in", "Rail in Europe", 3],
  ["Brücken", "Brücken & Bauwerke", 3],
];

/** @type {Task[]} */
const tasks = [
  {
    name: "file an address with two tags",
    begin: async (desk) => {
      await openStream(desk);
      await copy(desk, 1);
    },
    before: 12,
    mouse: async ({ hands, dialog, button }) => {
      await hands.press("Control+v");
      for (const tag of ["Nordkorridor", "Ersatzverkehr"]) await hands.click(dialog.locator("label", { hasText: tag }));
      await hands.click(button("Beitrag speichern").last());
    },
    keyboard: async (desk) => {
      await desk.hands.press("Control+v");
      await expect(tagsField(desk)).toBeFocused();
      for (const tag of ["nordk", "ersatz"]) await desk.hands.type(tag, "Enter");
      await desk.hands.press("Enter");
    },
    check: async (desk) => {
      await message(desk, /gespeichert/).waitFor();
      for (const tag of ["Nordkorridor", "Ersatzverkehr"])
        await expect(cards(desk).filter({ hasText: newspaper }).first().locator(".tag", { hasText: tag })).toBeVisible();
    },
  },
  {
    name: "file five addresses in a row, each with a tag",
    begin: async (desk) => {
      await openStream(desk);
      await copy(desk, 5);
    },
    before: 40,
    mouse: async ({ hands, dialog, button }) => {
      await hands.press("Control+v");
      for (const place of upTo(5)) {
        await dialog.locator("b", { hasText: `Adresse ${place} von 5` }).waitFor();
        await hands.click(dialog.locator("label", { hasText: "Nordkorridor" }));
        await hands.click(button(place < 5 ? "Speichern und weiter" : "Beitrag speichern").last());
      }
    },
    keyboard: async (desk) => {
      await desk.hands.press("Control+v");
      for (const place of upTo(5)) {
        await desk.dialog.locator("b", { hasText: `Adresse ${place} von 5` }).waitFor();
        await expect(tagsField(desk)).toBeFocused();
        await desk.hands.type("nordk", "Enter");
        await desk.hands.press("Enter");
      }
    },
    check: async (desk) => {
      await expect(cards(desk).nth(5)).toContainText("Vorher");
      for (const place of upTo(5)) await expect(cards(desk).nth(place - 1)).toContainText(newspaper);
    },
  },
  {
    name: "sort ten articles of a Folda into three others",
    begin: (desk) => openNewFolder(desk, 10),
    before: 40,
    mouse: async (desk) => {
      const { hands, page, dialog } = desk;
      for (const [target, , count] of targets) {
        const left = await cards(desk).count();
        for (const place of upTo(count))
          await hands.click(
            cards(desk)
              .nth(place - 1)
              .locator(".pick"),
          );
        await hands.click(page.locator(".select-bar").getByRole("button", { name: "Verschieben" }));
        await hands.fill(dialog.locator("input[role=combobox]"), target, "Enter");
        await expect(cards(desk)).toHaveCount(left - count);
      }
    },
    keyboard: async (desk) => {
      await desk.hands.press("j");
      for (const [target, , count] of targets)
        for (const _ of upTo(count)) {
          const left = await cards(desk).count();
          await desk.hands.press("m");
          await expect(desk.dialog.locator("input[role=combobox]")).toBeFocused();
          await desk.hands.type(target, "Enter");
          await expect(cards(desk)).toHaveCount(left - 1);
          // The next article has the focus.
          if (left > 1) await cards(desk).locator(":focus").waitFor();
        }
    },
    check: async (desk) => {
      await desk.page.getByRole("heading", { name: "Diese Folda ist noch leer" }).waitFor();
      for (const [, name, count] of targets) {
        await desk.open("/folda");
        await openFolder(desk.page, name);
        await expect(cards(desk).filter({ hasText: desk.name })).toHaveCount(count);
      }
    },
  },
  {
    name: "find by two words, a tag and this month",
    begin: ({ open }) => open("/stream"),
    before: 10,
    mouse: async ({ hands, link, page, dialog, button }) => {
      await hands.click(link("Suche"));
      await hands.fill(page.getByRole("searchbox"), "Strecke Sperrung", "Enter");
      await hands.click(page.getByRole("link", { name: "Filter", exact: true }));
      await hands.fill(dialog.getByRole("combobox", { name: "Tag suchen" }), "general", "Enter");
      await hands.click(button("Abgelegt: Dieser Monat"));
    },
    keyboard: async ({ hands, page, dialog, button }) => {
      await hands.press("/");
      await expect(page.getByRole("searchbox")).toBeFocused();
      await hands.type("Strecke Sperrung", "Enter");
      await page.getByRole("heading", { name: "Ergebnisse" }).waitFor();
      await hands.press("f");
      await dialog.waitFor();
      await hands.tabTo(dialog.getByRole("combobox", { name: "Tag suchen" }));
      await hands.type("general", "Enter");
      await hands.goTo(button("Abgelegt: Dieser Monat"));
    },
    check: async (desk) => {
      const filter = desk.page.getByRole("group", { name: "Aktive Filter" });
      for (const part of ["Generalsanierung", "Abgelegt"]) await expect(filter).toContainText(part);
      await expect(cards(desk).filter({ hasText: "Generalsanierung" }).first()).toBeVisible();
    },
  },
  {
    name: "comment on an article",
    begin: ({ open }) => open("/stream"),
    before: 3,
    mouse: async (desk) => {
      await desk.hands.click(commentLink(desk));
      await desk.hands.fill(desk.page.locator("#comment"), "Passt in den nächsten Newsletter.");
      await desk.hands.press("Control+Enter");
    },
    keyboard: async (desk) => {
      await desk.hands.press("j");
      await desk.hands.goTo(commentLink(desk));
      await desk.page.locator("#comment").waitFor();
      await desk.hands.tabTo(desk.page.locator("#comment"));
      await desk.hands.type("Passt in den nächsten Newsletter.");
      await desk.hands.press("Control+Enter");
    },
    check: (desk) => message(desk, /Kommentar/).waitFor(),
  },
  {
    name: "copy the link of an article",
    begin: ({ open }) => open("/stream"),
    before: 4,
    mouse: async (desk) => {
      const card = cards(desk).first();
      await desk.hands.click(card.locator("summary").last());
      await desk.hands.click(card.getByRole("link", { name: "Teilen" }));
      await desk.hands.click(desk.button("Kopieren"));
    },
    keyboard: async (desk) => {
      const card = cards(desk).first();
      await desk.hands.press("j");
      await desk.hands.goTo(card.locator("summary").last());
      await desk.hands.goTo(card.getByRole("link", { name: "Teilen" }));
      await desk.hands.goTo(desk.button("Kopieren"));
    },
    check: (desk) => message(desk, /kopiert/).waitFor(),
  },
  {
    name: "send a newsletter with 11 of 23 articles, seen beforehand",
    begin: (desk) => openNewFolder(desk, 23),
    before: 20,
    mouse: async (desk) => {
      const { hands, page, dialog } = desk;
      await hands.click(page.getByRole("link", { name: "Newsletter dieser Folda" }));
      await hands.click(page.getByRole("link", { name: "Neuen Newsletter beginnen" }));
      await hands.fill(dialog.getByLabel("Betreff"), unique("Brief"));
      for (const name of [/zu den Tags/, /zu den Beiträgen/]) await hands.click(page.getByRole("button", { name }).last());
      await dialog.locator("[aria-current=step]", { hasText: "Beiträge" }).waitFor();
      for (const place of upTo(12)) await hands.click(dialog.locator(".select-list label").nth(2 * place - 2));
      await expect(dialog.getByRole("complementary")).not.toContainText(`${desk.name} 23`);
      for (const name of [/zu den Empfängern/, /zur Übersicht/, /zum Versand/, /senden$/])
        await hands.click(page.getByRole("button", { name }).or(page.getByRole("link", { name })).last());
    },
    keyboard: async ({ hands, page, dialog }) => {
      await hands.skip();
      await hands.goTo(page.getByRole("link", { name: "Newsletter dieser Folda" }));
      await hands.goTo(page.getByRole("link", { name: "Neuen Newsletter beginnen" }));
      await hands.tabTo(dialog.getByLabel("Betreff"));
      await hands.type(unique("Brief"), "Enter");
      const openStep = (/** @type {string} */ name) => dialog.locator("[aria-current=step]", { hasText: name }).waitFor();
      for (const step of ["Tags", "Beiträge", "Empfänger"]) {
        await openStep(step);
        if (step === "Beiträge")
          for (const place of upTo(12)) await hands.goTo(dialog.locator("input[name=contents]").nth(2 * place - 2), "Space");
        // Enter on any field of a step goes on.
        await hands.goTo(dialog.getByRole("checkbox").first());
      }
      await openStep("Übersicht");
      await hands.goTo(dialog.getByRole("radio").first());
      await hands.goTo(page.getByRole("button", { name: /senden$/ }).last());
    },
    check: async ({ page, open, name }) => {
      await page
        .getByRole("heading", { name: /versendet|verschickt|unterwegs/ })
        .first()
        .waitFor();
      await open((await page.getByRole("link", { name: /Newsletter ansehen/ }).getAttribute("href")) ?? "");
      await expect(page.getByRole("heading", { name: new RegExp(`${name} \\d+`) })).toHaveCount(11);
    },
  },
  {
    name: "invite two people into a team",
    begin: (desk) => {
      desk.name = unique("neu");
      return desk.open("/client/invitations");
    },
    before: 20,
    mouse: async (desk) => {
      const { hands, link, dialog, button } = desk;
      await hands.click(link("Einladen"));
      await hands.fill(dialog.getByLabel("E-Mail-Adressen"), newAddresses(desk).join(", "));
      await hands.click(dialog.locator("label", { hasText: "Energie & Klima" }));
      await hands.click(button("Einladungen senden"));
    },
    keyboard: async (desk) => {
      const { hands, link, dialog, button } = desk;
      await hands.skip();
      await hands.goTo(link("Einladen"));
      await hands.tabTo(dialog.getByLabel("E-Mail-Adressen"));
      await hands.type(newAddresses(desk).join(", "));
      await hands.goTo(dialog.getByRole("checkbox", { name: "Energie & Klima" }), "Space");
      await hands.goTo(button("Einladungen senden"));
    },
    check: async (desk) => {
      await message(desk, /Einladung/).waitFor();
      for (const address of newAddresses(desk))
        await expect(desk.page.getByRole("row", { name: address })).toContainText("Energie & Klima");
    },
  },
  {
    name: "give a person rights on a Folda",
    begin: (desk) => openNewFolder(desk, 0),
    before: 8,
    mouse: async ({ hands, page, dialog, link, button }) => {
      await hands.click(page.locator("summary", { hasText: "Einstellungen der Folda" }));
      await hands.click(link("Folda bearbeiten"));
      await hands.fill(dialog.getByLabel("Name oder E-Mail"), "Clara");
      await hands.click(button("Hinzufügen"));
    },
    keyboard: async ({ hands, page, dialog, link, button }) => {
      await hands.skip();
      await hands.goTo(page.locator("summary", { hasText: "Einstellungen der Folda" }));
      await hands.goTo(link("Folda bearbeiten"));
      await hands.tabTo(dialog.getByLabel("Name oder E-Mail"));
      await hands.type("Clara", "Enter");
      await hands.goTo(button("Hinzufügen"));
    },
    check: ({ dialog }) => dialog.getByRole("listitem").filter({ hasText: "Clara" }).waitFor(),
  },
  {
    name: "export the results of a search as PDF",
    begin: ({ open }) => open("/search?term=Strecke"),
    before: 8,
    mouse: async ({ hands, dialog, button, link }) => {
      await hands.click(link("Export"));
      await hands.click(dialog.locator("label", { hasText: "PDF" }));
      await hands.click(button(/^Weiter/));
      await hands.click(button("Export erstellen"));
    },
    keyboard: async ({ hands, dialog, link }) => {
      await hands.skip();
      await hands.goTo(link("Export"));
      await hands.tabTo(dialog.getByRole("radio").first());
      await hands.press("ArrowDown", "Enter");
      // Enter in a field goes on.
      await hands.goTo(dialog.getByRole("checkbox").first());
    },
    check: ({ page }) => page.getByRole("link", { name: /PDF herunterladen/ }).waitFor(),
  },
];

/** A program that serves the pages of a newspaper, and writes its port. */
const servePages = `
  const { servePages } = await import("./tests/support/e2e/pages-server.ts");
  const { port } = await servePages();
  console.log(port);
`;

async function openFolder(/** @type {Page} */ page, /** @type {string} */ name) {
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/**
 * @param {number} port a free one
 */
export async function measureSteps(port) {
  const newspaper = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", servePages], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [pagesPort] = await once(newspaper.stdout, "data");
  const host = `127.0.0.1:${String(pagesPort).trim()}`;
  const pages = `http://${host}`;
  const environment = { LOG_LEVEL: "silent", IMPORT_ALLOW_HOSTS: host };
  const product = await serveProduct(port, { environment });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  try {
    await waitUntilReady(`${product.url}/readyz`);
    /** @type {Record<string, Record<string, number>>} */
    const results = {};
    for (const task of tasks) {
      results[task.name] = { before: task.before, mouse: await countOf(task, "mouse"), keyboard: await countOf(task, "keyboard") };
    }
    const sumOf = (/** @type {string} */ column) => Object.values(results).reduce((sum, row) => sum + (row[column] ?? 0), 0);
    const sum = { before: sumOf("before"), mouse: sumOf("mouse"), keyboard: sumOf("keyboard") };
    assert.ok(sum.mouse <= sum.before / 2, `${sum.mouse} steps instead of ${sum.before} are more than half`);
    results.sum = sum;
    return results;
  } finally {
    await browser.close();
    await product.stop();
    newspaper.kill();
  }

  /** @param {Task} task @param {"mouse" | "keyboard"} way */
  async function countOf({ name, begin, check, ...ways }, way) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "de-DE", serviceWorkers: "block" });
    try {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await context.addCookies([{ name: "currentLocale", value: "de", url: product.url }]);
      await signIn(context);
      const page = await context.newPage();
      const hands = new Hands(page);
      /** @type {Desk} */
      const desk = {
        page,
        hands,
        pages,
        open: (path) => page.goto(`${product.url}${path}`),
        name: "",
        dialog: page.getByRole("dialog"),
        link: (text) => page.getByRole("link", { name: text, exact: true }).first(),
        button: (text) => page.getByRole("button", { name: text }).first(),
      };
      await begin(desk);
      await page.waitForLoadState("networkidle");
      await ways[way](desk);
      const { count } = hands;
      await check(desk);
      return count;
    } catch (error) {
      throw new Error(`${name} by ${way}`, { cause: error });
    } finally {
      await context.close();
    }
  }

  /** @param {import("@playwright/test").BrowserContext} context */
  async function signIn(context) {
    const form = { workspace: "demo", email: "jana@demo.example", password: demoPassword };
    await context.request.post(`${product.url}/sign-in`, { form, headers: { Origin: product.url }, maxRedirects: 0 });
  }
}
