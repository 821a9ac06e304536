import { expect, it } from "vitest";
import { rulesOf } from "./password-rules";

it.each([
  ["", []],
  ["bahnsteig", ["letters"]],
  ["bahnsteig9", ["length", "letters", "numbers"]],
  ["Straße", ["letters"]],
  ["Föhr 9¾", ["letters", "numbers", "signs"]],
  ["        ", ["signs"]],
  ["🚂🚂🚂🚂🚂", ["signs"]],
  ["🚂".repeat(10), ["length", "signs"]],
  ["日本の鉄道は時間に正確", ["length", "letters"]],
])("%j meets the rules %j", (password, rules) => {
  expect(Object.entries(rulesOf(password)).flatMap(([rule, follows]) => (follows ? [rule] : []))).toEqual(rules);
});
