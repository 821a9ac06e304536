import { createInstance } from "i18next";
import { describe, expect, test } from "vitest";
import { locales } from "./locale";
import { resources, translator } from "./resources.server";

const withForm = /_(?:zero|one|other)$/;

/** The keys of all texts, and of those with plural forms also without the form. */
function keysOf(texts: object, path = ""): string[] {
  const keys = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "object" && !Array.isArray(value) ? keysOf(value, `${path}${key}.`) : [path + key, path + key.replace(withForm, "")],
  );
  return [...new Set(keys)];
}

const values = ["Bahnhof", "<b>$& $1</b> $t(shell:close)", 1_234_567.891, undefined];
const counts = [0, 1, 2, 1.5];

describe.each(locales)("In %s, texts are those of i18next", (locale) => {
  const reference = createInstance({
    lng: locale,
    resources: { [locale]: resources[locale] },
    defaultNS: "shell",
    interpolation: { escapeValue: false },
  });
  void reference.init({ initImmediate: false });
  const expected = reference.t as (key: string, options?: object) => unknown;
  const found = translator(locale) as (key: string, options?: object) => unknown;

  test.each(Object.entries(resources[locale]))("of %s", (namespace, texts) => {
    const names = [...JSON.stringify(texts).matchAll(/\{\{(\w+)/g)].map(([, name = ""]) => name).filter((name) => name !== "count");
    for (const value of values) {
      const variables = { ...Object.fromEntries(names.map((name) => [name, value])), returnObjects: true };
      const all = (t: typeof found) =>
        keysOf(texts).map((key) => {
          const address = `${namespace}:${key}`;
          const counted = counts.map((count) => t(address, { ...variables, count }));
          // Without their count, such texts are of no use.
          return [
            key,
            JSON.stringify(found(address, { returnObjects: true })).includes("{{count") ? undefined : t(address, variables),
            ...counted,
          ];
        });
      expect(all(found)).toEqual(all(expected));
    }
  });

  test("or the key where there is none", () => {
    for (const key of ["close", "nothing", "nothing.at.all", "close.nothing", "nowhere:close", "articles:nothing", ""])
      expect(found(key), key).toBe(expected(key));
  });

  test("except that what looks like a variable in somebody's words is left alone", () => {
    expect(found("trash:ofTeam", { team: "{{team}} {{count}}" })).toContain("{{team}} {{count}}");
  });
});
