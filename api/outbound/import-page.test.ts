import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import iconv from "iconv-lite";
import { afterEach, describe, expect, it } from "vitest";
import { importPage } from "./import-page";
import { type LocalWeb, serveLocally } from "./local-web.test-server";
import { OutboundError } from "./outbound-error";

const open: LocalWeb[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((web) => web.close()));
});

async function serve(listener: RequestListener): Promise<LocalWeb> {
  const web = await serveLocally(listener);
  open.push(web);
  return web;
}

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

const page = (name: string) => readFileSync(new URL(`../../packages/page-reader/test/pages/${name}.html`, import.meta.url), "utf8");

async function importServed(body: string | Uint8Array, contentType: string | null = "text/html; charset=utf-8", path = "/") {
  const web = await serve((_request, response) =>
    response.writeHead(200, contentType === null ? {} : { "content-type": contentType }).end(body),
  );
  return importPage(`http://${web.host}${path}`, { allowHosts: [web.host] });
}

async function failureOf(promise: Promise<unknown>): Promise<OutboundError> {
  const failure = await promise.then(
    () => new Error("it was imported"),
    (error: unknown) => error,
  );
  if (failure instanceof OutboundError) return failure;
  throw failure;
}

describe("Anna imports", () => {
  it("an article", async () => {
    await expect(importServed(page("nordlicht"))).resolves.toMatchObject({
      title: "Osterhagen: Neue Klappbrücke über die Oste ist fertig",
      authors: [{ name: "Meike Harms" }, { name: "Tjark Lüders" }],
      sourceName: "Nordlicht Zeitung",
      publishedAt: 1714840200000,
      language: "de",
    });
  });

  it.each([
    ["the header", "text/html; charset=iso-8859-1", (html: string) => html.replace('<meta charset="utf-8">', "")],
    ["the page only", "text/html", (html: string) => html.replace('charset="utf-8"', 'charset="windows-1252"')],
    ["nobody", "text/html", (html: string) => html.replace('<meta charset="utf-8">', "")],
  ])("a page in windows-1252, said by %s", async (_who, contentType, change) => {
    const html = change(page("kreisbote-og")).replace("Geld frei", "5 € – „Geld“ frei");
    const imported = await importServed(iconv.encode(html.replaceAll("Geld frei", "5 € – „Geld“ frei"), "windows-1252"), contentType);
    expect(imported.title).toBe("Radweg an der Küste: Bund gibt 5 € – „Geld“ frei");
    expect(imported.content).toContain("„Wir haben lange auf diesen Tag gewartet“");
  });

  it("a page behind redirects, with its final address as the source", async () => {
    const web = await serve((request, response) => {
      if (request.url === "/kurz") return response.writeHead(301, { location: "/mittel" }).end();
      if (request.url === "/mittel") return response.writeHead(302, { location: "/artikel/7" }).end();
      return response.writeHead(200, { "content-type": "text/html" }).end(page("schlicht"));
    });
    const imported = await importPage(`http://${web.host}/kurz`, { allowHosts: [web.host] });
    expect(imported).toMatchObject({ url: `http://${web.host}/artikel/7`, title: "Der Dorfladen macht weiter" });
  });

  it("a page without any metadata", async () => {
    await expect(importServed(page("schlicht"))).resolves.toMatchObject({ title: "Der Dorfladen macht weiter", images: [] });
  });

  it("a page without a type that is HTML", async () => {
    await expect(importServed(page("schlicht"), null)).resolves.toMatchObject({ title: "Der Dorfladen macht weiter" });
  });

  it("XHTML", async () => {
    const xhtml = `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Dorfladen</title></head><body><p>Der Dorfladen macht weiter.</p></body></html>`;
    await expect(importServed(xhtml, "application/xhtml+xml")).resolves.toMatchObject({ title: "Dorfladen" });
  });

  it.each([
    ["long paragraphs", (length: number) => `<p>${"Die Brücke ist fertig, und alle sind da. ".repeat(200)}</p>`.repeat(length / 8_300)],
    ["very many elements", (length: number) => '<p class="x">Ein <b>Wort</b></p>'.repeat(length / 34)],
    ["tables", (length: number) => `<table>${"<tr><td>Wert</td><td>12</td></tr>".repeat(length / 34)}</table>`],
    ["one long script", (length: number) => `<script>${"var a = '<div>';".repeat(length / 16)}</script><p>Text</p>`],
    ["list items", (length: number) => `<ul>${'<li><a href="/x">Meldung des Tages</a>'.repeat(length / 40)}</ul>`],
  ])("a page of 5 MB: %s", async (_name, fill) => {
    const html = page("nordlicht").replace("</article>", `${fill(4_900_000)}</article>`);
    const imported = await importServed(html);
    expect(imported.title).toBe("Osterhagen: Neue Klappbrücke über die Oste ist fertig");
  });

  it("a page with title and author in oEmbed only, with one extra request", async () => {
    const web = await serve((request, response) => {
      if (request.url === "/bild.jpg") return response.writeHead(200, { "content-type": "image/png" }).end(png);
      if (!request.url?.startsWith("/oembed")) return response.writeHead(200, { "content-type": "text/html" }).end(page("video-oembed"));
      const described = { title: "Fahrt über die Brücke", author_name: "Jule Behrens", thumbnail_url: "/bild.jpg" };
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(described));
    });
    await expect(importPage(`http://${web.host}/`, { allowHosts: [web.host] })).resolves.toMatchObject({
      title: "Fahrt über die Brücke",
      authors: [{ name: "Jule Behrens" }],
      images: [{ url: `http://${web.host}/bild.jpg` }],
    });
    expect(web.requests.map(({ url }) => url)).toEqual(["/", "/oembed?url=video7", "/bild.jpg"]);
  });

  it.each([
    ["a private address", (web: LocalWeb) => `http://127.0.0.1:${web.port + 1}/`],
    ["cloud metadata", () => "http://169.254.169.254/latest/"],
    ["no JSON", (web: LocalWeb) => `http://${web.host}/page`],
    ["broken JSON", (web: LocalWeb) => `http://${web.host}/broken`],
  ])("a page whose oEmbed link leads to %s, without it", async (_name, target) => {
    const web: LocalWeb = await serve((request, response) => {
      if (request.url === "/broken") return response.writeHead(200, { "content-type": "application/json" }).end("{");
      return response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          page("video-oembed")
            .replace("/oembed?url=video7", target(web))
            .replace("<body>", "<body><h1>Fahrt</h1><p>Mit der Fähre über die Oste.</p>"),
        );
    });
    await expect(importPage(`http://${web.host}/`, { allowHosts: [web.host] })).resolves.toMatchObject({
      title: "Fahrt",
      authors: [],
    });
  });
});

