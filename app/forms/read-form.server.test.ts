import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { translator } from "~/i18n/resources.server";
import { emailSchema, optionalLine, requiredLine } from "../../contract/rest/shared";
import { formAnswer, formKeySchema, newForm, readForm, refusedForm } from "./read-form.server";

const t = translator("en");
const required = "This field is required";
const wrongType = "This value is not possible here.";

const schema = z.object({
  title: z.string().min(1).max(5),
  tags: z.array(z.string().max(3)).max(2).default([]),
  priority: z.enum(["normal", "high"]).default("normal"),
  version: z.number().int().min(0).optional(),
  shareable: z.boolean().default(false),
  day: z.iso.date().optional(),
  password: z.string().min(1).optional(),
});

function form(...fields: [string, string | File][]): FormData {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
}

const read = (...fields: [string, string | File][]) => readForm(form(...fields), schema, t, { secret: ["password"] });

/** The errors of a form that is otherwise valid. */
function errorsOf(...fields: [string, string | File][]) {
  const titled = fields.some(([name]) => name === "title") ? fields : [["title", "Bau"] as [string, string], ...fields];
  const reading = read(...titled);
  return reading.ok ? {} : reading.form.errors;
}

test("A new form knows which fields are required, and their limits", () => {
  const fields = {
    name: requiredLine(80),
    note: optionalLine(200),
    email: emailSchema,
    on: z.boolean().default(false),
    key: formKeySchema,
  };
  expect(newForm(z.object(fields), { name: "Bau" })).toEqual({
    values: { name: "Bau" },
    errors: {},
    constraints: { name: { required: true, maxLength: 80 }, note: { maxLength: 200 }, email: { required: true, maxLength: 254 } },
  });
});

describe("A form", () => {
  it("is parsed by its schema", () => {
    expect(read(["title", "Bau"], ["tags", "a"], ["tags", "b"], ["version", "3"], ["shareable", "on"])).toEqual({
      ok: true,
      value: { title: "Bau", tags: ["a", "b"], priority: "normal", version: 3, shareable: true },
      values: { title: "Bau", tags: ["a", "b"], version: "3", shareable: "on" },
    });
  });

  it("returns all input but secrets, and an error for each invalid field", () => {
    expect(read(["title", "much too long"], ["tags", "abcd"], ["priority", "urgent"], ["password", "hunter2"])).toEqual({
      ok: false,
      form: {
        values: { title: "much too long", tags: "abcd", priority: "urgent" },
        errors: {
          title: ["Please shorten this to 5 characters at most."],
          tags: ["Please shorten this to 3 characters at most."],
          priority: ["Please choose one of the options offered."],
        },
      },
    });
  });

  it("reports each error once, in the user's language", () => {
    const reading = readForm(form(["tags", "abcd"], ["tags", "efgh"]), schema, translator("de"));
    expect(reading.ok ? {} : reading.form.errors).toEqual({
      title: ["Dies ist ein Pflichtfeld"],
      tags: ["Bitte kürzen Sie auf höchstens 3 Zeichen."],
    });
  });

  it.each<[string, [string, string | File][], Record<string, string[]>]>([
    ["an empty title", [["title", ""]], { title: [required] }],
    [
      "a title twice",
      [
        ["title", "a"],
        ["title", "b"],
      ],
      { title: [wrongType] },
    ],
    ["a file as a title", [["title", new File(["x"], "x.txt")]], { title: [wrongType] }],
    ["a file as a tag", [["tags", new File(["x"], "x.txt")]], { tags: [wrongType] }],
    ["a word as a version", [["version", "first"]], { version: [wrongType] }],
    ["a fractional version", [["version", "1.5"]], { version: [wrongType] }],
    ["a version below zero", [["version", "-1"]], { version: [wrongType] }],
    ["a switch that is neither on nor off", [["shareable", "maybe"]], { shareable: [wrongType] }],
    ["an invalid date", [["day", "tomorrow"]], { day: ["Please enter a valid date."] }],
    ["three tags", ["a", "b", "c"].map((tag) => ["tags", tag] as [string, string]), { tags: ["Please enter 2 entries at most."] }],
  ])("reports %s", (_, fields, errors) => expect(errorsOf(...fields)).toEqual(errors));

  it("never returns a file", () => {
    const reading = read(["title", new File(["x"], "x.txt")], ["tags", "a"], ["tags", new File(["x"], "x.txt")]);
    expect(reading.ok ? {} : reading.form.values).toEqual({ title: undefined, tags: ["a"] });
  });
});

describe("Fields that are not in the schema", () => {
  it.each([
    ..."userId Title toString tags[3000000] tags[4294967294] tags[] title[0] title.length __intent__ __proto__".split(" "),
    ..."__proto__.admin constructor.prototype.admin".split(" "),
    "a.".repeat(5000),
    "a[1]".repeat(5000),
    "",
    " title",
    "title\u0000",
  ])("are ignored: %j", (name) => {
    const reading = read([name, "x"], ["title", "Bau"]);
    expect(reading).toMatchObject({ ok: true, values: { title: "Bau" } });
    expect(reading.ok && Object.keys(reading.values)).toEqual(["title"]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe("The key of a form", () => {
  const key = "5f0c2f0e-6f38-4d57-9d2b-1a5e5a1c9d10";
  it.each([
    [key, key],
    [undefined, undefined],
    ["", undefined],
    ["x".repeat(1000), undefined],
    ["🚆", undefined],
    ["a\r\nX-Evil: 1", undefined],
    [[key, key], undefined],
  ])("%j counts as %j", (sent, read) => expect(formKeySchema.parse(sent)).toBe(read));
});

describe("A form that the API refused", () => {
  it("shows its errors and message, or a generic message if it has neither", () => {
    const refused = { ok: false, status: 422, errors: { title: ["Too long."] } } as const;
    const errors = { title: ["Too long."] };
    expect(refusedForm({ ...refused, errors }, { title: "x" }, t)).toEqual({ values: { title: "x" }, errors, message: undefined });
    expect(refusedForm({ ok: false, status: 409, errors: {}, message: "Outdated." }, {}, t).message).toBe("Outdated.");
    for (const status of [413, 500, 503])
      expect(refusedForm({ ok: false, status, errors: {} }, {}, t).message).toBe(t("errors:genericError"));
  });

  it("has status 422, or the status and headers of the refusal", () => {
    const state = { values: {}, errors: {} };
    expect(formAnswer(state, { found: 2 })).toMatchObject({ data: { found: 2, form: state }, init: { status: 422 } });
    expect(formAnswer(state, {}, { status: 429, headers: { "Retry-After": "30" } }).init).toEqual({
      status: 429,
      headers: { "Retry-After": "30" },
    });
  });
});
