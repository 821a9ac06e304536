import { measuredTask } from "../../../contract/measured-task";
import { readDocument } from "./document";

export default measuredTask(readDocument);
