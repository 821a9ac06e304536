import { describe, expect, it } from "vitest";
import { readForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import type { User } from "~/upstream/users.server";
import { completeFormSchema, profileForm, readProfileForm } from "./profile-form.server";

const t = translator("de");
const required = "Dies ist ein Pflichtfeld";

type Posted = Record<string, string | string[]>;

function posted(fields: Posted): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return body;
}

const jana = {
  salutation: "Frau",
  firstName: "Jana",
  lastName: "Petersen",
  jobTitle: null,
  interests: [{ id: "1", name: "Bau", slug: "bau" }],
  visibility: "is_public",
  locale: null,
  colorScheme: "auto",
} as unknown as User;

const filled = profileForm(jana, "de").values as Posted;
const errorsOf = (changes: Posted) => {
  const reading = readProfileForm(posted({ ...filled, ...changes }), t);
  return reading.ok ? {} : reading.form.errors;
};

describe("The profile form", () => {
  it("submitted unchanged, changes nothing but sets the page's language if none was saved", () => {
    expect(readProfileForm(posted(filled), t)).toMatchObject({
      ok: true,
      value: {
        profile: {
          salutation: "Frau",
          firstName: "Jana",
          lastName: "Petersen",
          jobTitle: null,
          interests: ["Bau"],
          visibility: "is_public",
          locale: "de",
        },
      },
    });
  });

  it("accepts an empty profile, and normalizes new interests like new tags", () => {
    const nothing = { salutation: "", firstName: " ", lastName: "", interests: [], newInterests: " Brücken , Bau,," };
    const reading = readProfileForm(posted({ ...filled, ...nothing }), t);
    expect(reading.ok && reading.value.profile).toMatchObject({
      salutation: null,
      firstName: null,
      lastName: null,
      interests: ["Brücken", "Bau"],
    });
  });

  it("changes the language of this browser only if a different one was chosen", () => {
    const newLocaleOf = (savedLocale: string) => {
      const reading = readProfileForm(posted({ ...filled, savedLocale }), t);
      return reading.ok && reading.value.newLocale;
    };
    expect(newLocaleOf("de")).toBeUndefined();
    expect(newLocaleOf("en")).toBe("de");
  });

  it.each<[string, Posted, Record<string, string[]>]>([
    ["an unknown salutation", { salutation: "Dr." }, { salutation: ["Bitte wählen Sie eine der angebotenen Möglichkeiten."] }],
    ["a long name", { lastName: "x".repeat(1001) }, { lastName: ["Bitte kürzen Sie auf höchstens 1000 Zeichen."] }],
    [
      "51 interests",
      { interests: Array.from({ length: 51 }, (_, n) => `T${n}`) },
      { interests: ["Bitte geben Sie höchstens 50 Einträge an."] },
    ],
    ["no visibility", { visibility: [] }, { visibility: [required] }],
    ["an unsupported language", { locale: "fr" }, { locale: ["Bitte wählen Sie eine der angebotenen Möglichkeiten."] }],
  ])("reports %s", (_, changes, errors) => expect(errorsOf(changes)).toEqual(errors));
});

describe("The form that completes a profile", () => {
  it("requires all three fields, with the messages of docs/product.md, and keeps the input", () => {
    const reading = readForm(posted({ firstName: " Jana " }), completeFormSchema, t);
    expect(reading).toEqual({
      ok: false,
      form: { values: { firstName: " Jana " }, errors: { salutation: [required], lastName: [required] } },
    });
    expect(readForm(posted({ salutation: "Herr", firstName: "\n", lastName: "Kern" }), completeFormSchema, t)).toMatchObject({
      form: { errors: { firstName: [required] } },
    });
    expect(readForm(posted({ salutation: "Frau", firstName: " Jana ", lastName: "Petersen" }), completeFormSchema, t)).toMatchObject({
      value: { salutation: "Frau", firstName: "Jana", lastName: "Petersen" },
    });
  });
});
