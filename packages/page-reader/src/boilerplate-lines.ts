import { type Child, isPart, type Part, type Run, sentencesOf, textOf } from "./page-tree";
import { collapse } from "./plain-line";

/** Sentences that ask the reader for something. */
export const appeal =
  /newsletter|abonnier|abonnement|\babo\b|jetzt (?:\p{L}+ ){0,3}(?:testen|anmelden|registrieren|bestellen|sichern|lesen|spenden|abschließen|downloaden|herunterladen)|melden sie sich|hier anmelden|zur anmeldung|folgen sie uns|folge uns|spenden sie|unterstützen sie uns|probeabo|probemonat|kostenlos testen|postfach|unsubscribe|subscri(?:be|ption|ber)|sign(?:ing)? up|signed up|sign in|log in|follow us|support us|donate|your inbox|free trial|become a member|push-?(?:nachricht|mitteilung)|whatsapp|download (?:the|our) app|weiterlesen|unbegrenzt\p{L}* zugriff|jederzeit kündbar|(?:keep|continue) reading|unlimited access|cancel any ?time|rabatt|gutschein|% (?:sparen|off)|discount|sonderangebot|advertisement/iu;
export const consent = /cookie|einwillig|datenschutz|consent|privacy|tracking/iu;
export const consentAction =
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

export const bioLabel =
  /^(?:über (?:den autor|die autorin|die autoren|uns|mich)|zur person|zum autor|zur autorin|about (?:the )?(?:author|us|me)|der autor|die autorin|autor(?:in)?(?:enprofil)?$)/iu;
export const bioSentence =
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

/** A line that may follow any text of the site: an appeal to the reader, or who owns the rights. */
export function isSiteLine(line: Run): boolean {
  const { text, length } = line;
  if (length > 250) return false;
  return isMetaLine(text) || (rights.test(text) && length < 140) || programme.test(text) || isAppealLine(line);
}

const appealStart =
  /^(?:folgen sie uns|folge uns|follow us|abonnieren sie|abonniere|jetzt (?:\p{L}+ ){0,3}abonnieren|subscribe|sign up|melden sie sich|download (?:the|our) app|support (?:us|our (?:work|journalism|reporting|newsroom))|unterstützen sie uns|spenden sie)(?![\p{L}-])/iu;
const linkAction =
  /(?:abonnieren|anmelden|registrieren|bestellen|testen|spenden|sichern|herunterladen|folgen|unterstützen|mitglied werden)[^\p{L}]*$|^(?:abonnieren|folgen|spenden|unterstützen|testen) sie|^(?:please )?(?:subscribe|sign up|sign in|log in|register|join|follow|donate|support us|become a member|download|click here)(?!\p{L})/iu;
const linkedThing =
  /^(?:hier|here|(?:unser\p{L}*|our|the|den|the) .*)$|facebook|twitter|instagram|whatsapp|youtube|tiktok|mastodon|bluesky|linkedin|telegram|newsletter|briefing/iu;

export const toReaderOnly = /(?<!\p{L})(?:Sie|Ihre?\p{L}?|[Uu]ns(?:er\p{L}*)?|[Yy]our?|[Oo]ur|[Dd](?:u|ich|ein\p{L}*))(?!\p{L})/u;
const voice = /automatisch vertont|(?:künstlich|mit ki) (?:erzeugt|vertont|vorgelesen)|automated voice|text-to-speech/iu;

/** A paragraph that asks the reader to follow a link, whose text is what to do or with what, or says how it is read aloud. */
export function isAppealLine({ nodes, text, length }: Run): boolean {
  if (length >= 250) return false;
  const links = nodes.flatMap(linksIn).map((link) => collapse(textOf(link, 200)));
  if (links.length === 0) return length < 160 && voice.test(text);
  const acts = links.some((link) => link.length < 80 && linkAction.test(link));
  if (appealStart.test(text)) return acts || links.some((link) => link.length < 80 && linkedThing.test(link));
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
export function boxLabelOf(text: string): "ad" | "related" | "comments" | "bio" | null {
  if (text.length > 100) return null;
  const words = text.replace(/^[^\p{L}\p{N}]+/u, "");
  if (words.length <= 30 && adLabel.test(words)) return "ad";
  if (relatedLabel.test(words)) return "related";
  if (commentLabel.test(words)) return "comments";
  return bioLabel.test(words) ? "bio" : null;
}

/** In the place of what is embedded once the reader agrees. */
export const embedLabel =
  /^(?:empfohlener )?(?:externer|redaktioneller|eingebetteter|external|embedded|third-party) (?:\p{L}+ )?(?:inhalt|content)/iu;
