import { measuredTask } from "../../contract/measured-task";
import { readBookmarks } from "./read-bookmarks";

export default measuredTask(readBookmarks);
