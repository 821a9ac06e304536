import { type Child, collapse, isHeading, isPart, measure, type Part, sentencesOf, textOf } from "./page-tree";
import { parseUrl } from "./parse-url";

/** `frame`: certainly not article text; `doubtful`: possibly. */
export type Verdict = "frame" | "doubtful" | null;

const list = (words: string) => new Set(words.split(/\s+/));

/** Words of classes, ids and roles. None of them decides alone: see `judgeByWords`. */
const kinds = {
  consent: list(
    "cookie cookies cookiebanner cookiebar cookiehinweis cookieconsent consent cmp gdpr dsgvo ccpa onetrust usercentrics didomi borlabs cookiebot privacy datenschutz",
  ),
  ad: list(
    "ad ads adv advert adverts advertisement advertisements advertising advertorial adslot adbox adcontainer adwrapper werbung werbebox werbeblock werbebanner sponsored outbrain taboola plista teads dfp",
  ),
  maybeAd: list("anzeige anzeigen sponsor promo promos promotion banner billboard skyscraper affiliate partner offer angebot commercial"),
  appeal: list(
    "newsletter newsletters subscribe subscription abo abos abonnieren abonnement signup optin mailchimp paywall login register registration registrieren anmelden upsell cta donate donation donations spende spenden spendenaufruf membership push app whatsapp box info",
  ),
  related: list(
    "related recommend recommended recommendation recommendations recirculation teaser teasers teaserbox more mehr weitere weiterlesen weiterfuehrend also readmore readalso seealso interest interests similar suggested suggestions popular trending meistgelesen mostread latest crosslink crosslinks linkbox linklist links link card cards carousel slider swiper upnext next prev previous navigation navi nav dossier thema themen topics",
  ),
  share: list("share shares sharing sharebar social socialmedia shariff teilen addthis sharethis follow folgen actions toolbar tools"),
  comments: list(
    "comment comments commentlist kommentar kommentare leserkommentare disqus respond responses diskussion discussion replies livefyre coral",
  ),
  author: list(
    "author authors authorbox authorbio autor autoren autorin autorenbox autorinfo bio biography byline verfasser contributor contributors profile vita about",
  ),
  meta: list(
    "byline date dateline datum time timestamp meta metadata metainfo breadcrumb breadcrumbs tag tags taglist keywords category categories kategorie rubrik published posted readtime lesezeit copyright credit credits caption bildunterschrift bildnachweis pagination pager print drucken rating vote player audio video kicker overline topline dachzeile spitzmarke editsection toc",
  ),
  frame: list(
    "sidebar rail marginalspalte marginal randspalte footer fuss fusszeile header kopf kopfzeile menu menue topbar masthead offcanvas modal popup overlay toast lightbox dialog widget widgets skip complementary",
  ),
  screenReader: list("hidden screenreader visuallyhidden"),
} as const;

/** Sentences that ask the reader for something. */
const appeal =
  /newsletter|abonnier|abonnement|\babo\b|jetzt (?:\p{L}+ ){0,3}(?:testen|anmelden|registrieren|bestellen|sichern|lesen|spenden|abschließen|downloaden|herunterladen)|melden sie sich|hier anmelden|zur anmeldung|folgen sie uns|folge uns|spenden sie|unterstützen sie uns|probeabo|probemonat|kostenlos testen|postfach|unsubscribe|subscri(?:be|ption|ber)|sign(?:ing)? up|signed up|sign in|log in|follow us|support us|donate|your inbox|free trial|become a member|push-?(?:nachricht|mitteilung)|whatsapp|download (?:the|our) app|weiterlesen|unbegrenzt\p{L}* zugriff|jederzeit kündbar|(?:keep|continue) reading|unlimited access|cancel any ?time|rabatt|gutschein|% (?:sparen|off)|discount|sonderangebot|advertisement/iu;
const consent = /cookie|einwillig|datenschutz|consent|privacy|tracking/iu;
const consentAction =
  /akzeptier|zustimm|einwillig|ablehn|einstellungen|verwenden (?:wir )?cookies|nutzen (?:wir )?cookies|setzen cookies|accept|agree|reject|decline|manage|use cookies|consent/iu;
