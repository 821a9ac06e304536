import { data } from "@remix-run/node";
import type { FormWithFiles } from "~/forms/form-with-files.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import { redirectWithFlash } from "~/session/flash.server";
import { type Article, requireArticle } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { href } from "../../../contract/paths";
import { type ArticleInput, articleValues } from "./article-form.server";
import type { FoundPage } from "./article-pictures.server";
import { saveAttachments, toAttachmentItem } from "./attachments-form.server";

interface Saving {
  upstream: Upstream;
  /** As saved. */
  article: Article;
  form: ArticleInput;
  sent: FormWithFiles;
  found?: FoundPage;
  /** Where to go when everything is saved. */
  below: string;
  /** `Set-Cookie` values. */
  cookies?: string[];
  t: Translate;
  locale: Locale;
}

/**
 * Saves the files of an article that was just saved, then redirects to the return URL. If a file fails, returns the form of the saved
 * article with the errors, so that sending it again updates that article.
 */
export async function finishSaving({ upstream, article, form, sent: { body, files }, found, below, cookies, t, locale }: Saving) {
  const failures = await saveAttachments(upstream, article, form, { body, files, found }, t);
  // On the article's own page the link would lead nowhere.
  const isBelow = below.split("?", 1)[0] === href("article", { contentId: article.id });
  const link = isBelow ? {} : { articleId: article.id, name: article.title };
  if (!failures) return redirectWithFlash(below, "saved", { ...link, cookies });
  const saved = await requireArticle(upstream, article.id);
  const values = { ...(await articleValues(saved)), ...failures.values };
  const answer = {
    form: { values, errors: failures.errors, message: t("articles:files.savedWithout") },
    found: undefined,
    duplicates: undefined,
    fetchedAt: undefined,
    stored: undefined,
    saved: { id: saved.id, at: Date.now(), attachments: saved.attachments.map((file) => toAttachmentItem(file, locale)) },
  };
  return data(answer, { headers: (cookies ?? []).map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}
