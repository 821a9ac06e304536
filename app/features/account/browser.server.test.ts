import { expect, it } from "vitest";
import { readBrowser } from "./browser.server";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each<[string, string | undefined, string | undefined]>([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, "Edge", "Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/130.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/130.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 7) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-G991B) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPad",
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/129.0.0.0 Safari/537.36 OPR/115.0.0.0`, "Opera", "Windows"],
  ["Lynx/2.9.0 libwww-FM/2.14", undefined, undefined],
  ["", undefined, undefined],
  [`${"x".repeat(5000)} Firefox/1`, undefined, undefined],
])("%s", (userAgent, name, system) => expect(readBrowser(userAgent)).toEqual({ name, system }));

it("returns no name for a missing or unknown user agent", () => {
  expect(readBrowser(null)).toEqual({ name: undefined, system: undefined });
});
