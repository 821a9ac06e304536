import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import * as limits from "../../contract/limits";
import { readBookmarks } from "./read-bookmarks";

const folder = mkdtempSync(join(tmpdir(), "folda-bookmarks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = { timeZone: "Europe/Berlin", allowHosts: [] };
const fixture = (name: string) => join("tests/support/bookmarks", name);

function readFile(path: string) {
  const reading = readBookmarks({ path, ...options });
  if (!reading.ok) return reading.problem;
  const { format, folders, entries } = reading.file;
  return {
    format,
    entries: entries.map(({ folder: number, ...entry }) => ({ ...entry, ...(folders[number] ?? { path: [], names: [] }) })),
  };
}

function readContent(content: string | Uint8Array) {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return readFile(path);
}

function entriesOf(reading: ReturnType<typeof readFile>) {
  if (typeof reading === "string") throw new Error(`the file is ${reading}`);
  return reading.entries;
}

/** The entries of a file in short: outcome or address, title, folders, tags, day and text. */
const summary = (reading: ReturnType<typeof readFile>) =>
  entriesOf(reading).map(({ outcome, url, title, path, tags, addedOn, text }) =>
    [outcome ?? url, title, path.join("/"), tags.join("|"), addedOn, text].join(" · "),
  );

describe("a file as it is written by", () => {
  test("Chrome", () => {
    expect(summary(readFile(fixture("chrome.html")))).toEqual([
      "https://www.bahn.example/fahrplan?von=Kiel&nach=L%C3%BCbeck · Fahrplan Kiel – Lübeck · Lesezeichenleiste ·  · 2024-05-01 · ",
      'https://hafenblatt.example/artikel/1 · Hafenblatt: "Neue Gleise" & alte Weichen · Lesezeichenleiste/Presse ·  · 2024-05-02 · ',
      "https://kreisbote.example/ · Kreisbote · Lesezeichenleiste/Presse/Norddeutschland ·  · 2024-05-03 · ",
      "bad_address · Merkzettel · Lesezeichenleiste ·  · 2024-05-03 · ",
      "bad_address · Einstellungen · Lesezeichenleiste ·  · 2024-05-03 · ",
      "https://www.inselpost.example/ · Inselpost ·  ·  · 2024-05-04 · ",
    ]);
    // The toolbar is no name that anybody gave.
    expect(entriesOf(readFile(fixture("chrome.html")))[2]).toMatchObject({ names: ["Presse", "Norddeutschland"], line: 17 });
  });

  test("Edge", () => {
    expect(summary(readFile(fixture("edge.html")))).toEqual([
      "https://learn.example/rails · Schienen lernen · Favoritenleiste ·  · 2024-05-01 · ",
      "bad_address · Favoriten · Favoritenleiste ·  · 2024-05-01 · ",
      "https://nordlicht.example/ · Nordlicht · Weitere Favoriten ·  · 2024-05-02 · ",
    ]);
  });

  test("Firefox", () => {
    expect(summary(readFile(fixture("firefox.html")))).toEqual([
      "bad_address · Meistbesucht ·  ·  · 2023-11-14 · ",
      "https://arxiv.example/abs/2401.1 · Weichen <schnell> · Forschung · studie|Weichen|Größe · 2024-05-01 · Eine Studie über\nWeichen & Herzstücke.",
      "https://suche.example/?q=%s · Suche · Forschung ·  · 2024-05-01 · ",
      "https://www.mozilla.example/ · Mozilla · Lesezeichen-Symbolleiste ·  · 2024-05-02 · ",
      "https://xn--spter-hra.example/lesen · Später lesen · Weitere Lesezeichen ·  · 2024-05-03 · ",
    ]);
  });

  test("Safari", () => {
    expect(summary(readFile(fixture("safari.html")))).toEqual([
      "https://www.apple.example/ · Apple · Favorites ·  ·  · ",
      "https://www.bahn.example/ · Bahn · Favorites/Reisen ·  ·  · ",
      "https://frei.example/ · Ohne Ordner ·  ·  ·  · ",
      "https://lesen.example/artikel · Ein Artikel · Reading List ·  ·  · ",
    ]);
  });

  test("Raindrop.io, as HTML and as CSV", () => {
    expect(summary(readFile(fixture("raindrop.html")))).toEqual([
      "https://www.tram.example/2024/05/ring.html · Der Ring schließt sich · Stadtverkehr · Straßenbahn|Ring · 2024-05-01 · Halbzeit beim Bau der Ringlinie.",
      "https://www.bus.example/ · Busnetz · Stadtverkehr ·  · 2024-05-02 · ",
    ]);
    expect(summary(readFile(fixture("raindrop.csv")))).toEqual([
      "https://theswitch.example/2024/05/01/fail/ · When Switches Fail · Unsorted · weichen|netz · 2024-05-01 · Für die Sitzung am Montag\nHow a network stops, and why.",
      'https://quotes.example/a · Anführung "oben" · Presse/Norden ·  · 2024-05-02 · Zeile eins\nZeile zwei\nHighlight:Ein Satz\nColor:yellow',
      "no_address · Ohne Adresse · Unsorted ·  · 2024-05-03 · ",
      "bad_address · Skript · Unsorted ·  · 2024-05-03 · ",
    ]);
    expect(entriesOf(readFile(fixture("raindrop.csv"))).map(({ line }) => line)).toEqual([2, 3, 6, 7]);
  });

  test("Linkwarden, linkding and Karakeep", () => {
    expect(summary(readFile(fixture("linkwarden.html")))).toEqual([
      "https://linkwarden.example/ · Linkwarden · Unorganized · self-hosted|links · 2024-05-01 · Collaborative bookmark manager",
    ]);
    expect(summary(readFile(fixture("linkding.html")))).toEqual([
      'https://linkding.example/?a=1&b=2 · It\'s <linkding> ·  · bookmarks|"quoted" · 2024-05-01 · Description\nNotes of mine',
      "https://example.com/two · Two ·  ·  · 2024-05-02 · ",
    ]);
    expect(summary(readFile(fixture("karakeep.html")))).toEqual([
      "https://karakeep.example/docs?x=1&y=2 · Karakeep & friends ·  · docs|R&D · 2024-05-01 · ",
      "https://untitled.example/ · https://untitled.example/ ·  ·  · 2024-05-02 · ",
    ]);
  });

  test("Pocket, Instapaper and Readwise Reader", () => {
    const read = (name: string) => readFile(fixture(name));
    expect(summary(read("pocket.csv"))).toEqual([
      "https://inkandswitch.example/local-first · Local-first software ·  · software|offline first · 2024-05-01 · ",
      "https://komma.example/ · Komma, im Titel ·  ·  · 2024-05-02 · ",
      "https://untitled.example/pocket · https://untitled.example/pocket ·  ·  · 2024-05-03 · ",
    ]);
    expect(summary(read("instapaper.csv"))).toEqual([
      "https://essay.example/pessoa · Pessoa’s Disappearing Act · Unread · coding|a, b · 2024-05-01 · A quoted passage",
      "https://essay.example/two · Love in Translation · Später ·  · 2024-05-02 · ",
    ]);
    expect(summary(read("readwise.csv"))).toEqual([
      "https://pilze.example/a · Wild Mushrooming · new · wald|d'Artagnan · 2024-05-01 · ",
      "https://pilze.example/b · Ohne Tags · archive ·  · 2024-05-02 · ",
    ]);
    const formats = ["chrome.html", "raindrop.csv", "pocket.csv", "instapaper.csv", "readwise.csv"].map((name) => read(name));
    expect(formats).toMatchObject(["netscape", "raindrop", "pocket", "instapaper", "readwise"].map((format) => ({ format })));
  });
});

describe("the encoding", () => {
  const text = "title;url\r\nGrüße aus Köln €;https://köln.example/\r\n";
  const bom = (bytes: number[], rest: Uint8Array) => Buffer.concat([Buffer.from(bytes), rest]);
  const utf16le = Buffer.from(text, "utf16le");
  const utf16be = Buffer.from(utf16le).swap16();
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", bom([0xef, 0xbb, 0xbf], Buffer.from(text))],
    ["UTF-16LE", utf16le],
    ["UTF-16LE with a byte order mark", bom([0xff, 0xfe], utf16le)],
    ["UTF-16BE", utf16be],
    ["UTF-16BE with a byte order mark", bom([0xfe, 0xff], utf16be)],
    ["Windows-1252", Buffer.from(text.replace("€", "\u0080"), "latin1")],
  ])("%s is recognised", (_, bytes) => {
    expect(entriesOf(readContent(bytes))).toMatchObject([{ title: "Grüße aus Köln €", url: "https://xn--kln-sna.example/" }]);
  });

  it("of a declaration is used for what is not UTF-8", () => {
    const html =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><META CONTENT="text/html; charset=ISO-8859-2"><DL><DT><A HREF="https://a.example/">L\u00f3d\u017a</A></DL>';
    const bytes = Buffer.from(html.replace("ó", "\u00f3").replace("ź", "\u00bc"), "latin1");
    expect(entriesOf(readContent(bytes))).toMatchObject([{ title: "Lódź" }]);
  });
});

