import { afterEach, describe, expect, test, vi } from "vitest";
import { takenSegments } from "./config.server";
import routes from "./routes";

describe("The product's path", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  test.each(["stream", "de", "assets", "healthz"])("must not be /%s, which is taken", async (slug) => {
    vi.stubEnv("PRODUCT_SLUG", slug);
    vi.stubEnv("PORT", "abc");
    vi.resetModules();
    await expect(import("./config.server")).rejects.toThrow(/^PORT: .+\nPRODUCT_SLUG: is already the path of another page$/);
  });

  test("must differ from all pages", () => {
    type Entries = { path?: string; children?: Entries }[];
    const pathsOf = (entries: Entries): string[] =>
      entries.flatMap(({ path, children = [] }) => (path === undefined ? pathsOf(children) : [path]));
    const segments = pathsOf(routes as Entries).map((path) => path.replace(/^\//, "").split("/")[0] ?? "");
    expect(segments.filter((segment) => /^\w/.test(segment) && !takenSegments.has(segment))).toEqual([]);
  });
});
