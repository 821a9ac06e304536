import { measuredTask } from "../../contract/measured-task";
import { fromMarkedText } from "./from-marked-text";
import { toMarkedText } from "./to-marked-text.server";

export interface MarkedTextTask {
  kind: "to" | "from";
  text: string;
}

/** Marked text of HTML, or HTML of marked text. */
export const convert = ({ kind, text }: MarkedTextTask): string => (kind === "to" ? toMarkedText(text) : fromMarkedText(text));

export default measuredTask(convert);
