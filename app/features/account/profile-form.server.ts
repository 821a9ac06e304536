import { z } from "zod";
import { type Reading, readForm } from "~/forms/read-form.server";
import { allTags, tagFields, withTagRules } from "~/forms/tags-form.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import type { Profile, User } from "~/upstream/users.server";
import { limits } from "../../../contract/limits";
import { optionalLine } from "../../../contract/rest/shared";
import { completeProfileSchema, localeSchema, salutationSchema, visibilitySchema } from "../../../contract/rest/users";

const profileFormSchema = withTagRules(
  z.object({
    salutation: salutationSchema.optional(),
    firstName: optionalLine(),
    lastName: optionalLine(),
    jobTitle: optionalLine(),
    interests: tagFields.chosen,
    newInterests: tagFields.typed,
    visibility: visibilitySchema,
    locale: localeSchema,
    savedLocale: z.string().optional(),
  }),
  { chosen: "interests", typed: "newInterests", max: limits.interestsPerUser },
);

/**
 * The profile as it was posted. `newLocale` is another language than the form was opened with: two browsers may speak two, and
 * who corrects a name does not want to change that.
 */
export function readProfileForm(body: FormData, t: Translate): Reading<{ profile: Profile; newLocale?: Locale }> {
  const reading = readForm(body, profileFormSchema, t);
  if (!reading.ok) return reading;
  const { salutation = null, interests, newInterests, savedLocale, ...rest } = reading.value;
  const profile = { ...rest, salutation, interests: allTags(interests, newInterests) };
  return { ...reading, value: { profile, newLocale: rest.locale === savedLocale ? undefined : rest.locale } };
}

/** The form of this person's profile. */
export function profileValues(user: User, locale: Locale): Record<string, unknown> {
  return {
    salutation: user.salutation ?? "",
    firstName: user.firstName ?? "",
    lastName: user.lastName ?? "",
    jobTitle: user.jobTitle ?? "",
    interests: user.interests.map(({ name }) => name),
    visibility: user.visibility,
    locale: user.locale ?? locale,
  };
}

const { salutation, first_name: firstName, last_name: lastName } = completeProfileSchema.shape;
const completeFormSchema = z.object({ salutation, firstName, lastName });

/** The form of the first sign-in. */
export const readCompleteForm = (body: FormData, t: Translate) => readForm(body, completeFormSchema, t);
