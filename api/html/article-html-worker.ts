import { measuredTask } from "../../contract/measured-task";
import { runArticleHtmlTask } from "./article-html-tasks";

export default measuredTask(runArticleHtmlTask);
