import { z } from "zod";
import { type FormOf, formAnswer, formKeySchema, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import type { requireSession } from "~/session/session.server";
import type { Result } from "~/upstream/result";
import { updateTeam } from "~/upstream/teams.server";
import { requiredLine } from "../../../contract/rest/shared";

export const teamFormSchema = z.object({
  name: requiredLine(),
  key: formKeySchema,
  /** A name that was reported as used by another team: submitting it again confirms it. */
  refusedName: z.string().optional(),
});

export type TeamForm = FormOf<typeof teamFormSchema>;

type Session = Awaited<ReturnType<typeof requireSession>>;
type TeamAction<T> = (team: { name: string; distinct: boolean }, key: string | undefined) => Promise<Result<T>>;

/** Saves a team from its form. On failure, returns the form again; so it does the first time if another team has the same name. */
export async function saveByForm<T>({ locale }: Pick<Session, "locale">, body: FormData, save: TeamAction<T>) {
  const t = translator(locale);
  const reading = readForm(body, teamFormSchema, t);
  if (!reading.ok) return { ok: false as const, answer: formAnswer(reading.form) };
  const { name, key, refusedName } = reading.value;
  const result = await save({ name, distinct: name !== refusedName }, key);
  if (result.ok) return result;
  const values = result.errors.name ? { ...reading.values, refusedName: name } : reading.values;
  return { ok: false as const, answer: refusalAnswer(result, values, t) };
}

/** Renames a team from its form. On failure, returns the form again. */
export async function renameByForm(session: Session, teamId: string, body: FormData) {
  const result = await saveByForm(session, body, (team) => updateTeam(session.upstream, teamId, team));
  return result.ok ? undefined : result.answer;
}
