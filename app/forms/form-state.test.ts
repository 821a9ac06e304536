import { expect, test } from "vitest";
import { costGrowth, proportional } from "../../tests/support/cost-growth";
import { typedValues } from "./form-state";

test("typedValues returns the input by name, without passwords and files", () => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ title: "Brücke", password: "geheim", currentPassword: "geheim" })) body.append(name, value);
  for (const tag of ["Bau", "Gleis"]) body.append("tags", tag);
  body.append("files", new File(["x"], "x.txt"));
  expect(typedValues(body)).toEqual({ title: ["Brücke"], tags: ["Bau", "Gleis"] });
});

test("reading a form takes linear time", () => {
  const forms = new Map<number, FormData>();
  const formOf = (length: number) => {
    const body = new FormData();
    for (let at = 0; at < length; at += 1) body.append(`name[${at}]`, "x");
    forms.set(length, body);
    return body;
  };
  for (const length of [2_500, 20_000]) formOf(length);
  expect(costGrowth(20_000, (length) => typedValues(forms.get(length) ?? formOf(length)))).toBeLessThan(proportional);
});
