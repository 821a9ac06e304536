import { appeal, bioLabel, bioSentence, boxLabelOf, consent, consentAction, embedLabel, toReaderOnly } from "./boilerplate-lines";
import { isForScreenReaders, setOf } from "./elements";
import { type Child, contains, isHeading, isPart, measure, type Part, sentencesOf, textOf } from "./page-tree";
import { parseUrl } from "./parse-url";
import { collapse } from "./plain-line";

/** `frame`: certainly not article text; `doubtful`: possibly. */
export type Verdict = "frame" | "doubtful" | null;

/** Words of classes, ids and roles. None of them decides alone: see `judgeByWords`. */
const kinds = {
  consent: setOf(
    "cookie cookies cookiebanner cookiebar cookiehinweis cookieconsent consent cmp gdpr dsgvo ccpa onetrust usercentrics didomi borlabs cookiebot privacy datenschutz",
  ),
  ad: setOf(
    "ad ads adv advert adverts advertisement advertisements advertising advertorial adslot adbox adcontainer adwrapper werbung werbebox werbeblock werbebanner sponsored outbrain taboola plista teads dfp",
  ),
  maybeAd: setOf("anzeige anzeigen sponsor promo promos promotion banner billboard skyscraper affiliate partner offer angebot commercial"),
  appeal: setOf("newsletter newsletters subscribe subscription signup optin mailchimp paywall donate donation spendenaufruf"),
  maybeAppeal: setOf(
    "abo abos abonnieren abonnement login register registration registrieren anmelden upsell cta donations spende spenden membership push app whatsapp box info",
  ),
  related: setOf(
    "related recommend recommended recommendation recommendations recirculation teaser teasers teaserbox more mehr weitere weiterlesen weiterfuehrend also readmore readalso seealso interest interests similar suggested suggestions popular trending meistgelesen mostread latest crosslink crosslinks linkbox linklist links link card cards carousel slider swiper upnext next prev previous navigation navi nav dossier thema themen topics",
  ),
  share: setOf("share shares sharing sharebar social socialmedia shariff teilen addthis sharethis follow folgen actions toolbar tools"),
  comments: setOf(
    "comment comments commentlist kommentar kommentare leserkommentare disqus respond responses diskussion discussion replies livefyre coral",
  ),
  author: setOf(
    "author authors hcard authorbox authorbio autor autoren autorin autorenbox autorinfo bio biography byline verfasser contributor contributors profile vita about",
  ),
  meta: setOf(
    "byline date dateline datum time timestamp meta metadata metainfo breadcrumb breadcrumbs tag tags taglist keywords category categories kategorie rubrik published posted readtime lesezeit copyright credit credits caption bildunterschrift bildnachweis pagination pager print drucken rating vote player audio video kicker overline topline dachzeile spitzmarke editsection toc",
  ),
  frame: setOf(
    "sidebar rail marginalspalte marginal randspalte footer fuss fusszeile header kopf kopfzeile menu menue topbar masthead offcanvas modal popup overlay toast lightbox dialog widget widgets skip complementary",
  ),
  aside: setOf("sidebar randspalte marginalspalte footer popup modal"),
  gallery: setOf("gallery galerie bildergalerie fotostrecke bilderstrecke slideshow"),
  body: setOf("text txt body content inhalt"),
  notes: setOf(
    "footnote footnotes fussnote fussnoten fußnote fußnoten endnote endnotes reference references quellen einzelnachweise anmerkungen",
  ),
  /** In names of what has something else in or next to it. */
  beside: setOf("have has with without mit ohne no after before text content body article paragraph absatz inhalt"),
} as const;

export interface Page {
  root: Part;
  baseUrl: string;
  /** The heading that is the title of the article. */
  title: Part | null;
}

/** Leaves out what is not text of the article. Returns what of it is doubtful, and what neither asks for anything nor leads elsewhere. */
export function leaveOutBoilerplate(page: Page): { doubtful: Part[]; unexplained: Part[] } {
  const doubtful: Part[] = [];
  const unexplained: Part[] = [];
  const visit = (part: Part) => {
    let before: Child | null = null;
    let previous: Child | null = null;
    for (const [index, child] of part.children.entries()) {
      if (isPart(child)) {
        const verdict = judge(child, page, { before, previous, siblings: part.children, index });
        if (verdict === "doubtful") doubtful.push(child);
        else if (verdict === "frame" && isUnexplained(child)) unexplained.push(child);
        else if (verdict === null && child.length > 0) visit(child);
        child.isLeftOut = verdict !== null;
      }
      if (!isFilled(child)) continue;
      previous = child;
      if (!child.isLeftOut) before = child;
    }
  };
  visit(page.root);
  measure(page.root);
  return { doubtful, unexplained };
}

