import { describe, expect, it } from "vitest";
import { toDownloadName, toFilename, toPictureName, withExtension } from "./file-names";

describe("The name of a file", () => {
  it.each([
    ["Ersatzkonzept_2026.pdf", "Ersatzkonzept_2026.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Windows\\system32\\cmd.exe", "cmd.exe"],
    ["aux.txt", "aux.txt"],
    ["🚂 Fahrplan – Entwurf (2).xlsx", "🚂 Fahrplan – Entwurf (2).xlsx"],
    ["a\u0000b\r\nSet-Cookie: x.txt", "ab Set-Cookie: x.txt"],
    ["Rechnung\u202efdp.exe", "Rechnungfdp.exe"],
    ["..", "file"],
    ["   ", "file"],
    ["", "file"],
    [".htaccess", "htaccess"],
    ["\ud83d.txt", "txt"],
  ])("%j becomes %j", (given, name) => expect(toFilename(given)).toBe(name));

  it("is cut between characters and keeps its extension", () => {
    const name = toFilename(`${"🚂".repeat(300)}.tar.gz`);
    expect([...name]).toHaveLength(200);
    expect(name.endsWith("🚂.gz")).toBe(true);
    expect(toFilename("x".repeat(300))).toBe("x".repeat(200));
  });

  it.each([
    ["p2.html", "image/gif", "p2.gif"],
    ["Foto.JPEG", "image/jpeg", "Foto.JPEG"],
    ["bild.png", "image/webp", "bild.webp"],
    ["bild", "image/avif", "bild.avif"],
    ["a.png.svg", "image/png", "a.png.png"],
  ])("%s of a picture of the type %s is sent as %s", (name, type, sent) => expect(toPictureName(name, type)).toBe(sent));

  it.each([
    ["Plan.pdf", "application/pdf", "Plan.pdf"],
    ["Plan.PDF", "application/octet-stream", "Plan.PDF.bin"],
    ["Plan.pdf", "application/x-msdownload", "Plan.pdf.bin"],
    ["Liste.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "Liste.xlsx"],
    ["Liste.xlsx", "application/x-cfb", "Liste.xlsx"],
    ["Brief.docx", "application/vnd.ms-word.document.macroenabled.12", "Brief.docx.bin"],
    ["Brief.odt", "application/pdf", "Brief.odt.bin"],
    ["Notizen.txt", "application/octet-stream", "Notizen.txt"],
    ["Tabelle.csv", "application/pdf", "Tabelle.csv"],
    ["constructor", "application/pdf", "constructor"],
    ["x.constructor", "application/pdf", "x.constructor"],
    [`${"x".repeat(200)}.pdf`, "text/html", `${"x".repeat(196)}.bin`],
  ])("%s with the content %s is sent as %s", (name, type, sent) => expect(toDownloadName(name, type)).toBe(sent));

  it.each([
    ["bericht", "pdf", false, "bericht.pdf"],
    ["bericht.doc", "cfb", false, "bericht.doc"],
    ["bild.php", "jpg", true, "bild.jpg"],
    ["bild", undefined, true, "bild"],
  ])("%s with the content %s (always: %s) becomes %s", (name, found, always, expected) =>
    expect(withExtension(name, found, { always })).toBe(expected),
  );
});
