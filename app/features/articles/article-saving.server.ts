import { data, redirect } from "@remix-run/node";
import type { FormWithFiles } from "~/forms/form-with-files.server";
import type { Locale } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import { showNotice } from "~/session/notices.server";
import { type Article, requireArticle } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { type ArticleForm, articleValues } from "./article-form.server";
import type { FoundPage } from "./article-pictures.server";
import { saveAttachments, toAttachmentItem } from "./attachments-form.server";

interface Saving {
  upstream: Upstream;
  /** As it is saved. */
  article: Article;
  form: ArticleForm;
  sent: FormWithFiles;
  found?: FoundPage;
  /** Where to go when all is done. */
  below: string;
  t: Translate;
  locale: Locale;
}

/**
 * Saves the files of an article that was just saved, then redirects to the return URL. If a file fails, the response is the form of
 * the saved article with an error for it, so that sending it again updates that article.
 */
export async function finishSaving({ upstream, article, form, sent: { body, files }, found, below, t, locale }: Saving) {
  const failures = await saveAttachments(upstream, article, form, { body, files, found }, t);
  if (!failures) return redirect(below, { headers: { "Set-Cookie": showNotice("success", "saved") } });
  const saved = await requireArticle(upstream, article.id);
  const values = { ...(await articleValues(saved)), ...failures.values };
  return data({
    form: { values, errors: failures.errors, message: t("articles:files.savedWithout") },
    found: undefined,
    duplicates: undefined,
    fetchedAt: undefined,
    stored: undefined,
    saved: { id: saved.id, at: Date.now(), attachments: saved.attachments.map((file) => toAttachmentItem(file, locale)) },
  });
}