/** The whole line. */
const adLabel =
  /^(?:anzeigen?|werbung|advertisement|advertising|ads?|sponsored(?: content)?|promoted|gesponsert|werbeanzeige|anzeigenschluss|advertorial)[\s:)\]*–-]*$/iu;
const relatedLabel =
  /^(?:lesen sie (?:auch|mehr|dazu|hier|weiter|außerdem)|lies auch|auch lesenswert|lesetipps?|mehr (?:zu|zum|aus|über|von|dazu|artikel|nachrichten|lesen)(?=$|[\s:])|mehr$|weiter(?:e|führende) (?:artikel|themen|meldungen|nachrichten|beiträge|links|informationen zum thema|texte)|weitere$|das könnte (?:sie|dich|ihnen)|auch interessant|auch spannend|interessant dazu|passend (?:dazu|zum)|zum thema|themen(?: des artikels| in diesem artikel)?$|schlagw[oö]rter|verwandte|ähnliche|empfehlungen|empfohlen|meistgelesen|am meisten gelesen|aktuell(?:e|es) (?:meldungen|nachrichten|aus)|nächster artikel|vorheriger artikel|related|read (?:more|also|next|on)|more (?:on|from|about|stories|news|like|in|coverage)|see also(?=$|:)|you (?:may|might) (?:also )?(?:like|be)|recommended|most (?:read|popular|viewed)|(?:popular|trending)(?=$|:| (?:now|on|in|this|stories|articles|posts|topics|news))|latest (?:news|stories|headlines)|also (?:read|on)|up next|next (?:article|story|post)|previous (?:article|story|post)|don'?t miss|top stories|tags$|topics$|filed under|share this|inhaltsverzeichnis|inhalt$|contents$|table of contents|auf dieser seite|in diesem artikel$|on this page|in this article$|artikel teilen|diesen (?:artikel|beitrag) teilen|teilen$|share$)/iu;
/** The whole line, or the title of the article behind it: sections of articles have similar headings. */
const commentLabel =
  /^(?:\d+ )?(?:(?:leser-?)?kommentare?|(?:reader )?comments?|responses?|replies|antworten)(?: ?\(\d+\)| ?: ?\d+)?:?$|^\d+ (?:kommentare?|antworten|comments?|responses?|replies|thoughts?) (?:zu|auf|on|to) ["“„«»‘‚]|^(?:kommentare zu diesem (?:artikel|beitrag|text)|comments on (?:this|the) (?:article|post|story)|diskutieren sie mit|schreiben sie einen kommentar|kommentar (?:schreiben|hinterlassen)|leave a (?:comment|reply)|join the (?:discussion|conversation)|your comment|ihre meinung)[.:!]?$/iu;
/** Among these, what no section of an article is called. */
export const isCommentsHeading = (text: string): boolean =>
  /^(?:\d+ )?(?:leser-?kommentare?|reader comments?)(?!\p{L})|^(?:schreiben sie einen kommentar|kommentar (?:schreiben|hinterlassen)|leave a )/iu.test(
    text,
  );

const bioLabel =
  /^(?:über (?:den autor|die autorin|die autoren|uns|mich)|zur person|zum autor|zur autorin|about (?:the )?(?:author|us|me)|der autor|die autorin|autor(?:in)?(?:enprofil)?$)/iu;
const bioSentence =
  /\b(?:schreibt|schrieb|arbeitet|lebt|studierte|berichtet|ist (?:freie|freier|redakteur|reporter|korrespondent|autor|journalist|chefredakteur|politik|wirtschafts|sport)\p{L}*|volontär|writes?|lives? in|covers?|reports? (?:on|for)|is an? (?:\p{L}+[ -]){0,4}(?:writer|reporter|editor|journalist|author|correspondent|columnist|critic|professor|researcher|novelist|blogger|developer|engineer))\b|geboren \d{4}|jahrgang \d{4}/iu;
/** Short lines without a sentence: who wrote it, when, and what can be done with it. */
const metaLine =
  /^(?:von|by|text|autor(?:in)?|foto|fotos|bild|bilder|bildquelle|photo|photograph|image|credit|quelle bild|illustration|grafik|stand|veröffentlicht|publiziert|erschienen|aktualisiert|zuletzt|published|updated|posted|last (?:updated|modified)|written|lesezeit|reading time|artikel (?:teilen|drucken|merken|anhören|hören)|beitrag (?:teilen|drucken)|drucken|merken|teilen|share|print|e-?mail|facebook|twitter|whatsapp|kommentieren|zur startseite|zur übersicht|zurück|back to|startseite|home|sie sind hier|you are here|nach oben|to top|mit material|©|\(c\)|copyright|vorlesen|listen|anhören|(?:video|audio|podcast|bildergalerie|fotostrecke):)(?=$|[\s:,|/.•·–-])/iu;
const dateOrDuration =
  /^(?:(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)\p{L}*[.,]?\s+)?(?:am\s+)?(?:\d{1,2}\.\s?(?:\d{1,2}\.\s?\d{2,4}|\p{L}+\.?\s+\d{4})|\d{4}-\d{2}-\d{2}|\d{1,2}\s+\p{L}+\s+\d{4}|\p{L}{3,9}\.?\s+\d{1,2},?\s+\d{4}|\d{1,2}\/\d{1,2}\/\d{2,4})(?!\s*:\s*\p{L})[^.!?]{0,60}$|^\d+\s*(?:min(?:uten?|utes?)?\.?|std\.?|stunden?|hours?|tage?n?|days?)(?:\s+(?:lesezeit|read|ago|her|zu lesen))?$|^vor \d+ \p{L}+$|^\d{1,3}\s*(?:\/|von|of)\s*\d{1,3}$/iu;

/** "Von Köln nach Bonn" is not a byline. */
const noByline =
  /^(?:von|by) (?:[^,|•·]* )?(?!(?:und|and|von|van|de|der|den|du|di|la|le|zu|zur|bin|al|aus|für|for|in|the|unser\p{L}*|our)(?!\p{L}))\p{Ll}/u;

export function isMetaLine(text: string): boolean {
  if (text.length > 140) return false;
  if (dateOrDuration.test(text)) return true;
  const isWithoutSentence = sentencesOf(text.replace(/\b\p{L}{1,3}\.|\d\./gu, "")) === 0;
  return metaLine.test(text) && isWithoutSentence && !noByline.test(text.replace(/^\p{L}/u, (letter) => letter.toLowerCase()));
}

/** Next to a picture wherever that is. */
export const isCredit = (text: string): boolean =>
  /^(?:©|(?:fotos?|bild|bildquelle|photo(?:graph)?|image|credit|illustration|grafik)\s?:)/iu.test(text);

const rights = /^(?:©|\(c\)|copyright (?:©|\(c\)|by|\d{4}))|(?:all rights reserved|alle rechte vorbehalten)\.?$/iu;
/** Broadcasters end with the programmes that the article is from. */
const programme = /^(?:dieses thema im programm|über dieses thema bericht\p{L}+ .*(?:\d uhr|\d{1,2}[.:]\d{2}))(?!\p{L})/iu;

interface Line {
  nodes: readonly Child[];
  text: string;
  length: number;
}

/** A line that may follow any text of the site: an appeal to the reader, or who owns the rights. */
export function isSiteLine(line: Line): boolean {
  const { text, length } = line;
  if (length > 250) return false;
  return isMetaLine(text) || (rights.test(text) && length < 140) || programme.test(text) || isAppealLine(line);
}

const appealStart =
  /^(?:folgen sie uns|folge uns|follow us|abonnieren sie|abonniere|jetzt (?:\p{L}+ ){0,3}abonnieren|subscribe|sign up|melden sie sich|download (?:the|our) app|support (?:us|our (?:work|journalism|reporting|newsroom))|unterstützen sie uns|spenden sie)(?![\p{L}-])/iu;
const linkAction =
  /(?:abonnieren|anmelden|registrieren|bestellen|testen|spenden|sichern|herunterladen|folgen|unterstützen|mitglied werden)[^\p{L}]*$|^(?:abonnieren|folgen|spenden|unterstützen|testen) sie|^(?:please )?(?:subscribe|sign up|sign in|log in|register|join|follow|donate|support us|become a member|download|click here)(?!\p{L})/iu;
const linkTarget =
  /^(?:hier|here|(?:unser\p{L}*|our|the|den|the) .*)$|facebook|twitter|instagram|whatsapp|youtube|tiktok|mastodon|bluesky|linkedin|telegram|newsletter|briefing/iu;

const toReaderOnly = /(?<!\p{L})(?:Sie|Ihre?\p{L}?|[Uu]ns(?:er\p{L}*)?|[Yy]our?|[Oo]ur|[Dd](?:u|ich|ein\p{L}*))(?!\p{L})/u;
const voice = /automatisch vertont|(?:künstlich|mit ki) (?:erzeugt|vertont|vorgelesen)|automated voice|text-to-speech/iu;

/** A paragraph that asks the reader to follow a link, whose text is what to do or with what, or says how it is read aloud. */
export function isAppealLine({ nodes, text, length }: Line): boolean {
  if (length >= 250) return false;
  const links = nodes.flatMap(linksIn).map((link) => collapse(textOf(link, 200)));
  if (links.length === 0) return length < 160 && voice.test(text);
  const acts = links.some((link) => link.length < 80 && linkAction.test(link));
  if (appealStart.test(text)) return acts || links.some((link) => link.length < 80 && linkTarget.test(link));
  return acts && toReaderOnly.test(text) && appeal.test(text);
}

function linksIn(node: Child): Part[] {
  if (!isPart(node) || node.isLeftOut) return [];
  return node.name === "a" ? [node] : node.children.flatMap(linksIn);
}

/** A last line about somebody, which is the author if it is in italics. */
export const isBioLine = (text: string): boolean => text.length < 400 && bioSentence.test(text);

const journalist =
  "(?:[Jj]ournalist|[Rr]eporter|editor|correspondent|columnist|writer|\\p{L}*[Rr]edakteur|\\p{L}*[Kk]orrespondent|Volontär|Kolumnist|Autor)(?:in)?";
const journalistSentence = new RegExp(
  `^(?:\\p{Lu}[\\p{L}.’'-]+ ){2,4}(?:(?:is|ist)(?: [\\p{L}-]+){0,4} ${journalist}(?!\\p{L})|(?:covers|reports on|writes about|(?:schreibt|berichtet) (?:seit|für|über|als))(?!\\p{L}))`,
  "u",
);

/** The same, whose first words say that it is about a journalist. */
export const isJournalistLine = (text: string): boolean => text.length < 400 && journalistSentence.test(text);

/** Labels of links and boxes, such as "Anzeige", "Lesen Sie auch", "3 Kommentare". */
export function labelOf(text: string): "ad" | "related" | "comments" | "bio" | null {
  if (text.length > 100) return null;
  return labelOfWords(text.replace(/^[^\p{L}\p{N}]+/u, ""));
}

function labelOfWords(text: string): ReturnType<typeof labelOf> {
  if (text.length <= 30 && adLabel.test(text)) return "ad";
  if (relatedLabel.test(text)) return "related";
  if (commentLabel.test(text)) return "comments";
  return bioLabel.test(text) ? "bio" : null;
}

/** In the place of what is embedded once the reader agrees. */
const embedLabel =
  /^(?:empfohlener )?(?:externer|redaktioneller|eingebetteter|external|embedded|third-party) (?:\p{L}+ )?(?:inhalt|content)/iu;

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
interface Place {
  before: Child | null;
  previous: Child | null;
  siblings: readonly Child[];
  index: number;
}

/** Sentences or items of a list or table that nothing shows to be something else. */
function isUnexplained(part: Part): boolean {
  if (!part.isBlock || part.hasImage || linkShare(part) > 0.3) return false;
  const label = labelOf(part.firstLine);
  if ((label !== null && label !== "bio") || embedLabel.test(part.firstLine)) return false;
  return (part.proseLength > 0 || holdsItems(part)) && !has(part, "consent") && !isAppeal(part);
}

const contains = (part: Part, inner: Part | null): boolean => inner !== null && inner.first >= part.first && inner.last <= part.last;

function isWithin(part: Part, names: readonly string[]): boolean {
  for (let at = part.parent; at; at = at.parent) if (names.includes(at.name)) return true;
  return false;
}

const has = (part: Part, kind: keyof typeof kinds): boolean => part.words.some((word) => kinds[kind].has(word));

const linkShare = ({ length, linkLength }: Part): number => (length === 0 ? 0 : linkLength / length);

/** It has the title or most sentences of the page, so whatever it is called, the article is in it. */
function holdsArticle(part: Part, { root, title }: Page): boolean {
  return contains(part, title) || (part.proseLength > root.proseLength * 0.5 && !(title && title.first < part.first && isMinor(part)));
}

/** A place for what is not the article. */
const isMinor = (part: Part): boolean => part.name === "aside" || part.name === "nav" || part.name === "footer";

function judge(part: Part, page: Page, place: Place): Verdict {
  if (part.length === 0) return null;
  if (!part.isBlock) return judgeInline(part);
  const isConsent = judgeConsent(part, page);
  if (isConsent) return "frame";
  if (has(part, "comments") && isCommentsOf(part, page)) return "frame";
  if (holdsArticle(part, page) || isHeading(part)) return isHeading(part) && has(part, "screenReader") ? "frame" : null;
  return judgeElement(part, page) ?? judgeCard(part, page, place) ?? judgeByWords(part, page) ?? judgeByContent(part, place);
}

function judgeInline(part: Part): Verdict {
  if (part.name === "a") {
    const isMark = part.length <= 4 && part.element.getAttribute("href")?.startsWith("#");
    return isMark && /^[^\p{L}\p{N}]*$/u.test(collapse(textOf(part))) ? "frame" : null;
  }
  if (part.words.length === 0 || part.length > 80) return null;
  const isForReaders = part.words.includes("sr") || has(part, "screenReader") || part.words.includes("editsection");
  return isForReaders || (part.words.includes("visually") && part.words.includes("hidden")) ? "frame" : null;
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

const frameRoles = list("navigation search banner contentinfo menu menubar toolbar tablist dialog alertdialog");

function judgeElement(part: Part, page: Page): Verdict {
  const { name } = part;
  const role = part.element.getAttribute("role");
  if (name === "nav" || frameRoles.has(role ?? "")) return "frame";
  if (name === "dialog")
    return part.proseLength === 0 || isAppeal(part) ? "frame" : isWithin(part, ["article", "main"]) ? null : "doubtful";
  if (name === "form" || name === "label" || name === "menu") return part.proseLength > 400 ? "doubtful" : "frame";
  if (name === "header" && !isWithin(part, ["article", "section", "main"])) return "frame";
  if (name === "footer" && !isWithin(part, ["blockquote", "figure"])) {
    if (isNotes(part)) return null;
    const isOwn = isWithin(part, ["article", "main"]) && part.proseLength > 0 && linkShare(part) < 0.3;
    return isOwn && !isBio(part, page) && !isAppeal(part) ? "doubtful" : "frame";
  }
  if (name === "aside" || role === "complementary") {
    if (isNotes(part)) return null;
    const isOther =
      part.proseLength === 0 || linkShare(part) > 0.3 || isAppeal(part) || isBio(part, page) || labelOf(part.firstLine) !== null;
    return isOther || !isWithin(part, ["article", "main"]) ? "frame" : "doubtful";
  }
  return null;
}

const isNotes = (part: Part): boolean =>
  part.words.some((word) => /^(?:footnotes?|fussnoten?|fußnoten?|endnotes?|references?|quellen|einzelnachweise|anmerkungen)$/.test(word));

/** A link around blocks, or an article in a few words with a linked heading, leads elsewhere, unless it may be an entry of the article. */
function judgeCard(part: Part, page: Page, { previous, siblings, index }: Place): Verdict {
  if (part.name === "a" && part.element.hasAttribute("href"))
    return part.children.some((child) => isPart(child) && child.isBlock) ? "frame" : null;
  const host = cardHost(part, page);
  if (host === null) return null;
  if (part.proseLength === 0 || has(part, "related") || has(part, "frame")) return "frame";
  const isOwn = host === parseUrl(page.baseUrl)?.host;
  const next = siblings.slice(index + 1, index + 10).find(isFilled);
  if (isOwn && [previous, next].some((child) => child && isPart(child) && cardHost(child, page) === host)) return "frame";
  return !isOwn && isWithin(part, ["article", "main"]) ? null : "doubtful";
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
    if (!isPlain || isAsking || (isSmall && labelOf(part.firstLine) === "ad")) return "frame";
    return part.name === "p" || part.words.some((word) => besideWords.has(word)) ? null : "doubtful";
  }
  if (has(part, "maybeAd") && (!isPlain || (isSmall && (isAppeal(part) || labelOf(part.firstLine) === "ad"))))
    return !isPlain || isAsking ? "frame" : "doubtful";
  if (has(part, "appeal") && isSmall && isAppeal(part) && part.name !== "p") return !isPlain || isAsking ? "frame" : "doubtful";
  if (has(part, "share") && !isPlain) return "frame";
  if (has(part, "related") && (linkShare(part) > 0.3 || labelOf(part.firstLine) === "related") && part.linkLength > 0)
    return isPlain ? "doubtful" : "frame";
  if (has(part, "author") && (!isPlain ? part.length < 300 : isSmall && isBio(part, page))) return "frame";
  if (part.length < 600 && part.words.some((word) => captionWord.test(word)) && part.parent?.hasImage) return "frame";
  if (part.hasImage && (isPicture(part) || isGallery(part))) return "frame";
  if (has(part, "meta") && part.proseLength === 0 && part.length < 300 && headingsOf(part).length === 0) return "frame";
  if (has(part, "frame") && !isPlain && part.name !== "p" && !isTable(part)) return "frame";
  const isAside = part.name !== "p" && part.words.some((word) => asideWords.has(word)) && !part.words.some((word) => besideWords.has(word));
  if (isAside) return isWithin(part, ["article", "main"]) ? "doubtful" : "frame";
  return null;
}

/** In names of what has something else in or next to it. */
const besideWords = list("has have with without mit ohne no after before text content body article paragraph absatz inhalt");

const appealWords = list("newsletter newsletters subscribe subscription signup optin mailchimp paywall donate donation spendenaufruf");

/** It asks the reader for something more than once, or its name and its heading do. */
function asksOften(part: Part): boolean {
  if (part.words.some((word) => appealWords.has(word)) && sentencesOf(part.firstLine) === 0 && appeal.test(part.firstLine)) return true;
  const text = textOf(part, 1_000);
  return toReaderOnly.test(text) && new Set(text.toLowerCase().match(new RegExp(appeal, "giu"))).size > 1;
}

/** Lists, tables, or parts of them. */
const holdsItems = (part: Part): boolean => itemNames.has(part.name) || part.children.some((child) => isPart(child) && holdsItems(child));
const itemNames = list("li td th dd");

const isTable = (part: Part): boolean => linkShare(part) < 0.3 && part.element.querySelector("td") !== null;

const asideWords = list("sidebar randspalte marginalspalte footer popup modal");
const captionWord = /(?:caption|captions|bildunterschrift|bildtext|bildlegende|bildnachweis)$/;
const pictureWord =
  /^(?:absatz|artikel|inhalts)?bild(?:er|box|element|container)?$|^(?:image|img|picture|photo|foto|thumb|thumbnail|thumbinner|media)$/;
const credit = /(?:^|[\s([|])(?:©|(?:fotos?|bild|bildquelle|photo(?:graph)?|image|credit)\s*:)/iu;

const galleryWord = /^(?:gallery|galerie|bildergalerie|fotostrecke|bilderstrecke|slideshow)$/;

/** Pictures, each with its caption. */
function isGallery(part: Part): boolean {
  return (
    part.words.some((word) => galleryWord.test(word)) &&
    headingsOf(part).length === 0 &&
    part.children.every((child) => (isPart(child) && (child.hasImage || child.proseLength === 0)) || !isPart(child))
  );
}

/** A picture with the few words that describe it. */
function isPicture(part: Part): boolean {
  if (part.length >= 400 || headingsOf(part).length > 0) return false;
  if (!part.words.some((word) => pictureWord.test(word)) || part.words.some((word) => bodyWord.test(word))) return false;
  return part.length < 120 || credit.test(textOf(part));
}

const bodyWord = /^(?:text|txt|body|content|inhalt)$/;

function judgeByContent(part: Part, { before }: Place): Verdict {
  if (
    part.name === "p" ||
    part.name === "li" ||
    part.name === "td" ||
    part.name === "tr" ||
    part.name === "tbody" ||
    part.name === "blockquote" ||
    part.name === "dd" ||
    part.name === "dt"
  )
    return null;
  const { firstLine } = part;
  const label = labelOf(firstLine);
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
  return labelOf(text) === null && (/:$/.test(text) || (isPart(before) && isHeading(before)));
}

function linksOf(part: Part): number {
  return part.children.reduce((sum, child) => sum + (!isPart(child) || child.isLeftOut ? 0 : child.name === "a" ? 1 : linksOf(child)), 0);
}
