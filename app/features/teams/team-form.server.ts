import { z } from "zod";
import { formKeySchema, type Reading, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { requiredLine } from "../../../contract/rest/shared";

const teamFormSchema = z.object({ name: requiredLine(), key: formKeySchema });

/** The team form as it was posted. */
export const readTeamForm = (body: FormData, t: Translate): Reading<z.output<typeof teamFormSchema>> => readForm(body, teamFormSchema, t);
