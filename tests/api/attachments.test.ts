import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileArticle } from "../support/articles";
import type { Caller } from "../support/caller";
import { filesIn } from "../support/files-in";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openPaper, send } from "../support/paper";

const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#336699" } });

describe("Attachments", () => {
  let paper: Awaited<ReturnType<typeof openPaper>>;
  let world: OpenWorld;
  let tobias: Caller;
  let folder: string;
  let article: string;

  beforeAll(async () => {
    const jpeg = await photo(1600, 900).jpeg().toBuffer();
    const gif = await photo(20, 10).gif().toBuffer();
    paper = await openPaper({
      "/bilder/Br%C3%BCcke%20am%20Morgen.jpeg?w=1600": send("image/jpeg", jpeg),
      "/small.gif": send("application/octet-stream", gif),
      "/": send("image/gif", gif),
      "/%22%0d%0aSet-Cookie:a.gif": send("image/gif", gif),
      "/page.html": send("text/html", "<p>Kein Bild</p>"),
      "/fake.png": send("image/png", "<script>alert(1)</script>"),
      "/evil.svg": send("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      "/cut.jpg": send("image/jpeg", jpeg.subarray(0, 300)),
      "/paper.pdf": send("application/pdf", "%PDF-1.7\n"),
      "/get?id=7": (response) => response.setHeader("Content-Disposition", "attachment; filename*=UTF-8''Pl%C3%A4ne").end("%PDF-1.7\n"),
      "/list.csv": send("text/csv", "a;b\n"),
      "/empty.csv": send("text/csv", ""),
      "/huge.bin": (response) => response.writeHead(200, { "Content-Length": String(25 * 1024 * 1024 + 1) }).end(),
      "/inside": (response) => response.writeHead(302, { Location: "http://127.0.0.1:1/x.png" }).end(),
    });
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: paper.host });
    tobias = world.as("tobias");
    folder = await world.folderId("bruecken");
  });
  beforeEach(async () => {
    article = (await fileArticle(tobias, folder)).id;
  });
  afterAll(async () => {
    paper.close();
    await world.close();
  });

  const attach = (path: string) =>
    tobias.post("/attachments", { attachment: { content_id: article, remote_file_url: path.startsWith("/") ? paper.url(path) : path } });

  const large = "/bilder/Br%C3%BCcke%20am%20Morgen.jpeg?w=1600";

  it("Tobias takes two pictures over: they stand in their order, the first is the article's picture", async () => {
    const first = await attach(large);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      name: "Brücke am Morgen.jpg",
      original_filename: "Brücke am Morgen.jpg",
      content_type: "image/jpeg",
      width: 1600,
      height: 900,
      is_remote: true,
    });
    expect(first.body.url).toBe(`/attachments/${first.body.id}/file`);
    const second = await attach("/small.gif");
    expect(second.body).toMatchObject({ name: "small.gif", content_type: "image/gif", width: 20, height: 10 });
    const { body } = await tobias.get(`/contents/${article}`);
    expect(body.attachments).toEqual([first.body, second.body]);
    expect(body.picture).toEqual(first.body);
  });

  it.each([
    ["original", 1600, 900, "image/jpeg"],
    ["large", 1280, 720, "image/webp"],
    ["small", 480, 270, "image/webp"],
  ])(
    "a picture comes %s with %i × %i pixels, never to be run, kept for a year and asked for only once",
    async (variant, width, height, contentType) => {
      const path = `${(await attach(large)).body.url}?variant=${variant}`;
      const response = await tobias.request(path, {});
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(response.status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": contentType,
        "content-length": String(bytes.byteLength),
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "cache-control": "private, max-age=31536000, immutable",
      });
      expect(response.headers.get("Content-Disposition")).toMatch(
        variant === "original" ? /^inline; filename\*=UTF-8''Br%C3%BCcke%20am%20Morgen\.jpg$/ : /^inline$/,
      );
      const etag = response.headers.get("ETag") ?? "";
      const again = await tobias.get(path, { "If-None-Match": etag });
      expect([again.status, again.body]).toEqual([304, ""]);
      expect((await tobias.request(path, { method: "HEAD" })).headers.get("ETag")).toBe(etag);
    },
  );

  it("A small picture is not blown up", async () => {
    const { url } = (await attach("/small.gif")).body;
    expect((await tobias.get(`${url}?variant=huge`)).status).toBe(422);
    const response = await tobias.request(`${url}?variant=large`, {});
    expect(await sharp(new Uint8Array(await response.arrayBuffer())).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  it.each([
    ["/paper.pdf", { name: "paper.pdf", content_type: "application/pdf", file_size: 9, width: null, height: null, is_remote: true }],
    ["/get?id=7", { name: "Pläne.pdf", content_type: "application/pdf" }],
    ["/list.csv", { name: "list.csv", content_type: "application/octet-stream", file_size: 4 }],
  ])("Tobias takes over what is no picture: %s", async (path, expected) => {
    const { status, body } = await attach(path);
    expect([status, body]).toEqual([201, expect.objectContaining(expected)]);
    expect((await tobias.get(`/contents/${article}`)).body).toMatchObject({ picture: null, attachments: [body] });
  });

  it("What is no picture, as a file that somebody else stored, downloads and has no small form", async () => {
    const key = "ab".repeat(32);
    await world.services.files.put(key, new TextEncoder().encode("<script>alert(1)</script>"));
    const { rows } = await world.services.database.pool.query(
      `insert into attachments (client_id, article_id, position, name, original_filename, content_type, file_size, storage_key)
       select client_id, id, 9, 'a', E'evil"\\n.html', 'text/html', 25, $2 from articles where id = $1 returning id`,
      [article, key],
    );
    const response = await tobias.request(`/attachments/${rows[0].id}/file`, {});
    expect(response.headers.get("Content-Disposition")).toBe("attachment; filename*=UTF-8''evil%22%0A.html");
    expect(response.headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
    expect((await tobias.get(`/attachments/${rows[0].id}/file?variant=small`)).status).toBe(404);
  });

  it.each([
    ["an address without a name", "/", "file.gif"],
    ["a name that would break a header", "/%22%0d%0aSet-Cookie:a.gif", '" Set-Cookie:a.gif'],
  ])("%s gets a harmless one", async (_, path, name) => {
    const answer = await attach(path);
    expect([answer.status, answer.body.name]).toEqual([201, name]);
    const file = await tobias.request(answer.body.url, { method: "HEAD" });
    expect(file.headers.get("Content-Disposition")).toBe(`inline; filename*=UTF-8''${encodeURIComponent(name)}`);
  });

  const unreadable = "This picture could not be read.";
  const forbidden = "This address must not be fetched.";
  it.each([
    ["a page", "/page.html", "There is a web page at this address, not a file."],
    ["markup that calls itself a picture", "/fake.png", unreadable],
    ["an SVG", "/evil.svg", unreadable],
    ["half a picture", "/cut.jpg", unreadable],
    ["nothing", "/empty.csv", "This file is empty."],
    ["more than 25 MB", "/huge.bin", "This file is larger than 25 MB."],
    ["what is not there", "/gone.png", "No file could be fetched from this address."],
    ["a redirect into the machine", "/inside", forbidden],
  ])("%s is refused, and nothing is attached or kept", async (_, path, message) => {
    const answer = await attach(path);
    expect([answer.status, answer.body]).toEqual([422, { errors: { remote_file_url: [message] } }]);
    expect((await tobias.get(`/contents/${article}`)).body.attachments).toEqual([]);
    expect(filesIn(join(world.services.config.dataDir, "files/tmp"))).toEqual([]);
  });

  it("Pictures attached at once get places of their own, and the fifty-first is refused", async () => {
    const answers = await Promise.all(Array.from({ length: 52 }, (_, n) => attach(`/small.gif#${n}`)));
    const refused = answers.filter(({ status }) => status !== 201);
    const tooMany = { status: 422, body: { errors: { remote_file_url: ["An article has 50 attachments at most."] } } };
    expect(refused.map(({ status, body }) => ({ status, body }))).toEqual([tooMany, tooMany]);
    const { rows } = await world.services.database.pool.query("select position from attachments where article_id = $1 order by position", [
      article,
    ]);
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it("A picture keeps the words that its page had for it", async () => {
    const attachment = { content_id: article, remote_file_url: paper.url("/small.gif"), alt: " Die neue Brücke " };
    const { status, body } = await tobias.post("/attachments", { attachment });
    expect([status, body.alt]).toEqual([201, "Die neue Brücke"]);
  });

  it("Tobias writes what a picture shows", async () => {
    const { body: picture } = await attach("/small.gif");
    const path = `/attachments/${picture.id}`;
    const write = (alt: string) => tobias.put(path, { attachment: { alt } });
    const stored = async () => (await tobias.get(`/contents/${article}`)).body.attachments[0].alt;
    expect(picture.alt).toBeNull();

    const answers = await Promise.all([write(" Die neue\nBrücke "), write(" Die neue\nBrücke ")]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { ...picture, alt: "Die neue Brücke" }]);
    expect((await tobias.put(path, { attachment: {} })).body.alt).toBe("Die neue Brücke");
    expect(await stored()).toBe("Die neue Brücke");
    expect((await write("  ")).body.alt).toBeNull();
    expect(await stored()).toBeNull();
  });

  it("The same picture sent twice at once stands once", async () => {
    const answers = await Promise.all([attach("/small.gif"), attach("/small.gif")]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });
});
