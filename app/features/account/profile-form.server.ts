import { z } from "zod";
import { type FormOf, newForm, readForm } from "~/forms/read-form.server";
import { allTags, tagFields, withTagRules } from "~/forms/tags-form.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import type { User } from "~/upstream/users.server";
import * as limits from "../../../contract/limits";
import { optionalLine } from "../../../contract/rest/shared";
import { colorSchemeSchema, completeProfileSchema, localeSchema, salutationSchema, visibilitySchema } from "../../../contract/rest/users";

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
    colorScheme: colorSchemeSchema,
    savedLocale: z.string().optional(),
  }),
  { chosen: "interests", typed: "newInterests", max: limits.interestsPerUser },
);

export type ProfileForm = FormOf<typeof profileFormSchema>;

/**
 * Reads the posted profile. `newLocale` is set only if the user changed the language in this form: the browser may use a different
 * language than the profile, and correcting a name must not change that.
 */
export function readProfileForm(body: FormData, t: Translate) {
  const reading = readForm(body, profileFormSchema, t);
  if (!reading.ok) return reading;
  const { salutation = null, interests, newInterests, savedLocale, ...rest } = reading.value;
  const profile = { ...rest, salutation, interests: allTags(interests, newInterests) };
  return { ...reading, value: { profile, newLocale: rest.locale === savedLocale ? undefined : rest.locale } };
}

export const profileForm = (user: User, locale: Locale): ProfileForm =>
  newForm(profileFormSchema, {
    salutation: user.salutation ?? "",
    firstName: user.firstName ?? "",
    lastName: user.lastName ?? "",
    jobTitle: user.jobTitle ?? "",
    interests: user.interests.map(({ name }) => name),
    visibility: user.visibility,
    locale: user.locale ?? locale,
    colorScheme: user.colorScheme,
    savedLocale: user.locale ?? locale,
  });

const { salutation, first_name: firstName, last_name: lastName } = completeProfileSchema.shape;
/** The form shown after the first sign-in. */
export const completeFormSchema = z.object({ salutation, firstName, lastName });
