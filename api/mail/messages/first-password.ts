import type { Message } from "../message";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface FirstPassword {
  name: string | null;
  workspace: string;
  email: string;
  password: string;
  signInUrl: string;
  validDays: number;
}

/** The password for an invited person's first sign-in. */
export const firstPasswordMessage = ({ name, workspace, email, password, signInUrl, validDays }: FirstPassword, t: MailText): Message => ({
  subject: t("mail:firstPassword.subject"),
  blocks: [
    greeting(name, t),
    { kind: "text", text: t("mail:firstPassword.text") },
    {
      kind: "facts",
      facts: [
        { label: t("mail:firstPassword.workspace"), value: workspace },
        { label: t("mail:firstPassword.email"), value: email },
        { label: t("mail:firstPassword.password"), value: password },
      ],
    },
    { kind: "button", label: t("mail:signIn"), url: signInUrl },
    { kind: "note", text: t("mail:firstPassword.once", { count: validDays }) },
  ],
});
