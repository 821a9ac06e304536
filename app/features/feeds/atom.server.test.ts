import { expect, it } from "vitest";
import type { FeedContents } from "~/upstream/feeds.server";
import { toAtom } from "./atom.server";

type Entry = FeedContents["entries"][number];

const entry = (fields: Partial<Entry> = {}) =>
  ({
    id: "4711",
    title: "Brücke bei Uelzen",
    teaserText: "Die Sperrung beginnt im März.",
    sourceUrl: null,
    author: null,
    language: null,
    createdAt: "2026-03-01T08:00:00.000Z",
    updatedAt: "2026-03-02T09:00:00.000Z",
    tags: [],
    user: { id: "jana", firstName: "Jana", lastName: "Petersen", email: "jana@demo.example", avatarUrls: { thumb: null } },
    ...fields,
  }) as Entry;

const feed = (entries: Entry[] = [], name = "Nordkorridor"): FeedContents => ({ id: "42", name, entries });

it("describes an article with absolute URLs", () => {
  const tags = [{ id: "1", name: "Bau & Bahn", slug: "bau-bahn" }];
  expect(toAtom(feed([entry({ sourceUrl: "https://zeitung.example/a?b=1&c=2", author: "Ute Stein", language: "de", tags })]))).toBe(
    `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>http://localhost:3000/settings/feeds#42</id>
<title>Nordkorridor</title>
<updated>2026-03-02T09:00:00.000Z</updated>
<author><name>Folda</name></author>
<link rel="alternate" type="text/html" href="http://localhost:3000/stream"/>
<generator>Folda</generator>
<entry xml:lang="de">
<id>http://localhost:3000/contents/4711</id>
<title>Brücke bei Uelzen</title>
<published>2026-03-01T08:00:00.000Z</published>
<updated>2026-03-02T09:00:00.000Z</updated>
<author><name>Ute Stein</name></author>
<link rel="alternate" type="text/html" href="http://localhost:3000/contents/4711"/>
<link rel="via" href="https://zeitung.example/a?b=1&amp;c=2"/>
<category term="bau-bahn" label="Bau &amp; Bahn"/>
<summary>Die Sperrung beginnt im März.</summary>
</entry>
</feed>
`,
  );
});

it("names the user who filed an article without an author", () => {
  expect(toAtom(feed([entry()]))).toContain("<author><name>Jana Petersen</name></author>\n<link");
});

it.each([
  ["<script>alert('x')</script>", "&lt;script&gt;alert('x')&lt;/script&gt;"],
  [']]> & &amp; "', "]]&gt; &amp; &amp;amp; &quot;"],
  ["vor\u0000\u0001\u0008\u000b\u000c\u001f\ufffe\uffffnach", "vornach"],
  ["halbe \ud83d Lok \ude82", "halbe  Lok "],
  ["ganze 🚂 Lok\u0085\u00a0", "ganze 🚂 Lok\u0085\u00a0"],
  ["\tZeile\r\n", "\tZeile\r\n"],
])("escapes %j and drops characters that XML does not allow", (title, written) => {
  const atom = toAtom(feed([entry({ title, teaserText: title, tags: [{ id: "1", name: title, slug: "t" }] })], title));
  expect(atom.split(`<title>${written}</title>`)).toHaveLength(3);
  expect(atom).toContain(`<summary>${written}</summary>`);
  expect(atom).toContain(`label="${written}"`);
});

it("writes an empty feed", () => {
  expect(toAtom(feed())).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
  expect(toAtom(feed())).not.toContain("<entry");
});

it("takes its own update time from its latest article", () => {
  const moments = ["2026-03-02T09:00:00.000Z", "2026-03-03T09:00:00.000Z", "2026-03-01T09:00:00.000Z"];
  expect(toAtom(feed(moments.map((updatedAt) => entry({ updatedAt }))))).toMatch(new RegExp(`^[^]*?<updated>${moments[1]}</updated>`));
});
