import { z } from "zod";
import { formAnswer, formKeySchema, type Reading, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import type { requireSession } from "~/session/session.server";
import { updateTeam } from "~/upstream/teams.server";
import { requiredLine } from "../../../contract/rest/shared";

const teamFormSchema = z.object({ name: requiredLine(), key: formKeySchema });

/** The team form as it was posted. */
export const readTeamForm = (body: FormData, t: Translate): Reading<z.output<typeof teamFormSchema>> => readForm(body, teamFormSchema, t);

type Session = Awaited<ReturnType<typeof requireSession>>;

/** Names a team anew by its form; answers the form again when that was not possible. */
export async function renameByForm({ upstream, locale }: Session, teamId: string, body: FormData) {
  const t = translator(locale);
  const reading = readTeamForm(body, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const result = await updateTeam(upstream, teamId, { name: reading.value.name });
  return result.ok ? undefined : formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
}
