import { type ActionFunctionArgs, data, type ServerBuild } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { thrownRefusal } from "~/upstream/failure.server";
import type { RouteHandle } from "../../contract/route-handle";
import texts from "../../locales/en/kept.json" with { type: "json" };
import type { FailedForm } from "./failed-form";
import { keepTyped } from "./keep-typed.server";

type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];

const logBug = vi.fn();
const away = () => Promise.reject(new Response("id", { status: 503, headers: { "Retry-After": "5" } }));

interface Posted {
  params?: Record<string, string>;
  fields?: Record<string, string>;
}

/** The wrapped module, and the arguments of a request with a form. */
function wrap(module: Partial<Module>, { params = {}, fields = { body: "Ein Kommentar" } }: Posted = {}) {
  const route = {
    id: "page",
    path: "page",
    module: { default: () => null, handle: { typed: { body: "articles:comment.label" } }, ...module } as Module,
  };
  const wrapped = keepTyped({ page: route }, { logBug }).page?.module;
  const request = new Request("https://folda.example/page", { method: "POST", body: new URLSearchParams(fields) });
  const args = { request, params, context: {} } as ActionFunctionArgs;
  return { args, action: () => wrapped?.action?.(args), loader: () => wrapped?.loader?.(args) };
}

const keptIn = (reason: unknown) => (reason as { data?: FailedForm }).data?.kept;
const textsOf = (reason: unknown) => keptIn(reason)?.fields.map(({ value }) => value);

describe("A loader that fails after the action", () => {
  test("carries the form, even if several loaders fail", async () => {
    const { action, loader } = wrap({ action: async () => data({ form: { values: {}, errors: {} } }, { status: 422 }), loader: away });
    await action();
    const results = await Promise.allSettled([loader(), loader(), loader()]);
    for (const result of results) expect(result.status === "rejected" && textsOf(result.reason)).toEqual(["Ein Kommentar"]);
  });

  test("carries no form if the action saved it", async () => {
    const { action, loader } = wrap({ action: async () => data({ form: undefined, made: true }), loader: away });
    await action();
    const [result] = await Promise.allSettled([loader()]);
    expect(result).toMatchObject({ status: "rejected", reason: expect.any(Response) });
  });
});

/** The form on the error page after the action failed with this status. */
async function keptAfter(status: number, handle: RouteHandle, posted: Posted) {
  const failing = wrap({ handle, action: () => Promise.reject(new Response(null, { status })) }, posted);
  const [result] = await Promise.allSettled([failing.action()]);
  return result.status === "rejected" ? keptIn(result.reason) : undefined;
}

describe("The error page", () => {
  const typed = { title: "articles:fields.title", "pictureText-*": "articles:files.pictureText" };

  test("shows the fields that the route declares with their labels, and posts all others again", async () => {
    const fields = { title: "Brücke", key: "k", "pictureText-4711": "Ein Kran", "pictureTextBefore-4711": "Kran", author: "" };
    const kept = await keptAfter(503, { typed }, { fields });
    expect(kept?.fields).toEqual([
      { name: "title", label: "Title", value: "Brücke", isLong: false },
      { name: "pictureText-4711", label: "What the picture shows", value: "Ein Kran", isLong: false },
    ]);
    expect(kept?.hidden).toEqual([
      ["key", "k"],
      ["pictureTextBefore-4711", "Kran"],
      ["author", ""],
    ]);
  });

  test("shows the text of a text area in one, and as markup if it was posted as HTML", async () => {
    const fields = { title: "Kurz", titleFormat: "html", body: "<p><b>Kurz</b></p>", bodyFormat: "html" };
    const kept = await keptAfter(503, { typed: { ...typed, body: "articles:fields.body" }, textAreas: ["body"] }, { fields });
    expect(kept?.fields.map(({ value, isLong }) => [value, isLong])).toEqual([
      ["Kurz", false],
      ["**Kurz**", true],
    ]);
  });

  test.each([
    [{ contentId: "a", commentId: "c" }, "comment", "/contents/a"],
    [{ product: "folda", folderId: "f", newsletterId: "n", contentId: "a" }, "newsletter", "/folda/f/mailings"],
    [{ product: "folda", folderId: "f", contentId: "a" }, "article", "/folda/f"],
    [{ contentId: "a" }, "article", undefined],
    [{ product: "folda", folderId: "f", sourceId: "s" }, "folder", "/folda"],
    [{ teamId: "t" }, "team", "/teams"],
    [{ memberId: "m" }, "other", undefined],
  ])("names what is gone by the route's parameters %j: %s", async (params, thing, next) => {
    const kept = await keptAfter(404, { typed }, { params, fields: { title: "Brücke" } });
    expect(kept?.text).toContain(texts.gone[thing as keyof typeof texts.gone]);
    expect([kept?.next?.to, kept?.post]).toEqual([next, undefined]);
  });

  test.each([
    ["article", "/stream/contents/new"],
    ["newsletter", "/folda/f/mailings/new"],
  ] as const)("offers to save a whole %s as a new one", async (savesAsNew, to) => {
    const kept = await keptAfter(404, { typed, savesAsNew }, { params: { product: "folda", folderId: "f" }, fields: { title: "Brücke" } });
    expect(kept?.post?.to).toBe(to);
    expect(kept?.hidden).toEqual([["key", expect.any(String)]]);
  });
});

test("A bug in a JSON route is logged and returned as JSON", async () => {
  const bug = new TypeError("of clara@demo.example");
  const { action, args } = wrap({ action: () => Promise.reject(bug), handle: { answersJson: true } });
  const answer = (await action()) as Response;
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ kind: "failed", message: expect.not.stringContaining("clara") });
  expect(logBug).toHaveBeenCalledWith(bug, args);
});

describe("A write with an unknown outcome", () => {
  const message = "It may have been saved.";
  const action = () => Promise.reject(thrownRefusal({ status: 503, message, retryAfterSeconds: 10 }));

  test("is reported above the form on the error page", async () => {
    const [result] = await Promise.allSettled([wrap({ action }).action()]);
    expect(result).toMatchObject({ status: "rejected", reason: { data: { form: { message } }, init: { status: 503 } } });
  });

  test("is reported to a fetcher", async () => {
    const answer = (await wrap({ action, handle: { answersJson: true } }).action()) as Response;
    expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toMatchObject([503, "10", { kind: "failed", message }]);
  });
});
