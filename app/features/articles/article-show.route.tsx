import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { formAnswer, formKeySchema, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { pictureSources } from "~/lists/picture-sources";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { Breadcrumb } from "~/ui/breadcrumb";
import { requireArticle } from "~/upstream/articles.server";
import { createComment, listComments } from "~/upstream/comments.server";
import { href } from "../../../contract/paths";
import { commentBodySchema } from "../../../contract/rest/comments";
import { ArticleAttachments } from "./article-attachments";
import { ArticleFacts } from "./article-facts";
import { ArticleHead } from "./article-head";
import { type ArticlePageData, toArticlePage, toCommentItems } from "./article-page.server";
import stylesheet from "./article-show.css?url";
import { Comments } from "./comments";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists"], typed: { body: "articles:comment.label" }, textAreas: ["body"] };
export const links = () => [{ rel: "stylesheet", href: stylesheet }];

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale, userId } = await requireSession(request);
  const [article, comments] = await Promise.all([requireArticle(upstream, contentId, { viewed: true }), listComments(upstream, contentId)]);
  const showAll = new URL(request.url).searchParams.get("comments") === "all";
  return data({
    title: article.title,
    article: toArticlePage(article, translator(locale), locale),
    folders: href("folders", { product: config.product.slug }),
    folder: href("folder", { product: config.product.slug, folderId: article.folderId }),
    comments: toCommentItems(comments, { userId, locale, showAll }),
    key: crypto.randomUUID(),
  });
}

const commentFormSchema = commentBodySchema.extend({ key: formKeySchema });

/** Posts a comment. */
export async function action({ request, params: { contentId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), commentFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { key, body } = reading.value;
  const result = await createComment(upstream, contentId, { body }, key);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirectWithFlash(`${href("article", { contentId })}#kommentar-${result.data.id}`, "commentSaved");
}

export default function ArticlePage() {
  const { t } = useTranslation(["articles", "shell"]);
  const { article, comments, folders, folder, key } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <Page>
      <article className="rail reading">
        <div className="stack">
          <header className="article-head">
            <Breadcrumb
              label={t("shell:path")}
              links={[
                { to: `${folders}#team-${article.team.slug}`, text: article.team.name },
                { to: folder, text: article.folder.name },
              ]}
            />
            <ArticleHead article={article} />
          </header>
          {article.picture ? <ArticlePicture picture={article.picture} /> : null}
          {article.intro ? (
            <div className="prose" lang={article.language ?? undefined} dir="auto">
              <p className="intro">{article.intro}</p>
            </div>
          ) : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the API on write; the page's policy blocks its scripts */}
          <div className="prose" lang={article.language ?? undefined} dir="auto" dangerouslySetInnerHTML={{ __html: article.body }} />
          <ArticleAttachments attachments={article.attachments} />
          <Comments
            articleId={article.id}
            comments={comments}
            count={article.commentsCount}
            teamName={article.team.name}
            form={form}
            submissionKey={key}
          />
        </div>
        <ArticleFacts article={article} />
      </article>
    </Page>
  );
}

function ArticlePicture({ picture }: { picture: NonNullable<ArticlePageData["picture"]> }) {
  const { shown, alt, caption } = picture;
  return (
    <figure className="figure">
      <img
        {...pictureSources(picture)}
        sizes={`(width < 48rem) 100vw, ${shown.width}px`}
        width={shown.width}
        height={shown.height}
        alt={alt ?? ""}
        decoding="async"
      />
      {caption ? <figcaption>{caption}</figcaption> : null}
    </figure>
  );
}
