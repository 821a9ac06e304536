import { expect, test } from "vitest";
import { typedValues } from "./form-state";

test("typedValues returns the input by name, without passwords and files", () => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ title: "Brücke", password: "geheim", currentPassword: "geheim" })) body.append(name, value);
  for (const tag of ["Bau", "Gleis"]) body.append("tags", tag);
  body.append("files", new File(["x"], "x.txt"));
  expect(typedValues(body)).toEqual({ title: ["Brücke"], tags: ["Bau", "Gleis"] });
});
