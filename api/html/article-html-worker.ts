import { type ArticleHtml, type ArticleHtmlTask, runArticleHtmlTask } from "./article-html-tasks";

export default (task: ArticleHtmlTask): ArticleHtml => runArticleHtmlTask(task);
