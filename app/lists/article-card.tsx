import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMayWrite, useProductSlug } from "~/layouts/shell";
import { Avatar } from "~/ui/avatar";
import { DateText } from "~/ui/date-text";
import { HighPriority } from "~/ui/high-priority";
import { Highlight, type TextRange } from "~/ui/highlight";
import { Icon } from "~/ui/icon";
import { Menu, MenuLink } from "~/ui/menu";
import { type TagPair, Tags } from "~/ui/tags";
import { type ArticleOverlay, href, overlay } from "../../contract/paths";
import { CardPicture, type Picture } from "./card-picture";

export interface ArticleCardData {
  id: string;
  title: string;
  teaser: string;
  /** The matches of the search term. */
  marks?: { title: TextRange[]; teaser: TextRange[] };
  source: string | null;
  /** Names the subscribed source that filed it. */
  via: string | null;
  /** Set if it differs from the language of the page. */
  language: string | null;
  /** The source, if the title links to it in a new window. */
  externalUrl: string | null;
  high: boolean;
  /** The day of filing or of publication, whichever the list is sorted by. */
  date: { iso: string; text: string };
  commentsCount: number;
  tags: TagPair[];
  picture: Picture | null;
  folder: { id: string; name: string; isInbox: boolean };
  by: string;
  shareable: boolean;
  canUpdate: boolean;
  canDelete: boolean;
}

export interface ArticleCardPage {
  cards: ArticleCardData[];
  nextPage: number | null;
  page: number;
  perPage: number;
  totalCount: number;
  totalIsExact: boolean;
  /** How many of them can be changed at once. */
  selectable: number;
}

interface CardProps {
  card: ArticleCardData;
  /** For lists with articles from several folders. */
  showFolder: boolean;
  /** On the first screen: the picture is not loaded lazily. */
  eager: boolean;
  /** The lead article spans four cells of the grid, so its picture is larger. */
  isLead: boolean;
  /** The checkbox that selects it. */
  box?: ReactNode;
}

const tagPage = (slug: string) => href("tag", { tag: slug });

/** An article in the grid. The title's link covers the whole card; other controls are layered above it. */
export function ArticleCard({ card, showFolder, eager, isLead, box }: CardProps) {
  const { t } = useTranslation("lists");
  return (
    <article className="card">
      <CardPicture picture={card.picture} place="card" eager={eager} width={isLead ? "52rem" : "26rem"} />
      <div className="card-body">
        <p className="kicker">
          {card.high ? <HighPriority label={t("highPriority")} /> : null} <b>{card.source ?? t("ownArticle")}</b>{" "}
          {card.via ? <span className="via">{card.via}</span> : null} <DateText date={card.date} />
        </p>
        <CardTitle card={card} />
        <Teaser card={card} />
        <Tags tags={card.tags} to={tagPage} />
      </div>
      <footer className="card-foot">
        {box}
        <Avatar name={card.by} size="sm" />
        <span className="where">{showFolder ? <InFolder {...card} /> : card.by}</span>
        <Actions card={card} className="end" placement="up" />
      </footer>
    </article>
  );
}

/** An article as a single line of the list layout. */
export function ArticleRow({ card, showFolder, eager, box }: Omit<CardProps, "isLead">) {
  const { t } = useTranslation("lists");
  return (
    <article className="row">
      {box}
      <p className="row-date">
        <DateText date={card.date} /> {card.high ? <HighPriority label={t("highPriority")} /> : null}
      </p>
      <div className="row-text">
        <p className="kicker">
          <b>{card.source ?? t("ownArticle")}</b> <span>{showFolder ? `${card.by} ${t("inFolder")} ${card.folder.name}` : card.by}</span>{" "}
          {card.via ? <span className="via">{card.via}</span> : null}
        </p>
        <CardTitle card={card} />
        <Teaser card={card} />
        <Tags tags={card.tags} to={tagPage} />
      </div>
      <CardPicture picture={card.picture} place="row" eager={eager} width="9rem" />
      <Actions card={card} className="row-end" />
    </article>
  );
}

/** An article as one line of text, for the compact layout. */
export function ArticleLine({ card, showFolder, box }: Pick<CardProps, "card" | "showFolder" | "box">) {
  const { t } = useTranslation("lists");
  return (
    <article className="line">
      {box}
      {card.high ? <HighPriority label={t("highPriority")} /> : null}
      <CardTitle card={card} />
      <span className="from">{card.source ?? t("ownArticle")}</span>{" "}
      <span className="where">{showFolder ? <FolderLink folder={card.folder} /> : card.by}</span> <DateText date={card.date} />
      <Actions card={card} className="end" />
    </article>
  );
}

/** Characters of a last word that stays on one line with the icon; more would not fit on a phone. */
const longestGlued = 14;

