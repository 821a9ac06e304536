// Counts what the ten main tasks take: clicks and typed texts with a mouse, and pressed keys without one. The result of each task is checked.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chromium, expect } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.js";
import { projectRoot } from "../scripts/project-root.js";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** A task that needs more Tabs than this is broken. */
const mostTabs = 60;

/** Counts the actions of one way of working. A typed text is one action, however long it is. */
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

  /** @param {Locator} field @param {string} text */
  async fill(field, text) {
    this.count += 1;
    await field.fill(text);
  }

  /** A text with the key that ends it is one action. @param {string} text */
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

/** @typedef {{ page: Page, hands: Hands, dialog: Locator, link: (name: string | RegExp) => Locator, button: (name: string | RegExp) => Locator, field: (name: string | RegExp) => Locator, pages: string }} Desk */

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {string | null} [person] by default Jana
 * @property {string} from the path where it begins, or the name of a Folda
 * @property {true} [filesBefore] the person has filed an article in "Ausbau Nordkorridor" before
 * @property {(desk: Desk) => Promise<void>} [prepare]
 * @property {{ mouse: number, keyboard: number }} before what it took at commit e2ccd91, counted by the same rules
 * @property {(desk: Desk) => Promise<void>} mouse
 * @property {(desk: Desk) => Promise<void>} keyboard
 * @property {(desk: Desk) => Locator} done visible when it is done
 */

const firstCard = (/** @type {Desk} */ { page }) => page.getByRole("main").getByRole("article").first();
const message = (/** @type {Desk} */ { page }, /** @type {RegExp} */ text) => page.getByRole("status").filter({ hasText: text }).first();

/** A name that no other task has used. */
const unique = (/** @type {string} */ name) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** Copies an address, as people do on the page of a newspaper. */
const copy = (/** @type {Desk} */ { page, pages }) =>
  page.evaluate((address) => navigator.clipboard.writeText(address), `${pages}/article.html?${unique("n").replace(" ", "")}`);