const isFilled = (child: Child): boolean => (isPart(child) ? child.length > 0 : child.text.trim() !== "");

/** Where a part is: the siblings before it with text, `before` without what is left out. */
interface Surroundings {
  before: Child | null;
  previous: Child | null;
  siblings: readonly Child[];
  index: number;
}

/** Sentences or items of a list or table that nothing shows to be something else. */
function isUnexplained(part: Part): boolean {
  if (!part.isBlock || part.hasImage || linkShare(part) > 0.3) return false;
  const label = boxLabelOf(part.firstLine);
  if ((label !== null && label !== "bio") || embedLabel.test(part.firstLine)) return false;
  return (part.proseLength > 0 || holdsItems(part)) && !has(part, "consent") && !isAppeal(part);
}

function isWithin(part: Part, names: readonly string[]): boolean {
  for (let at = part.parent; at; at = at.parent) if (names.includes(at.name)) return true;
  return false;
}

const isInArticle = (part: Part): boolean => isWithin(part, ["article", "main"]);

const has = (part: Part, kind: keyof typeof kinds): boolean => part.words.some((word) => kinds[kind].has(word));

const linkShare = ({ length, linkLength }: Part): number => (length === 0 ? 0 : linkLength / length);

/** It has the title or most sentences of the page, so whatever it is called, the article is in it. */
function holdsArticle(part: Part, { root, title }: Page): boolean {
  return contains(part, title) || (part.proseLength > root.proseLength * 0.5 && !(title && title.first < part.first && isMinor(part)));
}

/** A place for what is not the article. */
const isMinor = (part: Part): boolean => part.name === "aside" || part.name === "nav" || part.name === "footer";

function judge(part: Part, page: Page, around: Surroundings): Verdict {
  if (part.length === 0) return null;
  if (!part.isBlock) return judgeInline(part);
  const isConsent = judgeConsent(part, page);
  if (isConsent) return "frame";
  if (has(part, "comments") && isCommentsOf(part, page)) return "frame";
  if (holdsArticle(part, page) || isHeading(part)) return isHeading(part) && part !== page.title && isUnseen(part) ? "frame" : null;
  return judgeElement(part, page) ?? judgeCard(part, page, around) ?? judgeByWords(part, page) ?? judgeByContent(part, around);
}

const isUnseen = ({ words }: Part): boolean => words.includes("hidden") || isForScreenReaders(words);

function judgeInline(part: Part): Verdict {
  if (part.name === "a") {
    const isMark = part.length <= 4 && part.element.getAttribute("href")?.startsWith("#");
    return isMark && /^[^\p{L}\p{N}]*$/u.test(collapse(textOf(part))) ? "frame" : null;
  }
  if (part.words.length === 0 || part.length > 80) return null;
  return isUnseen(part) || part.words.includes("sr") || part.words.includes("editsection") ? "frame" : null;
}

function judgeConsent(part: Part, { root, title }: Page): boolean {
  if (contains(part, title) || part.name === "p" || part.name === "body") return false;
  const rest = root.proseLength - part.proseLength;
  const isNamed =
    has(part, "consent") || part.name === "dialog" || ["dialog", "alertdialog"].includes(part.element.getAttribute("role") ?? "");
  if ((!isNamed && part.length > 2_500) || rest < 100) return false;
  if (!isNamed && rest < part.proseLength) return false;
  const text = textOf(part, 2_500);
  if (!consent.test(text)) return false;
  if (isNamed) return true;
  const isOutside = !isWithin(part, ["article"]) && !isHeading(part);
  const mentions = text.match(/cookie|einwillig|consent/giu)?.length ?? 0;
  return isOutside && consentAction.test(text) && mentions * 200 >= part.length;
}

/** Below some text, and not a piece of opinion of that name. */
function isCommentsOf(part: Part, { root, title }: Page): boolean {
  if (part.name === "p" || contains(part, title)) return false;
  const rest = root.proseLength - part.proseLength;
  return part.proseLength === 0 || rest >= 100;
}

const frameRoles = setOf("navigation search banner contentinfo menu menubar toolbar tablist dialog alertdialog");

