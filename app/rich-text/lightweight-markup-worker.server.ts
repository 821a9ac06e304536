import { measuredTask } from "../../contract/measured-task";
import { fromLightweightMarkup } from "./from-lightweight-markup";
import { toLightweightMarkup } from "./to-lightweight-markup.server";

export interface MarkupTask {
  kind: "to" | "from";
  text: string;
}

export const convert = ({ kind, text }: MarkupTask): string => (kind === "to" ? toLightweightMarkup(text) : fromLightweightMarkup(text));

export default measuredTask(convert);
