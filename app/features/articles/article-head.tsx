import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useMayWrite } from "~/layouts/shell";
import { Avatar } from "~/ui/avatar";
import { DateText } from "~/ui/date-text";
import { HighPriority } from "~/ui/high-priority";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";
import type { ArticlePageData } from "./article-page.server";
import { onOwnPage } from "./overlay-path";

export function ArticleHead({ article }: { article: ArticlePageData }) {
  const { t } = useTranslation(["articles", "lists"]);
  return (
    <>
      <p className="kicker">
        {article.high ? <HighPriority label={t("lists:highPriority")} /> : null} <Source article={article} />{" "}
        <DateText date={article.published} />
      </p>
      <h1 lang={article.language ?? undefined}>{article.title}</h1>
      <div className="cluster">
        <p className="byline">
          <Avatar name={article.by} />
          <span>
            <strong>{article.by}</strong>
            <br />
            {t("articles:filedOn", { moment: article.created.text })}
          </span>
        </p>
        <div className="cluster push">
          <Link className="stat" to="#kommentare" aria-label={t("lists:commentsCount", { count: article.commentsCount })}>
            <Icon name="comment" />
            {article.commentsCount}
          </Link>{" "}
          {article.canUpdate ? (
            <Link className="btn" to={onOwnPage("articleMove", article.id)} preventScrollReset>
              <Icon name="folder" />
              {t("lists:menu.move")}
            </Link>
          ) : null}{" "}
          {article.shareable ? (
            <Link className="btn" to={onOwnPage("articleShare", article.id)} preventScrollReset>
              <Icon name="share" />
              {t("lists:menu.share")}
            </Link>
          ) : null}{" "}
          <ArticleMenu article={article} />
        </div>
      </div>
    </>
  );
}

/** The source, linked above the text, because readers on phones find the facts only below it. */
function Source({ article: { source, sourceUrl } }: { article: ArticlePageData }) {
  const { t } = useTranslation("lists");
  if (!sourceUrl) return <b>{source ?? t("ownArticle")}</b>;
  return (
    <a href={sourceUrl} target="_blank" rel="noopener noreferrer">
      <b>{source ?? new URL(sourceUrl).hostname}</b>
      <Icon name="external" small />
      <span className="vh">{t("opensInNewWindow")}</span>
    </a>
  );
}

function ArticleMenu({ article }: { article: ArticlePageData }) {
  const { t } = useTranslation(["articles", "lists"]);
  const mayCopy = useMayWrite();
  if (!mayCopy) return null;
  return (
    <Menu button="btn square" label={t("lists:menu.label", { title: article.title })} summary={<Icon name="more" />}>
      {article.canUpdate ? (
        <MenuLink to={onOwnPage("articleEdit", article.id)} icon="edit">
          {t("lists:menu.edit")}
        </MenuLink>
      ) : null}
      <MenuLink to={onOwnPage("articleCopy", article.id)} icon="copy">
        {t("lists:menu.copy")}
      </MenuLink>
      {article.canDelete ? (
        <>
          <hr />
          <MenuLink to={onOwnPage("articleDelete", article.id)} icon="trash" danger>
            {t("lists:menu.delete")}
          </MenuLink>
        </>
      ) : null}
    </Menu>
  );
}