function judgeElement(part: Part, page: Page): Verdict {
  const { name } = part;
  const role = part.element.getAttribute("role");
  if (name === "nav" || frameRoles.has(role ?? "")) return "frame";
  if (name === "dialog") return part.proseLength === 0 || isAppeal(part) ? "frame" : isInArticle(part) ? null : "doubtful";
  if (name === "form" || name === "label" || name === "menu") return part.proseLength > 400 ? "doubtful" : "frame";
  if (name === "header" && !isWithin(part, ["article", "section", "main"])) return "frame";
  if (name === "footer" && !isWithin(part, ["blockquote", "figure"])) {
    if (has(part, "notes")) return null;
    const isOwn = isInArticle(part) && part.proseLength > 0 && linkShare(part) < 0.3;
    return isOwn && !isBio(part, page) && !isAppeal(part) ? "doubtful" : "frame";
  }
  if (name === "aside" || role === "complementary") {
    if (has(part, "notes")) return null;
    const isOther =
      part.proseLength === 0 || linkShare(part) > 0.3 || isAppeal(part) || isBio(part, page) || boxLabelOf(part.firstLine) !== null;
    return isOther || !isInArticle(part) ? "frame" : "doubtful";
  }
  return null;
}

/** A link around blocks, or an article in a few words with a linked heading, leads elsewhere, unless it may be an entry of the article. */
function judgeCard(part: Part, page: Page, { previous, siblings, index }: Surroundings): Verdict {
  if (part.name === "a" && part.element.hasAttribute("href"))
    return part.children.some((child) => isPart(child) && child.isBlock) ? "frame" : null;
  const host = cardHost(part, page);
  if (host === null) return null;
  if (part.proseLength === 0 || has(part, "related") || has(part, "frame")) return "frame";
  const isOwn = host === parseUrl(page.baseUrl)?.host;
  const next = siblings.slice(index + 1, index + 10).find(isFilled);
  if (isOwn && [previous, next].some((child) => child && isPart(child) && cardHost(child, page) === host)) return "frame";
  return !isOwn && isInArticle(part) ? null : "doubtful";
}

/** Where the linked heading of a card leads. */
function cardHost(part: Part, { title, baseUrl }: Page): string | null {
  if ((part.name !== "article" && part.name !== "li" && part.name !== "div" && part.name !== "section") || part.length > 600) return null;
  if (contains(part, title)) return null;
  const [heading, ...others] = headingsOf(part);
  if (!heading || others.length > 0 || part.length - part.linkLength >= 400) return null;
  const link = linkShare(heading) > 0.9 ? heading.element.querySelector("a[href]") : heading.element.closest("a[href]");
  return link ? (parseUrl(link.getAttribute("href") ?? "", baseUrl)?.host ?? null) : null;
}
function headingsOf(part: Part): Part[] {
  return part.children.flatMap((child) => {
    if (!isPart(child) || child.isLeftOut || !child.isBlock) return [];
    return isHeading(child) ? [child] : headingsOf(child);
  });
}

function judgeByWords(part: Part, page: Page): Verdict {
  if (part.words.length === 0) return null;
  const isPlain = part.proseLength > 0 && linkShare(part) < 0.3;
  const isSmall = part.length < 900;
  const isAsking = isSmall && asksOften(part);
  if (has(part, "ad")) {
    if (!isPlain || isAsking || (isSmall && boxLabelOf(part.firstLine) === "ad")) return "frame";
    return part.name === "p" || has(part, "beside") ? null : "doubtful";
  }
  if (has(part, "maybeAd") && (!isPlain || (isSmall && (isAppeal(part) || boxLabelOf(part.firstLine) === "ad"))))
    return !isPlain || isAsking ? "frame" : "doubtful";
  if ((has(part, "appeal") || has(part, "maybeAppeal")) && isSmall && isAppeal(part) && part.name !== "p")
    return !isPlain || isAsking ? "frame" : "doubtful";
  if (has(part, "share") && !isPlain) return "frame";
  if (has(part, "related") && (linkShare(part) > 0.3 || boxLabelOf(part.firstLine) === "related") && part.linkLength > 0)
    return isPlain ? "doubtful" : "frame";
  if (has(part, "author") && (!isPlain ? part.length < 300 : isSmall && isBio(part, page))) return "frame";
  if (part.length < 600 && part.words.some((word) => captionWord.test(word)) && part.parent?.hasImage) return "frame";
  if (part.hasImage && (isPicture(part) || isGallery(part))) return "frame";
  if (has(part, "meta") && part.proseLength === 0 && part.length < 300 && headingsOf(part).length === 0) return "frame";
  if (has(part, "frame") && !isPlain && part.name !== "p" && !isTable(part)) return "frame";
  if (part.name !== "p" && has(part, "aside") && !has(part, "beside")) return isInArticle(part) ? "doubtful" : "frame";
  return null;
}

