import type { Translate } from "~/i18n/translate";
import type { Access, Role } from "../../contract/rest/users";

interface Deciding {
  /** The role that the list itself shows, which needs no mention. */
  own: Access["because"];
  clientRole: Role;
  teamRole?: Role | null;
}

/** What a person can do, in words; with the role that decides it, unless it is the list's own. */
export function accessText({ can, because }: Access, { own, clientRole, teamRole }: Deciding, t: Translate): string {
  const text = t(`people:access.${can}`);
  if (because === own) return t("people:access.full", { text });
  if (because === "client") return t("people:access.because.client", { text, role: t(`shell:roles.${clientRole}`) });
  if (because === "team" && teamRole) return t("people:access.because.team", { text, role: t(`shell:roles.${teamRole}`) });
  return t("people:access.because.inactive", { text });
}
