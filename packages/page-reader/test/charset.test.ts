import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeText } from "../src/charset";

const german = "„Grüße“ – 5 € für Šárka’s Œuvre";
const withMeta = (charset: string, text = german) => `<html><head><meta charset="${charset}"></head><body>${text}</body></html>`;
const encode = (text: string, charset: string, options?: { addBOM: boolean }) => new Uint8Array(iconv.encode(text, charset, options));

describe("the text of a page", () => {
  it.each([
    ["windows-1252 by header", encode(german, "windows-1252"), "text/html; charset=windows-1252", german],
    ["iso-8859-1 by header, which means windows-1252", encode(german, "windows-1252"), "text/html; charset=ISO-8859-1", german],
    ["a quoted charset", encode(german, "windows-1252"), 'text/html;charset="latin1"', german],
    ["windows-1252 without any label", encode(german, "windows-1252"), "text/html", german],
    ["windows-1252 without a type", encode(german, "windows-1252"), null, german],
    ["windows-1252 by meta only", encode(withMeta("windows-1252"), "windows-1252"), "text/html", withMeta("windows-1252")],
    ["UTF-8 without label", encode(german, "utf-8"), "text/html", german],
    ["UTF-8 although the header says latin1", encode(german, "utf-8"), "text/html; charset=iso-8859-1", german],
    ["UTF-8 with a mark", encode(german, "utf-8", { addBOM: true }), "text/html; charset=windows-1252", german],
    ["UTF-16 little endian with a mark", encode(german, "utf-16le", { addBOM: true }), "text/html", german],
    ["UTF-16 big endian with a mark", encode(german, "utf-16be", { addBOM: true }), "text/html; charset=utf-8", german],
    ["UTF-16 by header only", encode("<p>Guten Tag", "utf-16le"), "text/html; charset=utf-16le", "<p>Guten Tag"],
    ["UTF-16 in a meta tag, which cannot be", encode(withMeta("utf-16"), "utf-8"), "text/html", withMeta("utf-16")],
    ["iso-8859-15 by header", encode("5 € für Œuvre", "iso-8859-15"), "text/html; charset=iso-8859-15", "5 € für Œuvre"],
    [
      "windows-1250 by meta",
      encode(withMeta("windows-1250", "Žižkov – Gdańsk"), "windows-1250"),
      "text/html",
      withMeta("windows-1250", "Žižkov – Gdańsk"),
    ],
    ["windows-1251", encode("Привет", "windows-1251"), "text/html; charset=windows-1251", "Привет"],
    ["Shift JIS", encode("日本語", "shift_jis"), "text/html; charset=Shift_JIS", "日本語"],
    [
      "ISO-2022-JP, which looks like ASCII",
      new Uint8Array([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]),
      "text/html; charset=iso-2022-jp",
      "日本",
    ],
    ["an old code page only iconv knows", encode("Größe", "cp850"), "text/html; charset=cp850", "Größe"],
    [
      "an XML declaration",
      encode(`<?xml version="1.0" encoding="iso-8859-2"?><p>Łódź</p>`, "iso-8859-2"),
      "application/xhtml+xml",
      `<?xml version="1.0" encoding="iso-8859-2"?><p>Łódź</p>`,
    ],
    ["an unknown label", encode(german, "windows-1252"), "text/html; charset=x-klingon", german],
    ["windows-1252 although the header says UTF-8", encode(german, "windows-1252"), "text/html; charset=utf-8", german],
    [
      "windows-1252 although the header says UTF-8, as the page says",
      encode(withMeta("windows-1252"), "windows-1252"),
      "text/html; charset=utf-8",
      withMeta("windows-1252"),
    ],
    ["windows-1252 although the page says UTF-8", encode(withMeta("utf-8"), "windows-1252"), "text/html", withMeta("utf-8")],
    ["one word in windows-1252 in a page of UTF-8", encode("<p>Spaß</p>", "windows-1252"), "text/html; charset=utf-8", "<p>Spaß</p>"],
    ["windows-1252 at the very end", encode("<p>Spaß", "windows-1252"), "text/html; charset=utf-8", "<p>Spaß"],
    [
      "windows-1252 although header and page say otherwise",
      encode(withMeta("shift_jis"), "windows-1252"),
      "text/html; charset=gb2312",
      withMeta("shift_jis"),
    ],
    [
      "windows-1252 although the header says Cyrillic",
      encode(german.repeat(9), "windows-1252"),
      "text/html; charset=windows-1251",
      german.repeat(9),
    ],
    [
      "Cyrillic as the page says, although the header says latin1",
      encode(withMeta("windows-1251", "Привет, это новости"), "windows-1251"),
      "text/html; charset=iso-8859-1",
      withMeta("windows-1251", "Привет, это новости"),
    ],
    [
      "Shift JIS as the page says, although the header says UTF-8",
      encode(withMeta("shift_jis", "東京のニュース"), "shift_jis"),
      "text/html; charset=utf-8",
      withMeta("shift_jis", "東京のニュース"),
    ],
    [
      "Polish as the page says, although the header says latin1",
      encode(withMeta("iso-8859-2", "Współpraca w Łodzi, piękna książka"), "iso-8859-2"),
      "text/html; charset=iso-8859-1",
      withMeta("iso-8859-2", "Współpraca w Łodzi, piękna książka"),
    ],
    [
      "Czech by header",
      encode("Dnes je hezký den, šťastně žijí", "windows-1250"),
      "text/html; charset=windows-1250",
      "Dnes je hezký den, šťastně žijí",
    ],
    ["Greek by header", encode("Καλημέρα κόσμε", "iso-8859-7"), "text/html; charset=iso-8859-7", "Καλημέρα κόσμε"],
    ["KOI8-R by header", encode("Сегодня в COVID-19", "koi8-r"), "text/html; charset=koi8-r", "Сегодня в COVID-19"],
    ["UTF-8 in a page that says windows-1252", encode(withMeta("windows-1252"), "utf-8"), "text/html", withMeta("windows-1252")],
    ["UTF-8 although the header says UTF-16", encode(german, "utf-8"), "text/html; charset=utf-16", german],
    ["UTF-16 little endian without a mark", encode(withMeta("utf-8"), "utf-16le"), "text/html; charset=utf-8", withMeta("utf-8")],
    ["UTF-16 big endian without a mark or label", encode(withMeta("utf-16"), "utf-16be"), null, withMeta("utf-16")],
    ["UTF-16 big endian, of which the header says UTF-16", encode(withMeta("x"), "utf-16be"), "text/html; charset=utf-16", withMeta("x")],
    ["UTF-16 with a mark that contradicts the header", encode("<p>ü", "utf-16be", { addBOM: true }), "text/html; charset=utf-16le", "<p>ü"],
    ["windows-1252 with a mark of UTF-8", new Uint8Array([0xef, 0xbb, 0xbf, ...encode(german, "windows-1252")]), null, german],
    ["UTF-8 that was cut off within a letter", encode("<p>Grüße, schön", "utf-8").subarray(0, -2), "text/html", "<p>Grüße, sch"],
    ["UTF-8 with 5,000 marks", encode(`${"\ufeff".repeat(5_000)}<p>Grüße`, "utf-8"), null, `${"\ufeff".repeat(4_998)}<p>Grüße`],
    ["nothing", new Uint8Array(), "text/html", ""],
  ])("%s", (_name, bytes, contentType, text) => {
    expect(decodeText(bytes, contentType)).toBe(text);
  });

  it("keeps the rest of a UTF-8 page with one broken byte", () => {
    const bytes = new Uint8Array([...Buffer.from("<p>Grüße "), 0xff, ...Buffer.from(" Ende")]);
    expect(decodeText(bytes, "text/html; charset=utf-8")).toBe("<p>Grüße \ufffd Ende");
  });
});
