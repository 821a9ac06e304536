import { join } from "node:path";
import { parseHTML } from "linkedom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDemoProduct } from "../support/built-product";
import { waitForMail } from "../support/outbox";

let product: Awaited<ReturnType<typeof openDemoProduct>>;
const cookies = new Map<string, string>();

beforeAll(async () => {
  product = await openDemoProduct();
  for (const person of ["anna", "henrike", "clara", "jana"]) cookies.set(person, `${await product.signIn(person)}; currentLocale=de`);
});
afterAll(() => product.close());

async function open(person: string, path: string) {
  const answer = await product.handle(path, { cookie: cookies.get(person) });
  const { document } = parseHTML(await answer.text());
  const textOf = (selector: string) => document.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  return { status: answer.status, document, textOf, headers: answer.headers };
}

const post = (person: string, path: string, fields: [string, string][]) =>
  product.handle(path, { method: "POST", body: new URLSearchParams(fields), cookie: cookies.get(person) });

async function folderOf(person: string, name: string): Promise<string> {
  const { document } = await open(person, "/folda");
  const link = [...document.querySelectorAll(".folda a")].find(({ textContent }) => textContent?.trim() === name);
  return link?.getAttribute("href") ?? "";
}

describe("The newsletters of a folder", () => {
  test("are linked from its head, for who sends them", async () => {
    const folder = await folderOf("henrike", "Presseschau");
    expect((await open("henrike", folder)).textOf(".head")).toContain("Newsletter dieser Folda");
    expect((await open("clara", folder)).textOf(".head")).not.toContain("Newsletter");
  });

  test("have all tags or none at a press of a button, and a history that says when", async () => {
    const folder = await folderOf("henrike", "Presseschau");
    const begun = await post("henrike", `${folder}/mailings/new`, [["subject", "Alle oder keine"]]);
    const tags = begun.headers.get("Location") ?? "";
    const state = async () => {
      const { document } = await open("henrike", tags);
      const boxes = [...document.querySelectorAll("input[name=tags]")];
      const buttons = [...document.querySelectorAll("button[name=choose]")].map(({ textContent }) => textContent);
      const order = [...document.querySelectorAll("input[name=order]")].map((input) => ["order", input.getAttribute("value")]);
      return { all: boxes.length, chosen: boxes.filter((box) => box.hasAttribute("checked")).length, buttons, order };
    };
    const { all, buttons, order } = await state();
    expect(all).toBeGreaterThan(1);
    expect(buttons).toEqual(["Alle auswählen", "Auswahl aufheben"]);
    for (const [choice, count] of [
      ["none", 0],
      ["all", all],
    ] as const) {
      const answer = await post("henrike", tags, [["step", "tags"], ...(order as [string, string][]), ["choose", choice]]);
      expect(answer.headers.get("Location")).toBe(tags);
      expect((await state()).chosen).toBe(count);
    }
    expect((await open("henrike", `${folder}/mailings`)).textOf("dialog tbody")).toMatch(
      /Alle oder keine.*Entwurf geändert \d\d\.\d\d\.\d\d/,
    );
    await post("henrike", `${folder}/mailings/draft`, [
      ["step", "title"],
      ["subject", ""],
      ["introText", "Liebe Leute"],
    ]);
    expect((await open("henrike", `${folder}/mailings`)).textOf("dialog tbody")).toContain("Weiter bearbeiten Newsletter");
  });

  test("have a history with 25 to a page", async () => {
    const folder = await folderOf("henrike", "Presseschau");
    const history = async (search: string) => {
      const { status, document, headers } = await open("henrike", `${folder}/mailings${search}`);
      const pages = [...document.querySelectorAll("dialog nav.pages a")].map((link) => link.getAttribute("href"));
      return { status, to: headers.get("Location"), rows: document.querySelectorAll("dialog tbody tr").length, pages };
    };
    const { rows } = await history("");
    for (let n = rows; n < 26; n += 1) await post("henrike", `${folder}/mailings/new`, [["subject", `Nummer ${n}`]]);
    const second = `${folder}/mailings?mailings_page=1`;
    const first = await history("");
    expect([first.rows, first.pages]).toEqual([25, expect.arrayContaining([second])]);
    expect((await history("?mailings_page=1")).rows).toBe(1);
    expect(await history("?mailings_page=7")).toMatchObject({ status: 302, to: second });
    expect((await history("?mailings_page=x")).rows).toBe(25);
  });

  test("say of one that was deleted meanwhile that it is gone, at every step", async () => {
    const folder = await folderOf("henrike", "Presseschau");
    const begun = await post("henrike", `${folder}/mailings/new`, [["subject", "Verworfen"]]);
    const draft = (begun.headers.get("Location") ?? "").replace(/\/tags$/, "");
    expect((await post("henrike", `${draft}/delete`, [])).status).toBe(302);
    const steps = ["title", "tags", "articles", "recipients", "summary", "checks", "publish?when=now", "success", "deliveries"];
    const answers = await Promise.all(steps.map((step) => open("henrike", `${draft}/${step}`)));
    for (const { headers } of [await post("henrike", `${draft}/tags`, [["step", "tags"]]), ...answers]) {
      expect(headers.get("Location")).toBe(`${folder}/mailings`);
      expect(headers.get("Set-Cookie")).toContain("newsletterGone");
    }
  });
});

