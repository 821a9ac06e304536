import type { FieldProblem } from "./errors";
import * as limits from "./limits";

interface Facts {
  subject?: string;
  /** Numbers of selected tags, of articles that would be sent, and of people who would get it. */
  tags?: number;
  articles?: number;
  recipients?: number;
  /** The chosen articles that would not be sent. */
  leftOut?: readonly { title: string | null; reason: "not_shareable" | "gone" }[];
  scheduledFor?: Date | null;
}

const mostNamed = 20;

/** What keeps a newsletter from being published, by field of its draft. Facts that are not given are not checked. */
export function publishingProblems({ subject, tags, articles, recipients, leftOut = [], scheduledFor }: Facts) {
  const problems: { [Field in "subject" | "tags" | "contents" | "recipients" | "scheduledFor"]?: FieldProblem[] } = {};
  if (subject === "") problems.subject = [{ key: "required" }];
  if (tags === 0) problems.tags = [{ key: "noTags" }];
  else if (articles === 0) {
    const locked = leftOut.flatMap(({ title, reason }) => (reason === "not_shareable" && title !== null ? [title] : []));
    problems.contents = locked.slice(0, mostNamed).map((title) => ({ key: "notShareable", values: { title } }));
    if (locked.length === 0) problems.contents = [{ key: "noContents" }];
  }
  if (recipients === 0) problems.recipients = [{ key: "noRecipients" }];
  if (scheduledFor) {
    const wait = scheduledFor.getTime() - Date.now();
    if (wait <= 0) problems.scheduledFor = [{ key: "momentPassed" }];
    if (wait > limits.scheduledAhead) problems.scheduledFor = [{ key: "momentTooFar" }];
  }
  return problems;
}
