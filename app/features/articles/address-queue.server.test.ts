import { describe, expect, test } from "vitest";
import { translator } from "~/i18n/resources.server";
import * as limits from "../../../contract/limits";
import { nextParams, oneAddress, queueParams } from "./address-queue";
import { pathAfterSaving, readAddresses, readQueue } from "./address-queue.server";

const t = translator("en");
const many = (count: number) => Array.from({ length: count }, (_, n) => `https://paper.example/${n}`).join("\n");

describe("Addresses that are pasted", () => {
  test.each([
    [" paper.example/a ", ["paper.example/a"]],
    ["https://paper.example/a\r\n\thttps://paper.example/b ", ["https://paper.example/a", "https://paper.example/b"]],
    [
      "https://paper.example/a,b, https://paper.example/c;\nhttps://paper.example/d",
      ["a,b", "c", "d"].map((path) => `https://paper.example/${path}`),
    ],
    ["\u200ehttps://paper.example/a\u200b", ["https://paper.example/a"]],
    ["https://paper.example/a\u00a0b", ["https://paper.example/ab"]],
    ["https://paper.example/a\u00a0https://paper.example/b\ufeff", ["https://paper.example/a", "https://paper.example/b"]],
    [`https://paper.example/?q=${"ü".repeat(400)}`, [`https://paper.example/?q=${"ü".repeat(400)}`]],
    [many(limits.addressesAtOnce), many(limits.addressesAtOnce).split("\n")],
  ])("are one or more: %j", (text, [first, ...more]) => {
    expect(readAddresses(text, oneAddress, t)).toEqual({ ok: true, first, queue: { nth: 1, more } });
  });

  test("come before those that are left", () => {
    const left = { nth: 3, more: ["https://paper.example/z"] };
    const [first, second] = many(2).split("\n");
    expect(readAddresses(many(2), left, t)).toEqual({ ok: true, first, queue: { nth: 3, more: [second, ...left.more] } });
    expect(readAddresses(many(limits.addressesAtOnce), left, t)).toMatchObject({ ok: false });
  });

  test.each([
    [" ", "This field is required"],
    ["javascript:alert(1)", t("errors:invalidUrl")],
    [`https://paper.example/${"a".repeat(limits.url)}`, t("errors:tooLong", { max: limits.url })],
    [`https://paper.example/?q=${"ü".repeat(limits.url)}`, t("errors:tooLong", { max: limits.url })],
    ["https://paper.example/a <b>", "This is not a valid address: <b>"],
    [many(limits.addressesAtOnce + 1), t("articles:import.tooMany", { max: limits.addressesAtOnce })],
    [`${many(3)}\n${`https://paper.example/${"ü".repeat(400)}\n`.repeat(3)}`, t("articles:import.tooLong")],
    ["https://paper.example/Bericht 2025.pdf", "This is not a valid address: 2025.pdf"],
    ["http: ".repeat(1_000_000), t("articles:import.tooMany", { max: limits.addressesAtOnce })],
    ["no address at all", t("errors:invalidUrl")],
  ])("are refused with a reason: %.40j", (text, message) => {
    expect(readAddresses(text, oneAddress, t)).toEqual({ ok: false, errors: { sourceUrl: [message] } });
  });
});

test("Saving leads to the next address, with the parameters of the list below, or else to that list", () => {
  const request = (search: string) => new Request(`https://folda.example/stream/contents/1/edit?sort_by=views${search}`);
  const path = pathAfterSaving(request("&nth=1&more=https://paper.example/b"), "contents/1/edit");
  expect(path).toBe("/stream/contents/new?sort_by=views&fetch=1&url=https%3A%2F%2Fpaper.example%2Fb&nth=2&more=");
  expect(pathAfterSaving(request("&nth=2&more="), "contents/1/edit")).toBe("/stream?sort_by=views");
});

describe("The queue in the address of the form", () => {
  const queue = { nth: 2, more: ["https://paper.example/c?d=1&e", "https://paper.example/ü"] };

  test("comes back as it was, and leads to the next", () => {
    expect(readQueue(new URLSearchParams(queueParams(queue)))).toEqual(queue);
    const next = new URLSearchParams(nextParams(queue));
    expect([next.get("fetch"), next.get("url"), readQueue(next)]).toEqual(["1", queue.more[0], { nth: 3, more: [queue.more[1]] }]);
    expect([nextParams({ nth: 4, more: [] }), queueParams({ nth: 1, more: [] })]).toEqual([undefined, {}]);
  });

  test.each(["", "nth=0&more=", "nth=1e9&more=javascript:alert(1)+data:x", "nth=-1", "nth=x&more=%00", `more=${"x".repeat(100_000)}`])(
    "is empty where it makes no sense: %.40s",
    (search) => {
      expect(readQueue(new URLSearchParams(search))).toEqual({ nth: 1, more: [] });
    },
  );
});