describe("Who reads along", () => {
  test("is told by the bookmarklet why there is no form, with the address", async () => {
    const { headers } = await open("clara", "/stream?url=https%3A%2F%2Fzeitung.example%2Fbahn");
    const { status, textOf } = await open("clara", headers.get("Location") ?? "");
    expect(status).toBe(403);
    expect(textOf("dialog")).toContain("keine Beiträge anlegen");
    expect(textOf("dialog")).toContain("https://zeitung.example/bahn");
  });

  test("types no new interests", async () => {
    for (const [person, isOffered] of [
      ["clara", false],
      ["henrike", true],
    ] as const)
      expect((await open(person, "/settings/profile")).textOf("main").includes("Tags eingeben, mit Komma getrennt")).toBe(isOffered);
  });
});

describe("Who looks for something", () => {
  test.each([
    ["term=Bahn&created_at_from=2026-03-02&created_at_until=2026-03-01", "Das Ende eines Zeitraums liegt vor seinem Anfang."],
    [`term=${"x".repeat(6_000)}`, "Gesucht wurde nur nach seinem Anfang."],
  ])("reads what of the address was not searched for", async (search, told) => {
    expect((await open("jana", `/search?${search}`)).textOf("main")).toContain(told);
  });

  test("filters the stream by language, which the titles name", async () => {
    const { document, textOf } = await open("jana", "/stream?languages=en&layout=list");
    expect(document.querySelectorAll("main article :is(h2, h3)[lang=en]")).toHaveLength(12);
    expect(textOf("main")).toContain("Sprache Englisch");
  });

  test("makes a feed of the search, in its words", async () => {
    const path = "/search/feed?term=Gleis&tags=nordkorridor&priority=high&page=2&created_at_from=31.02.";
    const words = "Suchbegriff Gleis, Tag Nordkorridor, Priorität hoch";
    expect((await open("jana", path)).textOf("dialog")).toContain(`zu Ihrer Suche: ${words}.`);
    await post("jana", path, [
      ["name", "Gleis im Reader"],
      ["key", crypto.randomUUID()],
    ]);
    expect((await open("jana", "/settings/feeds")).textOf("tbody")).toContain("Priorität hoch");
  });
});