/** Links to the article, or to its source in a new window, which is announced. */
function CardTitle({ card }: { card: ArticleCardData }) {
  const { t } = useTranslation("lists");
  const lang = card.language ?? undefined;
  if (!card.externalUrl) {
    return (
      <h2 className="card-title" lang={lang}>
        <Link to={href("article", { contentId: card.id })}>
          <Highlight text={card.title} ranges={card.marks?.title} />
        </Link>
      </h2>
    );
  }
  const lastSpace = card.title.lastIndexOf(" ") + 1;
  return (
    <h2 className="card-title" lang={lang}>
      <a href={card.externalUrl} target="_blank" rel="noopener noreferrer">
        <Highlight text={card.title} ranges={card.marks?.title} until={lastSpace} />
        <span className={card.title.length - lastSpace < longestGlued ? "nobr" : undefined}>
          <Highlight text={card.title} ranges={card.marks?.title} from={lastSpace} />
          <Icon name="external" />
        </span>
        <span className="vh">{t("opensInNewWindow")}</span>
      </a>
    </h2>
  );
}

function Teaser({ card }: { card: ArticleCardData }) {
  return (
    <p className="teaser" lang={card.language ?? undefined}>
      <Highlight text={card.teaser} ranges={card.marks?.teaser} />
    </p>
  );
}

function InFolder({ by, folder }: Pick<ArticleCardData, "by" | "folder">) {
  const { t } = useTranslation("lists");
  return (
    <>
      <span>{`${by} ${t("inFolder")}`}</span> <FolderLink folder={folder} />
    </>
  );
}

function FolderLink({ folder: { id, name } }: Pick<ArticleCardData, "folder">) {
  return <Link to={href("folder", { product: useProductSlug(), folderId: id })}>{name}</Link>;
}

function Actions({ card, className, placement }: { card: ArticleCardData; className: string; placement?: "up" }) {
  return (
    <div className={className}>
      <MoveOutOfInbox card={card} />
      <CommentsStat card={card} />
      <CardMenu card={card} placement={placement} />
    </div>
  );
}

function CommentsStat({ card }: { card: ArticleCardData }) {
  const { t } = useTranslation("lists");
  const count = card.commentsCount;
  return (
    <Link
      className="stat"
      // The title links to the same route, unless it opens the source.
      discover={card.externalUrl ? undefined : "none"}
      to={`${href("article", { contentId: card.id })}#${count > 0 ? "kommentare" : "comment"}`}
    >
      <Icon name="comment" />
      {count > 0 ? count : null}
      <span className="vh">{` ${count > 0 ? t("commentsWord", { count }) : t("comment")} `}</span>
    </Link>
  );
}

/** Shown outside the menu, because an inbox is meant to be sorted. */
function MoveOutOfInbox({ card }: { card: ArticleCardData }) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  if (!card.folder.isInbox || !card.canUpdate) return null;
  return (
    <Link className="btn quiet small" to={`${overlay("articleMove", { contentId: card.id })}${search}`} preventScrollReset>
      <Icon name="folder" />
      {t("menu.move")}
      <span className="vh">: {card.title}</span>
    </Link>
  );
}

function CardMenu({ card, placement }: { card: ArticleCardData; placement: "up" | undefined }) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  const mayCopy = useMayWrite();
  if (!card.externalUrl && !mayCopy && !card.shareable) return null;
  const to = (name: ArticleOverlay) => `${overlay(name, { contentId: card.id })}${search}`;
  return (
    <Menu
      button="btn quiet small square"
      label={t("menu.label", { title: card.title })}
      summary={<Icon name="more" />}
      placement={placement}
    >
      {card.externalUrl ? (
        <MenuLink to={href("article", { contentId: card.id })} icon="eye">
          {t("menu.open")}
        </MenuLink>
      ) : null}
      {card.canUpdate ? (
        <MenuLink to={to("articleEdit")} icon="edit">
          {t("menu.edit")}
        </MenuLink>
      ) : null}
      {card.canUpdate ? (
        <MenuLink to={to("articleMove")} icon="folder">
          {t("menu.move")}
        </MenuLink>
      ) : null}
      {card.shareable ? (
        <MenuLink to={to("articleShare")} icon="share">
          {t("menu.share")}
        </MenuLink>
      ) : null}
      {mayCopy ? (
        <MenuLink to={to("articleCopy")} icon="copy">
          {t("menu.copy")}
        </MenuLink>
      ) : null}
      {card.canDelete ? (
        <>
          <hr />
          <MenuLink to={to("articleDelete")} icon="trash" danger>
            {t("menu.delete")}
          </MenuLink>
        </>
      ) : null}
    </Menu>
  );
}
