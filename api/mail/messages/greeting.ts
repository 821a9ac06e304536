import type { Block } from "../message";
import type { MailText } from "../texts";

export const greeting = (name: string | null, t: MailText): Block => ({
  kind: "text",
  text: name === null ? t("mail:greetingUnnamed") : t("mail:greeting", { name }),
});
