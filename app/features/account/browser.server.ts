/** Order matters: most browsers also list older ones for compatibility, so the most specific name comes first. */
const browsers: [name: string, mark: RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPiOS|OPT)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//],
  ["Safari", /\bVersion\/\d.*\bSafari\//],
];

const systems: [name: string, mark: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac(?:intosh| OS X)\b/],
  ["Linux", /\b(?:Linux|X11)\b/],
];

const find = (marks: [string, RegExp][], text: string) => marks.find(([, mark]) => mark.test(text))?.[0];

/** Common names of the browser and operating system in a `User-Agent`; undefined for unknown ones. */
export function readBrowser(userAgent: string | null): { name: string | undefined; system: string | undefined } {
  const text = (userAgent ?? "").slice(0, 300);
  return { name: find(browsers, text), system: find(systems, text) };
}