describe("The export of a folder", () => {
  test("that has expired leads to a new one, and the inbox has none", async () => {
    const folder = await folderOf("henrike", "Presseschau");
    const { status, document, textOf } = await open("henrike", `${folder}/export/${crypto.randomUUID()}/output`);
    expect([status, textOf("dialog")]).toEqual([404, expect.stringContaining("Diesen Export gibt es nicht mehr")]);
    const again = [...document.querySelectorAll("dialog a")].find(({ textContent }) => textContent === "Neuer Export");
    expect(again?.getAttribute("href")).toBe(`${folder}/export/format`);
    const inbox = await folderOf("henrike", "Eingang");
    const menus = [...(await open("henrike", inbox)).document.querySelectorAll("main summary")].map(({ textContent }) => textContent);
    expect(menus.filter((menu) => menu?.includes("Teilen"))).toEqual([]);
    for (const step of ["format", "articles"]) expect((await open("henrike", `${inbox}/export/${step}`)).status).toBe(404);
  });
});

describe("Who administers the workspace", () => {
  test("has the settings as owner only, whose role and account stay", async () => {
    for (const [person, isOwner] of [
      ["anna", true],
      ["jana", false],
    ] as const) {
      expect((await open(person, "/client")).headers.get("Location")).toBe(isOwner ? "/client/settings" : "/client/tags");
      expect((await open(person, "/client/tags")).textOf("nav.tabs").includes("Einstellungen")).toBe(isOwner);
    }
    const { document } = await open("jana", "/client/members");
    const rows = [...document.querySelectorAll("tbody tr")];
    const rolesOf = (name: string) => rows.find(({ textContent }) => textContent?.includes(name))?.querySelectorAll("select").length;
    expect([rolesOf("Anna Brandt"), rolesOf("Clara Voss")]).toEqual([0, 1]);
    expect((await open("anna", "/stream")).document.querySelector("header a[href='/settings']")).not.toBeNull();
    expect((await open("anna", "/settings")).headers.get("Location")).toBe("/settings/profile");
    const close = await open("anna", "/settings/close-account");
    expect(close.textOf("nav.tabs [aria-current=page]")).toBe("Konto schließen");
    expect(close.textOf("main")).toContain("Als Owner können Sie Ihr Konto nicht schließen");
    expect(close.document.querySelector("main [type=password]")).toBeNull();
    expect((await open("henrike", "/settings/close-account")).textOf("main")).toContain("Sie werden auf allen Geräten abgemeldet");
  });

  test("sorts and filters people by links that keep what else was asked for", async () => {
    const { document } = await open("jana", "/client/members?sort_by=email&sort_dir=desc&role=reader&term=o");
    expect([...document.querySelectorAll("tbody th")].map(({ textContent }) => textContent?.trim())).toEqual(["Clara Voss"]);
    const hrefOf = (selector: string) => document.querySelector(selector)?.getAttribute("href");
    expect(hrefOf("th[aria-sort=descending] a")).toBe("/client/members?sort_by=email&sort_dir=asc&role=reader&term=o");
    expect(hrefOf("nav.radiobar a")).toBe("/client/members?sort_by=email&sort_dir=desc&term=o");
    const kept = [...document.querySelectorAll("main [role=search] [type=hidden]")].map((input) => input.getAttribute("name"));
    expect(kept).toEqual(["sort_by", "sort_dir", "role"]);
  });

  test("is offered an API key for the audit log, and nobody else is", async () => {
    const isOffered = async (person: string) =>
      (await open(person, "/settings/api-keys/new")).document.querySelector("[name=scopes][value=audit]") !== null;
    expect([await isOffered("jana"), await isOffered("henrike")]).toEqual([true, false]);
  });

  test("filters the audit log by a link in its entries, and is told that nothing fits", async () => {
    const link = (await open("jana", "/client/audit-log")).document.querySelector(".audit-table td a")?.getAttribute("href");
    expect(link).toMatch(/[?&]person=[^&]+&user=[\w-]{36}$/);
    expect((await open("jana", "/client/audit-log?from=2020-01-01&until=2020-01-02")).textOf("main")).toContain("Keine Einträge gefunden");
  });

  test("finds the way back from beyond the last page", async () => {
    const { document } = await open("jana", "/client/tags?page=999");
    const back = [...document.querySelectorAll("main a")].find(({ textContent }) => textContent?.trim() === "Zum Anfang der Liste");
    expect(back?.getAttribute("href")).toBe("/client/tags");
  });
});

