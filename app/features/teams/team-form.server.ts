import { z } from "zod";
import { formAnswer, formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import type { requireSession } from "~/session/session.server";
import type { Result } from "~/upstream/result";
import { updateTeam } from "~/upstream/teams.server";
import { requiredLine } from "../../../contract/rest/shared";

const teamFormSchema = z.object({
  name: requiredLine(),
  key: formKeySchema,
  /** Which name another team has was said before: sent again, it is meant. */
  refusedName: z.string().optional(),
});

type Session = Awaited<ReturnType<typeof requireSession>>;
type TeamAction<T> = (team: { name: string; distinct: boolean }, key: string | undefined) => Promise<Result<T>>;

/** Saves a team by its form; answers the form again when that was not possible, the first time also where another team has this name. */
export async function saveByForm<T>({ locale }: Pick<Session, "locale">, body: FormData, save: TeamAction<T>) {
  const t = translator(locale);
  const reading = readForm(body, teamFormSchema, t);
  if (!reading.ok) return { ok: false as const, answer: formAnswer(reading.form, {}) };
  const { name, key, refusedName } = reading.value;
  const result = await save({ name, distinct: name !== refusedName }, key);
  if (result.ok) return result;
  const values = result.errors.name ? { ...reading.values, refusedName: name } : reading.values;
  return { ok: false as const, answer: formAnswer(refusedForm(result, values, t), {}, refusalInit(result)) };
}

/** Names a team anew by its form; answers the form again when that was not possible. */
export async function renameByForm(session: Session, teamId: string, body: FormData) {
  const result = await saveByForm(session, body, (team) => updateTeam(session.upstream, teamId, team));
  return result.ok ? undefined : result.answer;
}
