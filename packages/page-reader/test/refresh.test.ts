import { describe, expect, it } from "vitest";
import { findRefreshUrl } from "../src/refresh";

const url = "https://zeitung.example/alt?x=1";
const meta = (content: string) => `<html><head><meta http-equiv="Refresh" content="${content}"></head><body>Weiter</body></html>`;

describe("A page that sends its readers on", () => {
  it.each([
    ["at once", meta("0; url=/neu"), "https://zeitung.example/neu"],
    ["with quotes and capitals", meta("0;URL='https://www.zeitung.example/neu'"), "https://www.zeitung.example/neu"],
    ["after seconds", meta("5.0, url = neu"), "https://zeitung.example/neu"],
    ["without saying url", meta("0;/neu"), "https://zeitung.example/neu"],
    ["from its base", `<base href="/archiv/">${meta("0;url=neu")}`, "https://zeitung.example/archiv/neu"],
    ["into a network, which the fetch refuses", meta("0;url=http://10.0.0.1/"), "http://10.0.0.1/"],
  ])("%s", (_, html, target) => expect(findRefreshUrl(html, url)).toBe(target));

  it.each([
    ["to itself", meta("0; url=/alt?x=1#oben")],
    ["after minutes", meta("300; url=/neu")],
    ["to nothing", meta("0")],
    ["to a script", meta("0; url=javascript:alert(1)")],
    ["to a file", meta("0; url=file:///etc/passwd")],
    ["without script only", '<noscript><meta http-equiv="refresh" content="0;url=/neu"></noscript>'],
    ["in a comment", '<!-- <meta http-equiv="refresh" content="0;url=/neu"> -->'],
    ["in no way", "<p>Text"],
    ["in no word", ""],
  ])("does not when it leads %s", (_, html) => expect(findRefreshUrl(html, url)).toBeNull());
});
