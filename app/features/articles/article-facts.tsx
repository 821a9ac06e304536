import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Tags } from "~/ui/tags";
import { href } from "../../../contract/paths";
import type { ArticlePageData } from "./article-page.server";

/** The metadata column next to the article. */
export function ArticleFacts({ article }: { article: ArticlePageData }) {
  const { t } = useTranslation("articles");
  const facts: [string, ReactNode][] = [
    ["url", article.sourceUrl ? <SourceLink key="url" url={article.sourceUrl} /> : null],
    ["source", article.source],
    ["subscription", article.subscription && <SubscriptionLink key="subscription" {...article.subscription} />],
    ["author", article.author],
    [
      "published",
      <time key="published" dateTime={article.published.iso}>
        {article.published.text}
      </time>,
    ],
    ["countries", article.countries],
    ["filedBy", article.by],
    [
      "created",
      <time key="created" dateTime={article.created.iso}>
        {article.created.text}
      </time>,
    ],
    ["views", article.views],
  ];
  return (
    <aside className="stack stick" aria-label={t("facts.label")}>
      <dl className="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`facts.${name as "url"}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Tags tags={article.tags} to={(slug) => href("tag", { tag: slug })} large />
    </aside>
  );
}

/** Leads to everything that the source has filed. */
const SubscriptionLink = ({ id, title }: { id: string; title: string }) => (
  <Link to={`${href("search")}?${new URLSearchParams({ subscriptions: id })}`}>{title}</Link>
);

/** Allows line breaks after slashes, where a URL reads best. */
function SourceLink({ url }: { url: string }) {
  const { t } = useTranslation("lists");
  const parts = url
    .replace(/^https?:\/\/(www\.)?/, "")
    .replace(/\/$/, "")
    .split("/");
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a URL never change their order
        <span key={index}>
          {part}
          {index < parts.length - 1 ? (
            <>
              /<wbr />
            </>
          ) : null}
        </span>
      ))}
      <span className="vh">{t("opensInNewWindow")}</span>
    </a>
  );
}
