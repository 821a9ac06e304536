import { describe, expect, it } from "vitest";
import { translator } from "~/i18n/resources.server";
import type { User } from "~/upstream/users.server";
import { profileValues, readCompleteForm, readProfileForm } from "./profile-form.server";

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
} as unknown as User;

const filled = profileValues(jana, "de") as Posted;
const errorsOf = (changes: Posted) => {
  const reading = readProfileForm(posted({ ...filled, ...changes }), t);
  return reading.ok ? {} : reading.form.errors;
};

describe("The profile form", () => {
  it("posted as it was shown changes nothing but the language, which is the page's where none was chosen", () => {
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

  it("may say nothing of a person, and makes of new interests what articles make of new tags", () => {
    const nothing = { salutation: "", firstName: " ", lastName: "", interests: [], newInterests: " Brücken , Bau,," };
    const reading = readProfileForm(posted({ ...filled, ...nothing }), t);
    expect(reading.ok && reading.value.profile).toMatchObject({
      salutation: null,
      firstName: null,
      lastName: null,
      interests: ["Brücken", "Bau"],
    });
  });

  it("changes the language of this browser only when another one was chosen", () => {
    const newLocaleOf = (savedLocale: string) => {
      const reading = readProfileForm(posted({ ...filled, savedLocale }), t);
      return reading.ok && reading.value.newLocale;
    };
    expect(newLocaleOf("de")).toBeUndefined();
    expect(newLocaleOf("en")).toBe("de");
  });

  it.each<[string, Posted, Record<string, string[]>]>([
    ["another salutation", { salutation: "Dr." }, { salutation: ["Bitte wählen Sie eine der angebotenen Möglichkeiten."] }],
    ["a long name", { lastName: "x".repeat(1001) }, { lastName: ["Bitte kürzen Sie auf höchstens 1000 Zeichen."] }],
    [
      "51 interests",
      { interests: Array.from({ length: 51 }, (_, n) => `T${n}`) },
      { interests: ["Bitte geben Sie höchstens 50 Einträge an."] },
    ],
    ["no visibility", { visibility: [] }, { visibility: [required] }],
    ["another language", { locale: "fr" }, { locale: ["Bitte wählen Sie eine der angebotenen Möglichkeiten."] }],
  ])("says what is wrong with %s", (_, changes, errors) => expect(errorsOf(changes)).toEqual(errors));
});

describe("The form that completes a profile", () => {
  it("needs all three, in the texts of docs/product.md, and keeps what was typed", () => {
    const reading = readCompleteForm(posted({ firstName: " Jana " }), t);
    expect(reading).toEqual({
      ok: false,
      form: { values: { firstName: " Jana " }, errors: { salutation: [required], lastName: [required] } },
    });
    expect(readCompleteForm(posted({ salutation: "Herr", firstName: "\n", lastName: "Kern" }), t)).toMatchObject({
      form: { errors: { firstName: [required] } },
    });
    expect(readCompleteForm(posted({ salutation: "Frau", firstName: " Jana ", lastName: "Petersen" }), t)).toMatchObject({
      value: { salutation: "Frau", firstName: "Jana", lastName: "Petersen" },
    });
  });
});
