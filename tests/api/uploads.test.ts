import { utimesSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openSealedUpload } from "../../api/domain/articles/sealed-upload";
import { sweep } from "../../api/domain/sweep";
import { fileArticle } from "../support/articles";
import { type Caller, formOf } from "../support/caller";
import { filesIn } from "../support/files-in";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openS3Server, type S3Server } from "../support/s3-server";

const megabyte = 1024 * 1024;

describe.each(["disk", "bucket"] as const)("Uploads (%s)", (store) => {
  let server: S3Server | undefined;
  let world: OpenWorld;
  let tobias: Caller;
  let folderId: string;

  beforeAll(async () => {
    server = store === "bucket" ? await openS3Server() : undefined;
    world = await openWorld(engine, server ? { S3_URL: server.url } : {});
    tobias = world.as("tobias");
    folderId = await world.folderId("bruecken");
  });
  afterAll(async () => {
    await world.close();
    await server?.close();
  });

  const newArticle = async (folder = folderId): Promise<string> => (await fileArticle(tobias, folder)).id;

  /** Posts a form as any client does; `content_id` comes before or after the file. */
  const upload = (content_id: string, file: File, { fileFirst = false } = {}) =>
    tobias.post("/attachments", formOf(fileFirst ? { file, content_id } : { content_id, file }));

  const textFile = (name: string, text = "Inhalt") => new File([text], name);
  const attachmentsOf = async (id: string) => (await tobias.get(`/contents/${id}`)).body.attachments;
  const bytesOf = async (url: string, headers: HeadersInit = {}) => tobias.request(url, { headers });

  /** Keys of all stored files, however new. */
  async function storedKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of world.services.files.list(new Date(Date.now() + megabyte))) keys.push(key);
    return keys.sort();
  }
  const arrivals = () => filesIn(join(world.services.config.dataDir, "files/tmp"));

  it("Tobias attaches a photo, a table and a PDF: each is what it is, in their order", async () => {
    const id = await newArticle();
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    const sent = [new File([new Uint8Array(photo)], "Brücke 🌉.jpg"), textFile("Kosten.csv", "a;b\n1;2\n"), textFile("Plan", "%PDF-1.7\n")];
    const answers = [];
    for (const [index, file] of sent.entries()) answers.push(await upload(id, file, { fileFirst: index === 1 }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(({ body }) => body)).toMatchObject([
      {
        name: "Brücke 🌉.jpg",
        content_type: "image/jpeg",
        file_size: photo.byteLength,
        width: 900,
        height: 600,
        is_remote: false,
        alt: null,
      },
      { name: "Kosten.csv", content_type: "application/octet-stream", file_size: 8, width: null },
      { name: "Plan", content_type: "application/pdf", file_size: 9, width: null },
    ]);
    const { body } = await tobias.get(`/contents/${id}`);
    expect(body.attachments).toEqual(answers.map((answer) => answer.body));
    expect(body.picture).toEqual(answers[0]?.body);
    const small = await bytesOf(`${body.picture.url}?variant=small`);
    expect(await sharp(new Uint8Array(await small.arrayBuffer())).metadata()).toMatchObject({ format: "webp", width: 480, height: 320 });
    expect(Buffer.from(await (await bytesOf(body.picture.url)).arrayBuffer()).equals(photo)).toBe(true);
    expect(arrivals()).toEqual([]);
  });

  it("25 MB go through and come back the same; one byte more is refused, and nothing of it is kept", async () => {
    const id = await newArticle();
    const bytes = Buffer.alloc(25 * megabyte, "Folda ");
    const taken = await upload(id, new File([bytes], "groß.bin"));
    expect([taken.status, taken.body.file_size]).toEqual([201, 25 * megabyte]);
    expect(Buffer.from(await (await bytesOf(taken.body.url)).arrayBuffer()).equals(bytes)).toBe(true);
    const before = await storedKeys();
    const refused = await upload(id, new File([bytes, "!"], "größer.bin"));
    expect([refused.status, refused.body]).toEqual([422, { errors: { file: ["This file is larger than 25 MB."] } }]);
    expect((await upload(id, new File([Buffer.alloc(27 * megabyte)], "viel größer.bin"))).status).toBe(413);
    expect([await storedKeys(), arrivals()]).toEqual([before, []]);
  });

  it.each([
    ["bytes=20-", 206, "bytes 20-25/26", "uvwxyz"],
    ["bytes=0-1,5-6", 200, null, "abcdefghijklmnopqrstuvwxyz"],
    ["bytes=26-", 416, "bytes */26", ""],
  ])("A part of a file is answered: %s", async (range, status, contentRange, text) => {
    const { body } = await upload(await newArticle(), textFile("alphabet.txt", "abcdefghijklmnopqrstuvwxyz"));
    const answer = await bytesOf(body.url, { Range: range });
    expect([answer.status, answer.headers.get("Content-Range"), await answer.text()]).toEqual([status, contentRange, text]);
    expect(answer.headers.get("Accept-Ranges")).toBe("bytes");
    if (status !== 416) expect(answer.headers.get("Content-Length")).toBe(String(text.length));
    const etag = answer.headers.get("ETag") ?? "";
    const others = await bytesOf(body.url, { Range: range, "If-Range": '"of another file"' });
    expect([others.status, (await others.text()).length]).toEqual([200, 26]);
    expect((await bytesOf(body.url, { Range: range, "If-Range": etag })).status).toBe(status);
  });

  it("A connection that drops in the middle leaves nothing", async () => {
    const id = await newArticle();
    const before = await storedKeys();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ === 0) {
          const head = `--x\r\nContent-Disposition: form-data; name="content_id"\r\n\r\n${id}\r\n`;
          controller.enqueue(
            new TextEncoder().encode(`${head}--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`),
          );
        } else if (sent < 50) controller.enqueue(new Uint8Array(65_536));
        else controller.error(new Error("the connection is gone"));
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    const answer = await tobias.request("/attachments", { ...init, headers: { "Content-Type": "multipart/form-data; boundary=x" } });
    expect(answer.status).toBe(400);
    expect([await attachmentsOf(id), await storedKeys(), arrivals()]).toEqual([[], before, []]);
  });

  /** Makes all stored files two hours old. */
  async function age(): Promise<void> {
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const key of await storedKeys()) {
      const path = server?.pathOf(key) ?? join(world.services.config.dataDir, "files", key.slice(0, 2), key.slice(2, 4), key);
      utimesSync(path, old, old);
    }
  }

  describe("a file that is kept until it is attached", () => {
    const keep = (file: File, person = tobias) => person.post("/uploads", formOf({ file }));
    const attachKept = (content_id: string, upload: string, person = tobias) =>
      person.post("/uploads/attachment", { attachment: { content_id, upload } });

    it("is attached once, however often it is asked for", async () => {
      const id = await newArticle();
      const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#336699" } })
        .png()
        .toBuffer();
      const kept = await keep(new File([new Uint8Array(picture)], "../Brücke|1.png"));
      expect(kept).toMatchObject({ status: 201, body: { name: "Brücke|1.png", content_type: "image/png", file_size: picture.length } });
      expect(await attachmentsOf(id)).toEqual([]);
      const first = await attachKept(id, kept.body.upload);
      expect(first).toMatchObject({ status: 201, body: { name: "Brücke|1.png", width: 600, height: 400, is_remote: false } });
      expect((await attachKept(id, kept.body.upload)).body.id).toBe(first.body.id);
      expect(await attachmentsOf(id)).toHaveLength(1);
      const bytes = await (await bytesOf(first.body.url)).arrayBuffer();
      expect(Buffer.from(bytes).equals(picture)).toBe(true);
      expect((await bytesOf(`${first.body.url}?variant=small`)).status).toBe(200);
    });

    it("is of use to its sender only, and for 45 minutes", async () => {
      const id = await newArticle();
      const { upload } = (await keep(textFile("Plan.txt"), world.as("matthias"))).body;
      const gone = { status: 422, body: { errors: { upload: ["This file is no longer there. Please choose it again."] } } };
      expect(await attachKept(id, upload)).toMatchObject(gone);
      expect(await attachKept(id, "x.y.z")).toMatchObject(gone);
      expect(await attachKept(id, await world.signIn("tobias"))).toMatchObject(gone);
      const own = (await keep(textFile("Plan.txt"))).body.upload;
      const open = async () => openSealedUpload(world.services, await world.userId("tobias"), own);
      expect(await open()).toMatchObject({ name: "Plan.txt", contentType: "application/octet-stream" });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 46 * 60_000 });
      expect(await open().finally(() => vi.useRealTimers())).toBeUndefined();
      expect(await attachmentsOf(id)).toEqual([]);
    });

    it("is refused if it is empty or too large, and is no file", async () => {
      expect(await keep(textFile("leer.txt", ""))).toMatchObject({ status: 422, body: { errors: { file: ["This file is empty."] } } });
      expect((await keep(new File([new Uint8Array(25 * megabyte + 1)], "gross.bin"))).body.errors.file[0]).toContain("25 MB");
      expect((await tobias.post("/uploads", formOf({}))).status).toBe(422);
    });

    it("is deleted by the cleanup job if nobody has attached it", async () => {
      const before = await storedKeys();
      await keep(textFile("vergessen.txt", `Unbenutzt`));
      const added = (await storedKeys()).filter((key) => !before.includes(key));
      expect(added).toHaveLength(1);
      await age();
      await sweep(world.services);
      expect(await storedKeys()).not.toContain(added[0]);
    });
  });

  if (store === "disk")
    describe("wherever they are kept", () => {
      it("Tobias attaches a text that is called a PDF: it keeps its name here, but is sent as no PDF", async () => {
        const id = await newArticle();
        for (const [content, sent] of [
          ["<script>alert(1)</script>", "Plan.pdf.bin"],
          ["%PDF-1.7\n", "Plan.pdf"],
        ] as const) {
          const { body } = await upload(id, textFile("Plan.pdf", content));
          expect(body.name).toBe("Plan.pdf");
          const { headers } = await bytesOf(`/attachments/${body.id}/file`);
          expect(headers.get("Content-Disposition")).toBe(`attachment; filename*=UTF-8''${sent}`);
        }
      });

      it.each([
        ["an SVG with a script", "evil.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'],
        ["a page with a script", "evil.html", "<!doctype html><script>alert(document.cookie)</script>"],
        ["a page that calls itself a picture", "evil.png", "<html><script>alert(1)</script>"],
        ["half a picture", "cut.gif", "GIF89a"],
      ])("%s is a file to download, never a picture or a page", async (_, name, content) => {
        const id = await newArticle();
        const { status, body } = await upload(id, new File([content], name));
        expect([status, body.name, body.width]).toEqual([201, name, null]);
        expect(body.content_type).not.toMatch(/^image|html|svg/);
        expect((await tobias.get(`/contents/${id}`)).body.picture).toBeNull();
        const answer = await bytesOf(body.url);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "content-disposition": `attachment; filename*=UTF-8''${name}`,
          "x-content-type-options": "nosniff",
          "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        });
        for (const variant of ["small", "large"]) expect((await tobias.get(`${body.url}?variant=${variant}`)).status).toBe(404);
      });

      it.each([
        ["../../etc/passwd", "passwd"],
        ['"; filename="evil.exe', "; filename=%22evil.exe"],
      ])("The name %j is kept as %j", async (sent, name) => {
        const { status, body } = await upload(await newArticle(), textFile(sent));
        expect([status, body.original_filename.endsWith(name)]).toEqual([201, true]);
        expect(body.original_filename).not.toMatch(/[/\\]/);
        expect((await bytesOf(body.url)).headers.get("Content-Disposition")).toContain(encodeURIComponent(body.name));
      });

      it.each<[string, Record<string, string | File>, number, unknown]>([
        ["an empty file", { file: textFile("leer.txt", "") }, 422, { errors: { file: ["This file is empty."] } }],
        ["no file", {}, 422, { errors: { file: ["This field is required"] } }],
        ["text in place of a file", { file: "Inhalt" }, 422, { errors: { file: ["This field is required"] } }],
        ["fields without end", { content_id: "x".repeat(20_000), file: textFile("a.txt") }, 413, { message: "This is too large." }],
      ])("%s is refused", async (_, fields, status, expected) => {
        const id = await newArticle();
        const answer = await tobias.post("/attachments", formOf({ content_id: id, ...fields }));
        expect([answer.status, answer.body]).toEqual([status, expected]);
        expect([await attachmentsOf(id), arrivals()]).toEqual([[], []]);
      });

      it("A file of no article is refused", async () => {
        const { status, body } = await tobias.post("/attachments", formOf({ file: textFile("a.txt") }));
        expect([status, body]).toEqual([422, { errors: { content_id: ["This field is required"] } }]);
      });

      it("What is neither a form nor JSON is refused", async () => {
        for (const type of ["text/plain", "multipart/form-data; boundary=x", "multipart/form-data", "application/json"]) {
          const { status } = await tobias.request("/attachments", { method: "POST", body: "{", headers: { "Content-Type": type } });
          expect(status, type).toBe(400);
        }
      });

      it("The same file sent twice at once stands once; under another name it is another", async () => {
        const id = await newArticle();
        const answers = await Promise.all([upload(id, textFile("a.txt")), upload(id, textFile("a.txt"))]);
        expect(answers.map(({ status }) => status)).toEqual([201, 201]);
        await upload(id, textFile("a.txt"));
        await upload(id, textFile("b.txt"));
        await upload(id, textFile("a.txt", "Anderes"));
        expect((await attachmentsOf(id)).map(({ name, file_size }: { name: string; file_size: number }) => [name, file_size])).toEqual([
          ["a.txt", 6],
          ["b.txt", 6],
          ["a.txt", 7],
        ]);
      });

      it("Of 60 files at once, 50 are taken and the others are told why not", async () => {
        const id = await newArticle();
        const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => upload(id, textFile(`${n}.txt`, `${n}`))));
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
        const refused = answers.filter(({ status }) => status !== 201);
        expect(refused.map(({ status, body }) => [status, body])).toEqual(
          refused.map(() => [422, { errors: { file: ["An article has 50 attachments at most."] } }]),
        );
      });

      it("Tobias takes a file off, twice at once: it is gone once, and its neighbours stay", async () => {
        const id = await newArticle();
        const [first, second] = [(await upload(id, textFile("a.txt"))).body, (await upload(id, textFile("b.txt"))).body];
        const answers = await Promise.all([1, 2].map(() => tobias.delete(`/attachments/${first.id}`)));
        expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
        expect(await attachmentsOf(id)).toEqual([second]);
        expect((await tobias.get(first.url)).status).toBe(404);
      });
    });

  it("The bytes go with the last article that has them, out of the trash, too: of a deleted file, article, folder, account", async () => {
    await age();
    await sweep(world.services);
    const before = await storedKeys();
    const team_id = await world.teamId("netz");
    const makeFolder = async (name: string): Promise<string> =>
      (await world.as("matthias").post("/folders", { folder: { name, team_id } })).body.id;
    const [source, target] = [await makeFolder("Quelle"), await makeFolder("Ziel")];
    const stays = await newArticle(source);
    const { body: kept } = await upload(stays, textFile("bleibt.txt", "bleibt"));
    const original = await newArticle(source);
    const { body: copied } = await upload(original, textFile("kopiert.txt", "kopiert"));
    const query = `mutation { copyContentToFolder(contentId: "${original}", folderId: "${target}") { content { id } errors } }`;
    const copy = (await world.as("anna").post("/graphql", { query })).body.data.copyContentToFolder.content.id;
    expect((await tobias.delete(`/contents/${original}`)).status).toBe(204);
    await tobias.delete(`/attachments/${(await upload(stays, textFile("weg.txt", "weg"))).body.id}`);
    await age();
    await sweep(world.services);
    const keyOf = async (id: string) =>
      (await world.services.database.pool.query("select storage_key from attachments where id = $1", [id])).rows[0]?.storage_key;
    const { attachments } = (await world.as("anna").get(`/contents/${copy}`)).body;
    const inUse = await world.services.database.pool.query(
      "select storage_key from attachments union select storage_key from trash_rows where storage_key is not null",
    );
    expect((await storedKeys()).map((key) => key.split(".")[0])).toEqual(
      expect.arrayContaining([await keyOf(kept.id), await keyOf(attachments[0].id)]),
    );
    expect(new Set((await storedKeys()).map((key) => key.split(".")[0]))).toEqual(new Set(inUse.rows.map((row) => row.storage_key)));
    expect(await (await world.as("anna").request(attachments[0].url, {})).text()).toBe("kopiert");
    expect(copied.id).not.toBe(attachments[0].id);

    await world.services.database.pool.query("delete from folders where id = any($1)", [[source, target]]);
    await world.services.database.pool.query("delete from trash");
    await sweep(world.services);
    expect(await storedKeys()).toEqual(before);
  });
});