describe("Who has just come", () => {
  test("is told on an empty stream and beside the folders what to do next, and the password's strength is of what was sent", async () => {
    const email = "nadia@demo.example";
    const fields = (more: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(more) });
    const password = "Nachtzug-nach-Uelzen-4";
    const signUp = { workspace: "demo", email, password, passwordConfirmation: password };
    expect((await product.handle("/sign-up", fields(signUp))).status).toBe(302);
    const { text } = await waitForMail(join(product.dataDir, "outbox"), email);
    const confirmation = /email_confirmations\/[\w-]+/.exec(text)?.[0];
    expect((await product.handle(`/${confirmation}`, fields({}))).status).toBe(200);
    const signedIn = await product.handle("/sign-in", fields({ workspace: "demo", email, password }));
    cookies.set("nadia", `${signedIn.headers.getSetCookie()[0]?.split(";")[0]}; currentLocale=de`);
    const profile: [string, string][] = [
      ["salutation", "Frau"],
      ["firstName", "Nadia"],
      ["lastName", "Öztürk"],
    ];
    expect((await post("nadia", "/complete-profile", profile)).status).toBe(302);
    for (const path of ["/stream", "/folda"]) {
      const { document, textOf } = await open("nadia", path);
      expect(textOf(".empty:last-of-type")).toContain("Sie sind noch in keinem Team");
      expect([...document.querySelectorAll("main a")].filter((link) => link.getAttribute("href") === "/teams/new")).toHaveLength(1);
      expect(document.querySelector("main a[href*='contents/new']")).toBeNull();
    }
    expect((await open("nadia", "/settings/feeds")).textOf("main")).toContain("Noch keine Feeds");
    const nothing = "Noch folgen Sie keiner Folda, keinem Tag und keiner Suche";
    expect((await open("nadia", "/following")).textOf("main")).toContain(nothing);
    const gone = await post("nadia", "/following", [
      ["to", "/stream"],
      ["tagId", "weg"],
    ]);
    expect([gone.headers.get("Location"), gone.headers.getSetCookie().join()]).toEqual(["/following", expect.stringContaining("notices=")]);
    const refused = await post("nadia", "/settings/password", [
      ["currentPassword", "falsch"],
      ["password", "Bahnsteig-17-Uhrzeiger-quer"],
      ["passwordConfirmation", "Bahnsteig-17-Uhrzeiger-quer"],
    ]);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("das Sie gerade gesendet haben");
  });
});