describe("a file that is none", () => {
  const page = `<!doctype html><html><body><p><a href="https://a.example/">A</a></p></body></html>`;
  it.each([
    ["nothing", "", "empty"],
    ["spaces", " \r\n\t ", "empty"],
    ["a list without entries", "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p></DL>", "empty"],
    ["a header only", "title,url\n", "empty"],
    ["a web page", page, "unknown"],
    ["JSON", '[{"url":"https://a.example/","title":"A"}]', "unknown"],
    ["another table", "name,price\nBahn,1\n", "unknown"],
    ["a PDF", "%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>", "unknown"],
    ["random bytes", Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919 + (index >> 3)) % 256)), "unknown"],
    ["a picture", Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), Buffer.alloc(5_000)]), "unknown"],
  ])("%s", (_, content, problem) => {
    expect(readContent(content)).toBe(problem);
  });

  it("has too many entries", () => {
    const rows = (count: number) => `url\n${"https://a.example/\n".repeat(count)}`;
    expect(entriesOf(readContent(rows(limits.bookmarksPerImport)))).toHaveLength(limits.bookmarksPerImport);
    expect(readContent(rows(limits.bookmarksPerImport + 1))).toBe("tooMany");
    const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${'<DT><A HREF="https://a.example/">A</A>'.repeat(limits.bookmarksPerImport + 1)}`;
    expect(readContent(html)).toBe("tooMany");
  });
});

describe("a damaged or hostile file", () => {
  const html = (body: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>${body}`;

  it("takes the first of columns with one name, and rows of any length", () => {
    const csv = "url,title,url,title\nhttps://a.example/,Eins,https://b.example/,Zwei\nhttps://c.example/\nhttps://d.example/,Vier,,,,,\n";
    expect(entriesOf(readContent(csv)).map(({ url, title }) => [url, title])).toEqual([
      ["https://a.example/", "Eins"],
      ["https://c.example/", "https://c.example/"],
      ["https://d.example/", "Vier"],
    ]);
  });

  it("keeps what comes before quotes that do not end", () => {
    const csv = 'url,title\nhttps://a.example/,Eins\nhttps://b.example/,"Zwei\nhttps://c.example/,Drei\n';
    expect(entriesOf(readContent(csv)).map(({ url, outcome, line }) => [url, outcome, line])).toEqual([
      ["https://a.example/", null, 2],
      [null, "damaged", 3],
    ]);
  });

  it.each([
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    ..."data:text/html,<script>alert(1)</script> https://user:secret@a.example/ http://localhost:3000/ http://192.168.1.1/".split(" "),
    ..."file:///etc/passwd //a.example/".split(" "),
    `https://a.example/${"x".repeat(limits.url)}`,
  ])("refuses the address %s", (address) => {
    expect(entriesOf(readContent(html(`<DT><A HREF="${address}">X</A>`)))).toMatchObject([{ url: null, outcome: "bad_address" }]);
  });

  it("shortens what is too long, and removes what cannot be stored", () => {
    const tags = Array.from({ length: 80 }, (_, index) => `${"t".repeat(200)}${index}`).join(",");
    const entry = `<DT><A HREF="https://a.example/" ADD_DATE="99999999999999999" TAGS="Zug,zug,${tags}">A\u0000\ud800${"x".repeat(3_000)}</A><DD>${"y".repeat(50_000)}`;
    const [read] = entriesOf(readContent(html(entry)));
    expect(read?.title).toHaveLength(limits.text);
    expect(read?.title).toMatch(/^A.*x…$/);
    expect(read?.title).not.toContain("\u0000");
    expect(read?.text).toHaveLength(limits.bookmarkText);
    expect(read?.tags).toEqual(["Zug", "t".repeat(limits.tag)]);
    expect(read?.addedOn).toBeNull();
  });

  it("reads one line of 9 MB, 10,000 nested folders and endless open tags", () => {
    const line = readContent(
      html(`<DT><A HREF="https://a.example/">A</A>${'<DT><A HREF="https://b.example/">B</A>'.repeat(9_000)}<DD>${"z".repeat(9_000_000)}`),
    );
    expect(entriesOf(line)).toHaveLength(9_001);
    const deep = readContent(
      html(`${"<DT><H3>Ordner</H3><DL><p>".repeat(10_000)}<DT><A HREF="https://a.example/">A</A>${"</DL>".repeat(10_000)}`),
    );
    expect(entriesOf(deep)).toMatchObject([{ url: "https://a.example/" }]);
    expect(entriesOf(deep)[0]?.path).toHaveLength(10);
    expect(readContent(html(`${"<b>".repeat(1_500_000)}${"</i>".repeat(1_000_000)}`))).toBe("empty");
    expect(readContent(`url,title\n${'"'.repeat(9_000_000)}`)).not.toBe("tooMany");
    // Millions of columns, tags, folders or lists would not fit into the memory of the worker.
    expect(readContent(`url,${"a,".repeat(4_500_000)}`)).toBe("unknown");
    expect(entriesOf(readContent(`url\nhttps://a.example/${",".repeat(9_000_000)}`))).toMatchObject([{ outcome: "damaged" }]);
    const tags = entriesOf(readContent(html(`<DT><A HREF="https://a.example/" TAGS="${"aa,".repeat(3_000_000)}">A</A>`)));
    expect(tags).toMatchObject([{ tags: ["aa"] }]);
    expect(entriesOf(readContent(html(`${"<dl>".repeat(2_000_000)}<A HREF="https://a.example/">A</A>`)))).toHaveLength(1);
  });
});

test("dates are days in the time zone of the workspace", () => {
  const dates = ["1714600000", "1714600000000", "1714600000000000", "2024-05-01", "2024-05-01T23:30:00Z", "2024-05-01 23:30:00+00:00"];
  const none = ["0", "", "gestern", "2024-02-31", "99999999999999999", "2024-05-01T99:99"];
  const csv = `url,created\n${[...dates, ...none].map((date) => `https://a.example/,${date}\n`).join("")}`;
  expect(entriesOf(readContent(csv)).map(({ addedOn }) => addedOn)).toEqual([
    ...["2024-05-01", "2024-05-01", "2024-05-01", "2024-05-01", "2024-05-02", "2024-05-02"],
    ...none.map(() => null),
  ]);
});
