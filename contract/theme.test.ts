import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, nearestLegible, readColor, textOn } from "./colors";
import { defaultTheme, deriveTheme, judgeColor, readTheme, themeVariables, toProperty } from "./theme";

describe("Colours", () => {
  test.each([
    ["#0b5a42", "#0b5a42"],
    ["#FFF", "#ffffff"],
    [" #AbC123 ", "#abc123"],
    ["red", undefined],
    ["#12345", undefined],
    ["#1234567", undefined],
    ["red;}body{display:none", undefined],
    ["url(https://evil.example/)", undefined],
    ["#fff;", undefined],
    ["", undefined],
    ["#".repeat(10_000), undefined],
  ])("%s is read as %s", (text, color) => expect(readColor(text)).toBe(color));

  test("have the contrast of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#6f9fe0", "#ffffff")).toBeCloseTo(2.7, 1);
  });

  test("that fail have a nearest passing colour of the same hue", () => {
    const found = nearestLegible("#6f9fe0", "#ffffff", 4.5) ?? "";
    expect(contrast(found, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(found, "#ffffff")).toBeLessThan(4.6);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(found.slice(start, start + 2), 16));
    expect(red < green && green < blue).toBe(true);
    expect(nearestLegible("#0b5a42", "#ffffff", 4.5)).toBe("#0b5a42");
    expect(nearestLegible("#808080", "#7f7f7f", 22)).toBeUndefined();
  });

  test("are always legible with black or white text", () => {
    for (let grey = 0; grey < 256; grey += 1) {
      const color = `#${grey.toString(16).padStart(2, "0").repeat(3)}`;
      expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("A theme", () => {
  test("has the variables and the defaults of the stylesheet", () => {
    const css = readFileSync("app/styles/tokens.css", "utf8");
    const [, own = ""] = /1 · Client theme.*?:root \{(.*?)\}/s.exec(css) ?? [];
    const declared = [...own.matchAll(/(--[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]);
    expect(themeVariables.map((name) => [toProperty(name), defaultTheme[name]])).toEqual(declared);
  });

  test("is legible by default", () => {
    for (const name of themeVariables) expect(judgeColor(name, defaultTheme[name]).isLegible, name).toBe(true);
  });

  test.each(["#0b5a42", "#ffd400", "#8a1538", "#0057b8", "#ffffff", "#000000", "#808080", "#ff00ff", "#7fd3b0"])(
    "derived from %s is legible, and buttons have that colour",
    (main) => {
      const theme = deriveTheme(main);
      for (const name of themeVariables) expect(judgeColor(name, theme[name]).isLegible, name).toBe(true);
      expect(theme.buttonBackground).toBe(main);
    },
  );

  test("derived from a colour has its hue, as light and dark as the default one", () => {
    const theme = deriveTheme("#8a1538");
    expect([theme.mainColor, theme.linkColor]).toEqual(["#8a1538", "#8a1538"]);
    for (const { mainColor, mainColorHover, mainNavLogo } of [theme, deriveTheme("#ffd400")]) {
      expect(contrast(mainColorHover, "#ffffff")).toBeGreaterThan(contrast(mainColor, "#ffffff"));
      expect(mainNavLogo).toBe(mainColor);
    }
    expect(theme.contentItemBackground).toBe("#ffffff");
    expect(new Set(Object.values(deriveTheme("#808080")).map((color) => new Set(color.slice(1).match(/../g)).size))).toEqual(new Set([1]));
  });

  test("has a passing proposal for every colour that fails", () => {
    for (const color of ["#ffffff", "#000000", "#ffff00", "#808080", "#ff00ff", "#7fd3b0"]) {
      for (const name of themeVariables)
        expect(judgeColor(name, judgeColor(name, color).proposal).isLegible, `${name} ${color}`).toBe(true);
    }
  });

  test.each([null, "", "{", "[]", "7", '{"mainColor":7}', '{"mainColor":"red;}body{"}', '{"nothing":"#ffffff"}'])(
    "stored as %s is the product's own",
    (stored) => expect(readTheme(stored)).toEqual(defaultTheme),
  );

  test("keeps valid colours", () => {
    expect(readTheme('{"mainColor":"#ABC","linkColor":"blue"}')).toEqual({ ...defaultTheme, mainColor: "#aabbcc" });
  });
});