describe("what cannot be imported", () => {
  it.each([
    ["a PDF", "%PDF-1.7\n", "application/pdf", "application/pdf"],
    ["a PDF that calls itself HTML", "%PDF-1.7\n%âãÏÓ\n1 0 obj", "text/html", "application/pdf"],
    ["a PDF without a type", "%PDF-1.7\n%âãÏÓ\n1 0 obj", null, "application/pdf"],
    ["JSON", '{"a":1}', "application/json", "application/json"],
    ["plain text", "Guten Tag", "text/plain; charset=utf-8", "text/plain"],
    ["text without a type", "Guten Tag", null, null],
    ["a picture that calls itself HTML", png, "text/html", "image/png"],
  ])("%s", async (_name, body, contentType, found) => {
    expect(await failureOf(importServed(body, contentType))).toMatchObject({ code: "unsupported_type", data: { contentType: found } });
  });

  it.each([1_000, 100_000])("%i nested elements", async (depth) => {
    expect(await failureOf(importServed("<div>".repeat(depth)))).toMatchObject({ code: "unreadable", data: { reason: "nesting" } });
  });

  it("more than 5 MB", async () => {
    expect((await failureOf(importServed("x".repeat(5 * 1024 * 1024 + 1)))).code).toBe("too_large");
  });

  it("a private address", async () => {
    expect((await failureOf(importPage("http://169.254.169.254/latest/meta-data/", { allowHosts: [] }))).code).toBe("address_forbidden");
  });
});
