import { type ActionFunctionArgs, data, type ServerBuild } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { thrownRefusal } from "~/upstream/failure.server";
import type { FailedForm } from "./failed-form";
import { keepTyped } from "./keep-typed.server";

type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];

const logBug = vi.fn();
const away = () => Promise.reject(new Response("id", { status: 503, headers: { "Retry-After": "5" } }));

/** The wrapped module, and the arguments of a request with a form. */
function wrap(module: Partial<Module>) {
  const route = { id: "page", path: "page", module: { default: () => null, ...module } as Module };
  const wrapped = keepTyped({ page: route }, { logBug }).page?.module;
  const request = new Request("https://folda.example/page", { method: "POST", body: new URLSearchParams({ body: "Ein Kommentar" }) });
  const args = { request, params: {}, context: {} } as ActionFunctionArgs;
  return { args, action: () => wrapped?.action?.(args), loader: () => wrapped?.loader?.(args) };
}

const textsOf = (reason: unknown) => (reason as { data?: FailedForm }).data?.kept?.fields.map(({ value }) => value);

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
