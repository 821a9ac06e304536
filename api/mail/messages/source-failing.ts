import { plainLine } from "../../../contract/rest/shared";
import type { SourceProblem } from "../../../contract/rest/sources";
import type { Message } from "../message";
import { plainHeader } from "../names";
import type { MailText } from "../texts";
import { greeting } from "./greeting";

interface FailingSource {
  name: string | null;
  source: string;
  folder: string;
  problem: SourceProblem;
  url: string;
}

/** Tells those who manage a source that nothing comes from it any more. */
export function sourceFailingMessage({ name, source, folder, problem, url }: FailingSource, t: MailText): Message {
  const names = { source: plainLine(source), folder: plainLine(folder) };
  return {
    subject: t("mail:sourceFailing.subject", { source: plainHeader(source).slice(0, 80) }),
    blocks: [
      greeting(name, t),
      { kind: "text", text: textOf(problem, names, t) },
      { kind: "text", text: t("mail:sourceFailing.next") },
      { kind: "button", label: t("mail:sourceFailing.button"), url },
    ],
  };
}

function textOf(problem: SourceProblem, names: { source: string; folder: string }, t: MailText): string {
  if (problem === "gone") return t("mail:sourceFailing.gone", names);
  return problem === "not_permitted" ? t("mail:sourceFailing.notPermitted", names) : t("mail:sourceFailing.text", names);
}