/** @type {Task[]} */
const tasks = [
  {
    name: "sign in",
    person: null,
    from: "/sign-in",
    before: { mouse: 4, keyboard: 6 },
    mouse: async ({ hands, field, button }) => {
      await hands.fill(field("Workspace"), "demo");
      await hands.fill(field("E-Mail"), "jana@demo.example");
      await hands.fill(field("Passwort"), demoPassword);
      await hands.click(button("Anmelden").last());
    },
    keyboard: async ({ hands, field }) => {
      await field("Workspace").focus();
      await hands.type("demo");
      await hands.press("Tab");
      await hands.type("jana@demo.example");
      await hands.press("Tab");
      await hands.type(demoPassword, "Enter");
    },
    done: ({ page }) => page.getByRole("heading", { level: 1, name: "Stream" }),
  },
  {
    name: "file an article from a copied address",
    from: "/stream",
    filesBefore: true,
    prepare: copy,
    before: { mouse: 8, keyboard: 118 },
    mouse: async ({ hands, dialog, button }) => {
      await hands.press("Control+v");
      await hands.click(dialog.locator("label", { hasText: "Nordkorridor" }));
      await hands.click(button("Beitrag speichern").last());
    },
    keyboard: async ({ hands, dialog }) => {
      await hands.press("Control+v");
      await expect(dialog.getByRole("combobox", { name: /Tags/ })).toBeFocused();
      await hands.type("nordk", "Enter");
      await hands.press("Enter");
    },
    done: (desk) => message(desk, /gespeichert/).getByRole("link"),
  },
  {
    name: "find an article again",
    from: "/stream",
    before: { mouse: 2, keyboard: 8 },
    mouse: async ({ hands, link, page }) => {
      await hands.click(link("Suche"));
      await hands.fill(page.getByRole("searchbox"), "Lauenburg");
      await page.keyboard.press("Enter");
    },
    keyboard: async ({ hands, page }) => {
      await hands.press("/");
      await expect(page.getByRole("searchbox")).toBeFocused();
      await hands.type("Lauenburg", "Enter");
    },
    done: ({ page }) => page.getByRole("main").getByRole("article").filter({ hasText: "Lauenburg" }).first(),
  },
  {
    name: "comment on an article",
    from: "/stream",
    before: { mouse: 3, keyboard: 22 },
    mouse: async (desk) => {
      await desk.hands.click(
        firstCard(desk)
          .getByRole("link", { name: /ommenta|ommentieren/ })
          .last(),
      );
      await desk.hands.fill(desk.page.locator("#comment"), "Passt in den nächsten Newsletter.");
      await desk.hands.press("Control+Enter");
    },
    keyboard: async (desk) => {
      await desk.hands.press("j");
      await desk.hands.goTo(
        firstCard(desk)
          .getByRole("link", { name: /ommenta|ommentieren/ })
          .last(),
      );
      await desk.page.locator("#comment").waitFor();
      await desk.hands.tabTo(desk.page.locator("#comment"));
      await desk.hands.type("Passt in den nächsten Newsletter.");
      await desk.hands.press("Control+Enter");
    },
    done: (desk) => message(desk, /Kommentar/),
  },
  {
    name: "share an article",
    from: "/stream",
    before: { mouse: 3, keyboard: 19 },
    mouse: async (desk) => {
      await desk.hands.click(firstCard(desk).locator("summary").last());
      await desk.hands.click(firstCard(desk).getByRole("link", { name: "Teilen" }));
      await desk.hands.click(desk.button("Kopieren"));
    },
    keyboard: async (desk) => {
      await desk.hands.press("j");
      await desk.hands.goTo(firstCard(desk).locator("summary").last());
      await desk.hands.goTo(firstCard(desk).getByRole("link", { name: "Teilen" }));
      await desk.hands.goTo(desk.button("Kopieren"));
    },
    done: (desk) => message(desk, /kopiert/),
  },
  {
    name: "create a Folda and give rights",
    from: "/folda",
    before: { mouse: 8, keyboard: 40 },
    mouse: async ({ hands, page, dialog, button }) => {
      await hands.click(page.getByRole("link", { name: /Neue Folda/ }).first());
      await hands.fill(dialog.getByLabel("Name", { exact: true }), unique("Rechte"));
      await hands.fill(dialog.getByLabel("Verantwortliche"), "Clara");
      await hands.click(button("Folda anlegen"));
    },
    keyboard: async ({ hands, page, dialog }) => {
      await hands.skip();
      await hands.goTo(page.getByRole("link", { name: /Neue Folda/ }).first());
      await hands.tabTo(dialog.getByLabel("Name", { exact: true }));
      await hands.type(unique("Rechte"));
      await hands.tabTo(dialog.getByLabel("Verantwortliche"));
      await hands.type("Clara", "Enter");
      await hands.press("Enter");
    },
    done: ({ page }) => page.getByRole("heading", { level: 1, name: /^Rechte/ }),
  },
  {
    name: "send a newsletter",
    from: "Ausbau Nordkorridor",
    // A newsletter has what is new since the last one.
    filesBefore: true,
    before: { mouse: 8, keyboard: 50 },
    mouse: async ({ hands, page, dialog }) => {
      await hands.click(page.getByRole("link", { name: "Newsletter dieser Folda" }));
      await hands.click(page.getByRole("link", { name: "Neuen Newsletter beginnen" }));
      await hands.fill(dialog.getByLabel("Betreff"), unique("Brief"));
      for (const name of [/zu den Tags/, /zu den Beiträgen/, /zu den Empfängern/, /zur Übersicht/, /zum Versand/, /senden$/])
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
        // Enter on any field of a step goes on.
        await hands.goTo(dialog.getByRole("checkbox").first());
      }
      await openStep("Übersicht");
      await hands.goTo(dialog.getByRole("radio").first());
      await hands.goTo(page.getByRole("button", { name: /senden$/ }).last());
    },
    done: ({ page }) => page.getByRole("heading", { name: /versendet|verschickt|unterwegs/ }).first(),
  },
  {
    name: "invite a colleague into a team",
    from: "/client/invitations",
    before: { mouse: 3, keyboard: 10 },
    mouse: async ({ hands, link, dialog, button }) => {
      await hands.click(link("Einladen"));
      await hands.fill(dialog.getByLabel("E-Mail-Adressen"), `${unique("neu").replace(" ", "-")}@demo.example`);
      await hands.click(dialog.locator("label", { hasText: "Energie & Klima" }));
      await hands.click(button("Einladungen senden"));
    },
    keyboard: async ({ hands, link, dialog, button }) => {
      await hands.skip();
      await hands.goTo(link("Einladen"));
      await hands.tabTo(dialog.getByLabel("E-Mail-Adressen"));
      await hands.type(`${unique("neu").replace(" ", "-")}@demo.example`);
      await hands.goTo(dialog.getByRole("checkbox", { name: "Energie & Klima" }), "Space");
      await hands.goTo(button("Einladungen senden"));
    },
    done: (desk) => message(desk, /Einladung/),
  },
  {
    name: "give the workspace its colour",
    person: "anna",
    from: "/client/theme",
    before: { mouse: 25, keyboard: 55 },
    mouse: async ({ hands, field, button }) => {
      await hands.fill(field("Hauptfarbe als Hexwert"), "#7a1f4d");
      await hands.click(button("Daraus alle Farben ableiten"));
      await hands.click(button("Speichern").last());
    },
    keyboard: async ({ hands, field, button }) => {
      await hands.skip();
      await hands.tabTo(field("Hauptfarbe als Hexwert"));
      await hands.type("#7a1f4d");
      await hands.goTo(button("Daraus alle Farben ableiten"));
      // Enter in a field saves.
      await hands.press("Shift+Tab", "Enter");
    },
    done: (desk) => message(desk, /gespeichert/),
  },
  {
    name: "export a Folda as PDF",
    from: "Ausbau Nordkorridor",
    before: { mouse: 5, keyboard: 19 },
    mouse: async ({ hands, page, dialog, button, link }) => {
      await hands.click(page.locator("summary", { hasText: "Teilen" }).first());
      await hands.click(link("Als HTML oder PDF exportieren"));
      await hands.click(dialog.locator("label", { hasText: "PDF" }));
      await hands.click(button(/^Weiter/));
      await hands.click(button("Export erstellen"));
    },
    keyboard: async ({ hands, page, dialog, link }) => {
      await hands.skip();
      await hands.goTo(page.locator("summary", { hasText: "Teilen" }).first());
      await hands.goTo(link("Als HTML oder PDF exportieren"));
      await hands.tabTo(dialog.getByRole("radio").first());
      await hands.press("ArrowDown", "Enter");
      // Enter in a field goes on.
      await hands.goTo(dialog.getByRole("checkbox").first());
    },
    done: ({ page }) => page.getByRole("link", { name: /PDF herunterladen/ }),
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
    /** @type {Record<string, Record<string, number | null>>} */
    const results = {};
    for (const task of tasks) {
      results[task.name] = {
        mouseBefore: task.before.mouse,
        mouse: await countOf(task, "mouse"),
        keyboardBefore: task.before.keyboard,
        keyboard: await countOf(task, "keyboard"),
      };
    }
    const sumOf = (/** @type {string} */ column) => Object.values(results).reduce((sum, row) => sum + (row[column] ?? 0), 0);
    results.sum = Object.fromEntries(["mouseBefore", "mouse", "keyboardBefore", "keyboard"].map((column) => [column, sumOf(column)]));
    return results;
  } finally {
    await browser.close();
    await product.stop();
    newspaper.kill();
  }

  /** @param {Task} task @param {"mouse" | "keyboard"} way */
  async function countOf({ name, person = "jana", from, filesBefore, prepare, done, ...ways }, way) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "de-DE", serviceWorkers: "block" });
    try {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await context.addCookies([{ name: "currentLocale", value: "de", url: product.url }]);
      if (person) await signIn(context, person);
      const page = await context.newPage();
      const hands = new Hands(page);
      /** @type {Desk} */
      const desk = {
        page,
        hands,
        pages,
        dialog: page.getByRole("dialog"),
        link: (text) => page.getByRole("link", { name: text, exact: true }).first(),
        button: (text) => page.getByRole("button", { name: text }).first(),
        field: (text) => page.getByLabel(text, { exact: true }).first(),
      };
      if (filesBefore) await fileOne(desk);
      await page.goto(`${product.url}${from.startsWith("/") ? from : "/folda"}`);
      if (!from.startsWith("/")) {
        await openFolder(page, from);
        await page.goto(page.url());
      }
      await page.waitForLoadState("networkidle");
      await prepare?.(desk);
      await ways[way](desk);
      await done(desk).waitFor();
      return hands.count;
    } catch (error) {
      throw new Error(`${name} by ${way}`, { cause: error });
    } finally {
      await context.close();
    }
  }

  /** @param {import("@playwright/test").BrowserContext} context @param {string} person */
  async function signIn(context, person) {
    const form = { workspace: "demo", email: `${person}@demo.example`, password: demoPassword };
    await context.request.post(`${product.url}/sign-in`, { form, headers: { Origin: product.url }, maxRedirects: 0 });
  }

  /** Files an article, so that the browser knows the last Folda. @param {Desk} desk */
  async function fileOne({ page, dialog, button }) {
    await page.goto(`${product.url}/folda`);
    await openFolder(page, "Ausbau Nordkorridor");
    await page.getByRole("link", { name: "Beitrag hinzufügen" }).first().click();
    await dialog.getByRole("link", { name: "Selbst verfassen" }).click();
    await dialog.getByLabel("Titel").fill(unique("Vorher"));
    await dialog.locator("[contenteditable=true]").fill("Damit die Folda bekannt ist.");
    await dialog.getByRole("combobox", { name: /Tags/ }).fill("Nordkorridor,");
    await button("Beitrag speichern").last().click();
    await dialog.waitFor({ state: "detached" });
  }
}
