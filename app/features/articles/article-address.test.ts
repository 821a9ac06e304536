import { expect, it } from "vitest";
import * as limits from "../../../contract/limits";
import { toParam } from "./article-address";

const start = "https://paper.example/";
const longest = start + "ü".repeat(limits.url - start.length);

it.each([longest, encodeURI(longest)])("The longest possible address is part of the links between the modes: %.40s…", (address) => {
  expect(toParam(address)).toEqual({ url: address });
});

it.each(["", `${longest}x`, encodeURI(`${longest}ü`)])("No address and one that is too long are not: %.40s…", (address) => {
  expect(toParam(address)).toEqual({});
});