describe("Who manages people", () => {
  const idOf = async (name: string) => {
    const { document } = await open("jana", "/teams");
    const link = [...document.querySelectorAll("th a")].find(({ textContent }) => textContent === name);
    return link?.getAttribute("href")?.split("/")[2] ?? "";
  };

  test("sees why somebody may more or less than the team says", async () => {
    const { document } = await open("jana", `/team/${await idOf("Unternehmenskommunikation")}/members`);
    const rows = [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent ?? "");
    const row = (name: string) => rows.find((text) => text.includes(name)) ?? "";
    expect(row("Anna Brandt")).toContain("Darf alles, auch Rechte vergeben, weil die Rolle im Workspace „Owner“ ist.");
    expect(row("Clara Voss")).toContain("Darf lesen und kommentieren, weil die Rolle im Workspace „Leser“ ist.");
    expect(row("Henrike Lorenzen")).not.toContain("im Workspace");
  });

  test("sees why somebody who is responsible for a folder may more or less there", async () => {
    const page = await open("jana", "/folda/new");
    const choice = [...page.document.querySelectorAll("option")].find(({ textContent }) => textContent === "Unternehmenskommunikation");
    const made = await post("jana", "/folda/new", [
      ["name", "Ausnahmen"],
      ["teamId", choice?.getAttribute("value") ?? ""],
      ["key", crypto.randomUUID()],
    ]);
    expect(made.status).toBe(302);
    const folder = await folderOf("jana", "Ausnahmen");
    const chosen = ["anna", "clara", "henrike", "matthias"].map((name): [string, string] => ["person", `${name}@demo.example`]);
    const typed = "sabine@demo.example, Lena Großmann";
    expect((await post("jana", `${folder}/ownerships`, [...chosen, ["person", typed]])).status).toBe(302);
    const { document, textOf } = await open("jana", `${folder}/edit`);
    const rows = [...document.querySelectorAll(".owner")].map(({ textContent }) => textContent ?? "");
    const row = (name: string) => rows.find((text) => text.includes(name)) ?? "";
    expect(row("Anna Brandt")).toContain("Darf alles, auch Rechte vergeben, weil die Rolle im Workspace „Owner“ ist.");
    expect(row("Clara Voss")).toContain("Darf lesen und kommentieren, weil die Rolle im Workspace „Leser“ ist.");
    expect(row("Henrike Lorenzen")).toContain("Darf alles, auch Rechte vergeben, weil die Rolle im Team „Owner“ ist.");
    expect(row("Matthias Reuter")).toContain("Darf Beiträge anlegen und ändern.");
    expect(row("Sabine Ostermann")).toContain("Darf Beiträge anlegen und ändern, weil die Rolle im Team „Editor“ ist.");
    expect(row("Lena Großmann")).toContain("Darf Beiträge anlegen und ändern.");
    expect(textOf("#person-hint")).toContain("Wer im Workspace Leser ist, liest auch hier nur.");
    expect((await open("jana", `${folder}/delete`)).textOf("dialog")).toContain("„Ausnahmen“ ist leer und kommt in den Papierkorb.");
  });

  test("learns who may delete a team that they may not, and who invites others", async () => {
    const [netz, communication] = [await idOf("Netz & Infrastruktur"), await idOf("Unternehmenskommunikation")];
    for (const path of [`/team/${netz}/settings/delete`, `/teams/${netz}/delete`]) {
      const { status, document, textOf } = await open("jana", path);
      expect([status, textOf("dialog")]).toEqual([403, expect.stringContaining("Owner des Teams: Dr. Matthias Reuter.")]);
      expect(document.querySelector("dialog button")).toBeNull();
      expect((await post("jana", path, [])).status).toBe(302);
    }
    const { textOf } = await open("jana", `/team/${netz}/settings`);
    expect(textOf("main")).toContain("Löschen kann das Team dessen Owner oder der Owner des Workspace.");
    for (const [person, team, words] of [
      ["jana", netz, "In den Workspace einladen"],
      ["henrike", communication, "wird von Owner und Admins des Workspace eingeladen"],
    ] as const)
      expect((await open(person, `/team/${team}/members/new`)).textOf("dialog")).toContain(words);
  });

  test("is told that a tag, a member or an invitation is gone, before the question and after it", async () => {
    for (const [list, message] of [
      ["tags", "tagGone"],
      ["members", "memberGone"],
      ["invitations", "invitationGone"],
    ] as const) {
      const path = `/client/${list}/${crypto.randomUUID()}/delete`;
      for (const { headers } of [await open("jana", path), await post("jana", path, [])]) {
        expect(headers.get("Location")).toBe(`/client/${list}`);
        expect(headers.get("Set-Cookie")).toContain(message);
      }
    }
  });

  test("adds several at once, is told who is in and who is not and why, and keeps only these", async () => {
    const made = await post("jana", "/teams/new", [
      ["name", "Fahrplan"],
      ["key", crypto.randomUUID()],
    ]);
    const members = made.headers.get("Location") ?? "";
    const add = (person: string) =>
      post("jana", `${members}/new`, [
        ["person", person],
        ["role", "editor"],
        ["teamId", members.split("/")[2] ?? ""],
        ["key", crypto.randomUUID()],
      ]);
    const told = async (answer: Response) => {
      const { document } = parseHTML(await answer.text());
      const texts = [...document.querySelectorAll(".summary :is(h2, li)")].map(({ textContent }) => textContent);
      const left = [...document.querySelectorAll("[name=person]:checked, #person-search")].map((field) => field.getAttribute("value"));
      return { status: answer.status, texts, left };
    };
    const count = async () => (await open("jana", members)).document.querySelectorAll("tbody tr").length;
    expect(await told(await add("Lena Großmann, Niemand Nirgends; piotr@demo.example"))).toEqual({
      status: 200,
      texts: [
        "Nicht alle wurden hinzugefügt",
        "Hinzugefügt: Lena Großmann und Piotr Nowak.",
        "Personen: Niemand Nirgends: Diese Person gibt es in Ihrem Workspace nicht.",
      ],
      left: ["Niemand Nirgends"],
    });
    expect(await count()).toBe(3);
    expect(await told(await add("miriam@demo.example, piotr@demo.example"))).toEqual({
      status: 200,
      texts: [
        "Nicht alle wurden hinzugefügt",
        "Hinzugefügt: Miriam Adler.",
        "Personen: piotr@demo.example: Diese Person steht bereits in der Liste.",
      ],
      left: ["piotr@demo.example", ""],
    });
    expect(await count()).toBe(4);
    expect(await told(await add("Niemand, lena@demo.example"))).toEqual({
      status: 422,
      texts: [
        "Bitte überprüfen Sie ihre Eingaben.",
        "Personen: Niemand: Diese Person gibt es in Ihrem Workspace nicht.",
        "Personen: lena@demo.example: Diese Person steht bereits in der Liste.",
      ],
      left: ["lena@demo.example", "Niemand"],
    });
    expect((await add("Sabine Ostermann, florian@demo.example")).status).toBe(302);
    expect(await count()).toBe(6);
    expect((await add(Array.from({ length: 21 }, (_, n) => `x${n}@demo.example`).join(","))).status).toBe(422);
  });

  test("invites some, and others after them", async () => {
    const invite = (name: string, ...more: [string, string][]) =>
      post("jana", "/client/invitations/new?page=0", [["emailAddresses", `${name}@demo.example`], ["key", crypto.randomUUID()], ...more]);
    expect((await invite("uwe", ["more", ""])).headers.get("Location")).toBe("/client/invitations/new?page=0");
    expect((await invite("ute")).headers.get("Location")).toBe("/client/invitations?page=0");
    expect((await open("jana", "/client/invitations")).textOf("tbody")).toContain("Admin statt Editor");
  });
});

describe("What people write and pass on", () => {
  test("has links in comments that nobody vouches for, and a copy says where it went", async () => {
    const { document } = await open("henrike", await folderOf("henrike", "Presseschau"));
    const article = document.querySelector("main article .stat")?.getAttribute("href")?.split("#")[0] ?? "";
    await post("henrike", article, [
      ["body", "Siehe https://bahn.example/plan."],
      ["key", crypto.randomUUID()],
    ]);
    const link = (await open("henrike", article)).document.querySelector(".comment a[href='https://bahn.example/plan']");
    expect(link?.getAttribute("rel")).toBe("nofollow ugc noopener");
    const { document: copy } = await open("henrike", `${article}/copy`);
    const option = copy.querySelector("dialog option[value]:not([value=''])");
    const copied = await post("henrike", `${article}/copy`, [
      ["folderId", option?.getAttribute("value") ?? ""],
      ["key", crypto.randomUUID()],
    ]);
    const notice = copied.headers
      .getSetCookie()
      .find((line) => line.startsWith("notices="))
      ?.split(";")[0];
    const shown = await product.handle("/stream", { cookie: `${cookies.get("henrike")}; ${notice}` });
    expect(await shown.text()).toContain(`nach „${option?.textContent}“ kopiert`);
  });
});
