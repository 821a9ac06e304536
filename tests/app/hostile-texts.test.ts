import { join } from "node:path";
import { parseHTML } from "linkedom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOutbox } from "../support/outbox";
import { addressOf, isAnotherMount, mountedRoutes, signsOut } from "../support/page-forms";
import { type OpenSeededProduct, openSeededProduct } from "../support/seeded-product";

/** Breaks out of text, quoted attributes, comments, styles, scripts, titles and textareas, and contains syntax of downstream programs. */
const hostile = [
  "</textarea></title></style></script>--><xss-mark>",
  `" xss-attr="1`,
  `' xss-attr='1`,
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "{{constructor.constructor('alert(1)')()}}",
  "<%= 7*7 %> #{7*7} $1 $& %s",
  "]]><xss-mark/><![CDATA[",
  "javascript:alert(1)",
  "\u202egnp.exe\u202c",
  "a\r\nX-Injected: 1\r\n\r\n<xss-mark>",
].join(" ");

const words = (field: string, plain: string) => `=1+1;${plain} ${field} ${hostile}`;

const routes = (await mountedRoutes()).filter(({ pattern }) => !isAnotherMount(pattern));
let seeded: OpenSeededProduct;

beforeAll(async () => {
  seeded = await openSeededProduct(["anna", "jana"], {
    words,
    prepare: async (world) => {
      const anna = world.as("anna");
      const made: { path: string; fields: unknown }[] = [
        { path: `/teams/${await world.teamId("netz")}`, fields: { team: { name: words("team", "Netz") } } },
        {
          path: `/users/${await world.userId("anna")}`,
          fields: {
            user: {
              first_name: words("first name", "Anna"),
              last_name: words("last name", "Brandt"),
              job_title: words("job title", "Leiterin"),
              interests: [words("interest", "Gleis").slice(0, 100)],
              visibility: "is_public",
            },
          },
        },
        {
          path: `/clients/${(await anna.get(`/users/${await world.userId("anna")}`)).body.client.id}`,
          fields: { client: { name: words("client", "Nordbahn"), email_signature: words("signature", "Gruß\n") } },
        },
      ];
      for (const { path, fields } of made) {
        const answer = await anna.put(path, fields);
        expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
      }
      const inquiry = {
        name: words("visitor", "Ole"),
        email: "ole@partner.example",
        organisation: words("organisation", "AG"),
        message: words("message", "Hallo"),
      };
      await world.visitor.post("/inquiries", { inquiry });
      await world.visitor.post("/password_resets", { workspace: "demo", email: "anna@demo.example" });
      const invitation = { email_addresses: ["mail@partner.example"], role: "editor" };
      expect((await anna.post("/invitations", { invitation })).status).toBe(201);
    },
  });
});
afterAll(() => seeded.close());

const outside =
  "xss-mark, [xss-attr], [onerror], [onload], img[src=x], a[href^='javascript:']:not(.bookmarklet), form[action^='javascript:']";

/** Exists only if a text has broken out of its context. */
function outbreaks(html: string): string[] {
  if (!/1\+1;|xss-/.test(html)) return [];
  const elements = [...parseHTML(html).document.querySelectorAll(outside)].map(({ outerHTML }) => outerHTML.slice(0, 200));
  const marks = [...html.matchAll(/.{0,80}<xss-mark.{0,60}/gis)].map(([excerpt]) => excerpt);
  return [...elements, ...marks];
}

async function open(path: string, cookie = seeded.cookieOf("anna")) {
  const answer = await seeded.product.ask(path, { cookie });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("Hostile texts in every field", () => {
  let shown = 0;
  afterAll(() => expect(shown).toBeGreaterThan(40));

  test.each(routes)("stay texts on $pattern, for members and for visitors", async ({ pattern }) => {
    const path = addressOf(pattern, seeded.own);
    for (const cookie of path === signsOut ? [""] : [seeded.cookieOf("anna"), ""]) {
      const { status, headers, text } = await open(path, cookie);
      expect(headers.has("X-Injected")).toBe(false);
      expect(status).toBeLessThan(500);
      if (text.includes("xss-mark")) shown += 1;
      // Browsers must not sniff HTML in anything else.
      if (/html|svg|xml/.test(headers.get("Content-Type") ?? "")) expect(outbreaks(text)).toEqual([]);
      else expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  test("stay texts in the data of client-side navigation, which is no page", async () => {
    for (const path of ["/stream.data", `/contents/${seeded.own.article}.data`]) {
      const { headers } = await open(path);
      expect(headers.get("Content-Type")).toMatch(/^text\/x-script/);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  test("stay texts in every mail, and add no header", async () => {
    const mails = await readOutbox(join(seeded.dataDir, "outbox"));
    expect(mails.length).toBeGreaterThan(3);
    for (const mail of mails) {
      expect(outbreaks(mail.html), mail.subject).toEqual([]);
      expect(Object.keys(mail.headers), mail.subject).not.toContain("x-injected");
      expect(mail.to).toMatch(/^[^\s,]+@[^\s,]+$/);
    }
    expect(mails.some(({ html }) => html.includes("&lt;xss-mark&gt;"))).toBe(true);
  });

  test("stay texts in CSV, where no field is a formula", async () => {
    const { text: csv } = await open("/client/audit-log/csv");
    expect(csv).toContain("xss-mark");
    const fields = [...csv.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = ""]) => field);
    expect(fields.filter((field) => /^\s*[=+\-@]/.test(field))).toEqual([]);
  });

  test("stay texts in the HTML file of an export, which brings no script", async () => {
    const page = await open(`/search/export/${seeded.own.export}/output`);
    const address = /href="([^"]*\/exports\/[^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const { pathname, search } = new URL(address, seeded.product.url);
    const { status, headers, text: html } = await open(`${pathname}${search}`, "");
    expect(status).toBe(200);
    expect(headers.get("Content-Disposition")).toMatch(/^attachment;/);
    expect(html).toContain("&lt;xss-mark&gt;");
    expect(outbreaks(html)).toEqual([]);
    expect(html).not.toMatch(/<script/i);
  });
});