/** It asks the reader for something more than once, or its name and its heading do. */
function asksOften(part: Part): boolean {
  if (has(part, "appeal") && sentencesOf(part.firstLine) === 0 && appeal.test(part.firstLine)) return true;
  const text = textOf(part, 1_000);
  return toReaderOnly.test(text) && new Set(text.toLowerCase().match(new RegExp(appeal, "giu"))).size > 1;
}

/** Lists, tables, or parts of them. */
const holdsItems = (part: Part): boolean => itemNames.has(part.name) || part.children.some((child) => isPart(child) && holdsItems(child));
const itemNames = setOf("li td th dd");

const isTable = (part: Part): boolean => linkShare(part) < 0.3 && part.element.querySelector("td") !== null;

const captionWord = /(?:caption|captions|bildunterschrift|bildtext|bildlegende|bildnachweis)$/;
const pictureWord =
  /^(?:absatz|artikel|inhalts)?bild(?:er|box|element|container)?$|^(?:image|img|picture|photo|foto|thumb|thumbnail|thumbinner|media)$/;
const credit = /(?:^|[\s([|])(?:©|(?:fotos?|bild|bildquelle|photo(?:graph)?|image|credit)\s*:)/iu;

/** Pictures, each with its caption. */
function isGallery(part: Part): boolean {
  return (
    has(part, "gallery") &&
    headingsOf(part).length === 0 &&
    part.children.every((child) => (isPart(child) && (child.hasImage || child.proseLength === 0)) || !isPart(child))
  );
}

/** A picture with the few words that describe it. */
function isPicture(part: Part): boolean {
  if (part.length >= 400 || headingsOf(part).length > 0) return false;
  if (!part.words.some((word) => pictureWord.test(word)) || has(part, "body")) return false;
  return part.length < 120 || credit.test(textOf(part));
}

const neverBoxes = setOf("p li td tr tbody blockquote dd dt");

function judgeByContent(part: Part, { before }: Surroundings): Verdict {
  if (neverBoxes.has(part.name)) return null;
  const { firstLine } = part;
  const label = boxLabelOf(firstLine);
  if (label === "ad" && part.length < 900) return part.proseLength < 120 || linkShare(part) > 0.3 ? "frame" : "doubtful";
  if (label === "related" && part.length < 1_500 && linkShare(part) > 0.25) return "frame";
  if (label === "bio" && part.length < 900) return "frame";
  if (embedLabel.test(firstLine) && part.length < 900) return "frame";
  const isBox = part.name === "div" || part.name === "section";
  if (isBox && part.length < 600 && isAppealBox(part, firstLine)) return "frame";
  const isLinks = part.proseLength === 0 && part.length >= 40 && linkShare(part) > 0.7 && linksOf(part) > 1;
  return isLinks && !isLedIn(part, before) ? "frame" : null;
}

const isAppeal = (part: Part): boolean => appeal.test(textOf(part, 1_000));

/** A box whose heading asks for something, with a link or several sentences that do. */
function isAppealBox(part: Part, firstLine: string): boolean {
  const asks = (text: string) => appeal.test(text);
  return headingsOf(part).length > 0 && part.proseLength < 400 && asks(firstLine) && asks(collapse(textOf(part)).slice(firstLine.length));
}

/** A short text about a person, at the beginning or the end of the article. */
function isBio(part: Part, { root }: Page): boolean {
  if (part.length > 900) return false;
  const text = collapse(textOf(part));
  const isAtEdge = part.proseBefore < 60 || root.proseLength - part.proseBefore - part.proseLength < 60;
  return bioLabel.test(text) || (bioSentence.test(text) && (isAtEdge || has(part, "author")));
}

/** A list of links that a paragraph before it introduces. */
function isLedIn(part: Part, before: Child | null): boolean {
  if ((part.name !== "ul" && part.name !== "ol") || before === null) return false;
  const text = collapse(textOf(before, 1_000));
  return boxLabelOf(text) === null && (/:$/.test(text) || (isPart(before) && isHeading(before)));
}

function linksOf(part: Part): number {
  return part.children.reduce((sum, child) => sum + (!isPart(child) || child.isLeftOut ? 0 : child.name === "a" ? 1 : linksOf(child)), 0);
}
