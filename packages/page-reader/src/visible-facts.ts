import { hasSentenceWords, readAuthorNames } from "./author-names";
import { wordsOf } from "./elements";
import { firstTime, withoutSize } from "./meta-tags";
import { authorWord, type OwnArticle, type Passage, type Zone } from "./own-article";
import type { PageFacts } from "./page-facts";
import { imageOf } from "./page-images";
import { toPlainLine } from "./plain-line";
import { type LabelledTimes, lastLabel, readLabelledTimes, readPublishingTime } from "./publishing-time";

export interface VisibleFacts extends PageFacts {
  /** A date near the article without a word that it is the one of publishing. */
  guessedAt: number | null;
}

/** Metadata from microdata, `rel=author`, bylines and dates of the article itself. */
export function readVisibleFacts(document: Document, article: OwnArticle): VisibleFacts {
  const items = itemsOf(document, article);
  const line = (name: string) =>
    items(name)
      .map((item) => toPlainLine(itemValue(item)))
      .find((text) => text !== null) ?? null;
  const publisher = items("publisher")[0];
  const root = document.documentElement;
  const dates = findDates(article);
  return {
    title: line("headline"),
    description: line("description"),
    images: items("image").flatMap((item) => {
      const picture = item.localName === "img" ? item : item.querySelector("img");
      const image = picture && imageOf(picture);
      return image ? [image] : item.hasAttribute("itemscope") ? [] : [withoutSize(itemValue(item))];
    }),
    authors: findBylines(items("author"), article),
    sourceName: publisher ? toPlainLine(itemValue(publisher.querySelector('[itemprop~="name"]') ?? publisher)) : null,
    publishedAt: firstTime(items("datePublished").map(itemValue)) ?? dates.published,
    modifiedAt: firstTime(items("dateModified").map(itemValue)) ?? dates.modified,
    guessedAt: dates.plain,
    language: root?.getAttribute("lang") ?? root?.getAttribute("xml:lang") ?? null,
  };
}

/** Looks up the microdata of the article by name; not those of its comments or of what it embeds. */
function itemsOf(document: Document, article: OwnArticle): (name: string) => Element[] {
  const scopes = [...document.querySelectorAll('[itemscope][itemtype*="Article" i], [itemscope][itemtype*="Posting" i]')];
  const scope = scopes.find((element) => article.includes(element));
  const isOwn = (item: Element) => {
    const nearest = item.parentElement?.closest("[itemscope]") ?? null;
    return (
      article.includes(item) && (scope ? nearest === scope : nearest === null || /webpage/i.test(nearest.getAttribute("itemtype") ?? ""))
    );
  };
  return (name) => [...(scope ?? document).querySelectorAll(`[itemprop~="${name}"]`)].filter(isOwn);
}

function itemValue(item: Element): string {
  return (
    item.getAttribute("content") ??
    item.getAttribute("datetime") ??
    item.getAttribute("src") ??
    (item.localName === "link" ? item.getAttribute("href") : null) ??
    item.textContent ??
    ""
  );
}

// In characters.
const longestLine = 160;
const maxBylines = 5;

const nameWord = /^(?:name|authorname|autorname)$/;

function findBylines(items: Element[], article: OwnArticle): string[] {
  const inMicrodata = items
    .map((item) => toPlainLine(itemValue(item.querySelector('[itemprop~="name"]') ?? item)))
    .filter((text) => text !== null && !hasSentenceWords(text)) as string[];
  if (readAuthorNames(inMicrodata, []).length > 0) return inMicrodata;

  const marked = [...article.places.keys()].filter((element) => wordsOf(element).some((word) => authorWord.test(word)));
  const links = [...article.places.keys()].filter(({ localName }) => localName === "a");
  const inMarked = new Set(marked);
  const isInMarked = (element: Element) => {
    for (let at = element.parentElement, height = 0; at && height < 4; at = at.parentElement, height += 1)
      if (inMarked.has(at)) return true;
    return false;
  };
  const groups = [
    links.filter((link) => /(?:^|\s)author(?:\s|$)/i.test(link.getAttribute("rel") ?? "")),
    marked.filter((element) => wordsOf(element).some((word) => nameWord.test(word))),
    links.filter(isInMarked),
    marked,
  ];
  for (const zones of [["head"], ["end", "inside"]]) {
    for (const group of groups) {
      const bylines = group
        .filter((element) => zones.includes(zoneOfElement(element, article)))
        .flatMap((element) => namesIn(element, article))
        .slice(0, maxBylines);
      if (bylines.length > 0) return bylines;
    }
    const written = findWrittenByline(article, zones);
    if (written) return [written];
  }
  return [];
}

/** The lines of an element marked as the author's, up to the first sentence: what follows a name is a biography. */
function namesIn(element: Element, article: OwnArticle): string[] {
  const lines = linesOf(element, article);
  const sentence = lines.findIndex((line) => hasSentenceWords(line) || line.length > longestLine || noName.test(line));
  const names = (sentence < 0 ? lines : lines.slice(0, sentence)).filter((line) => readAuthorNames([line], []).length > 0);
  // A single word is a role, a place or the beginning of something else, unless nothing is beside it.
  const isAlone = (line: string) => lines.length === 1 && /^(?:(?:Von|By):?\s)?\S+$/i.test(line);
  return names.filter((line) => isAlone(line) || readAuthorNames([line], []).some((name) => name.includes(" ")));
}

const noName =
  /^(?:mehr|more|alle|all|zum|zur|folgen|follow|view|see|read|lesen|über|about|profile?|kontakt|contact|e-?mail|twitter|facebook|instagram|linkedin|mastodon|bluesky|threads|xing|rss|website)\b/i;

function linesOf(element: Element, { text, places }: OwnArticle): string[] {
  const place = places.get(element);
  return (place ? text.slice(place.start, Math.min(place.end, place.start + 1_000)) : "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\p{Lu}|@/u.test(line));
}

const bylineSentence =
  /^(?:Von|By|(?:Text|Interview|Protokoll|Words|Story)(?:\s(?:und|and|&)\s\p{Lu}\p{L}+)?(?::|\sby|\svon)|Autor(?:in)?:|(?:Written|Posted|Submitted) by:?|\(?Reporting by|(?:[Gg]eschrieben|[Vv]erfasst|[Ee]ingestellt) von|Eine?\s\p{Lu}\p{L}+\svon)\s+\p{Lu}[\p{L}.'’-]+(?:\s+(?:(?:von|van|de|zu|der|und|and)\s+)*\p{Lu}[\p{L}.'’-]*){1,6}\s*(?:$|[,;|/•·–(-]|\d|(?:am|on|in)\b)/u;
const agencyByline = /^(?:Von|By)\s(?:The\s)?(?:dpa|AFP|AP|Reuters|epd|KNA|SID|Associated Press)$/u;

function findWrittenByline(article: OwnArticle, zones: readonly string[]): string | undefined {
  for (const { block, start, end } of article.lines) {
    const written = end - start <= longestLine ? article.text.slice(start, end).trim() : "";
    const isByline = bylineSentence.test(written) && !hasSentenceWords(written.replace(labelWords, ""));
    if (!isByline && !agencyByline.test(written)) continue;
    const zone = article.zoneOf({ element: block, start, end });
    if (zone !== "inside" && zones.includes(zone)) return written;
  }
  return undefined;
}

function zoneOfElement(element: Element, article: OwnArticle): Zone {
  const place = article.places.get(element);
  return place ? article.zoneOf({ element, ...place }) : "outside";
}

const dateWord = /^(?:article|post|entry|news|story|artikel|beitrag)?(?:date|datum|datetime|timestamp|time|zeit)$/;
const publishedWord = /^(?:date)?(?:first)?(?:publish(?:ed)?|publication|pub|posted|created|issued)(?:at|on|date|time)?$|^veroeffentlicht/;
const modifiedWord =
  /^(?:date)?(?:last)?(?:updated?|updates|modified|modification|mod|changed|revised|edited|aktualisiert|aktualisierung|stand|geaendert)(?:at|on|date|time)?$/;

/** The dates of the article: `plain` is the guess. */
function findDates(article: OwnArticle): LabelledTimes {
  const published: Found[] = [];
  const modified: Found[] = [];
  const guessed: Found[] = [];
  for (const { times, passage, zone, isMarked, isExact } of [...datedElements(article), ...datedLines(article)]) {
    // The sources in their order, then what is next to the heading.
    const distance = article.distanceOf(passage) + (zone === "head" ? 0 : 1e8) + (isMarked ? 0 : 1e7) + (isExact ? 0 : 1e6);
    if (times.published !== null) published.push({ time: times.published, distance });
    if (times.modified !== null) modified.push({ time: times.modified, distance });
    // Within the text, a date belongs to what the text tells.
    if (times.plain === null || zone === "inside") continue;
    (zone === "head" && isMarked ? published : guessed).push({ time: times.plain, distance: distance + 1e9 });
  }
  return { published: nearest(published), modified: nearest(modified), plain: nearest(guessed) };
}

interface Found {
  time: number;
  distance: number;
}

const nearest = (found: readonly Found[]) =>
  found.reduce<Found | null>((best, one) => (best && best.distance <= one.distance ? best : one), null)?.time ?? null;

interface Dated {
  times: LabelledTimes;
  passage: Passage;
  zone: Zone;
  /** The page says that it is a date. */
  isMarked: boolean;
  /** It is for machines, with the time of the day. */
  isExact: boolean;
}

/** The elements that are `time`, or whose class says so. */
function datedElements(article: OwnArticle): Dated[] {
  return [...article.places].flatMap(([element, { start, end }]): Dated[] => {
    const isTime = element.localName === "time";
    if (!isTime && end - start > longestLine) return [];
    const words = wordsOf(element);
    if (!isTime && !words.some((word) => dateWord.test(word) || publishedWord.test(word) || modifiedWord.test(word))) return [];
    const passage = { element, start, end };
    const zone = article.zoneOf(passage);
    if (zone === "outside") return [];

    const written = article.text.slice(start, Math.min(end, start + longestLine)).replaceAll("\n", " ");
    const machine = element.getAttribute("datetime") ?? element.getAttribute("content") ?? element.getAttribute("title");
    const stated = machine === null ? null : readPublishingTime(machine);
    const read = readLabelledTimes(written);
    const times = stated === null ? read : { published: null, modified: null, plain: stated };
    const before = article.text.slice(Math.max(0, start - 80), start);
    const after = article.text.slice(end, end + 80).split("\n", 1)[0] ?? "";
    const label = element.hasAttribute("pubdate")
      ? "published"
      : (labelInClass(words) ?? labelWithin(read, written) ?? labelBefore(before) ?? labelInClass(wordsAround(element, article)));
    if ([before.split("\n").at(-1) ?? "", after, isTime ? "" : written].some((text) => isSentence(text, label))) return [];
    return [{ times: withLabel(times, label), passage, zone, isMarked: true, isExact: stated !== null }];
  });
}

/** The lines that consist of a date, names and labels. */
function datedLines(article: OwnArticle): Dated[] {
  return article.lines.flatMap(({ block, start, end }): Dated[] => {
    if (end - start < 6 || end - start > longestLine) return [];
    const written = article.text.slice(start, end);
    const passage = { element: block, start, end };
    const zone = /\d/.test(written) ? article.zoneOf(passage) : "outside";
    if (zone === "outside") return [];
    const before = article.text.slice(Math.max(0, start - 80), start);
    const label = labelBefore(before);
    if (isSentence(written, lastLabel(written) ?? label)) return [];
    return [{ times: withLabel(readLabelledTimes(written), label), passage, zone, isMarked: false, isExact: false }];
  });
}

/** The label outside of a text is about the date that has none in it. */
const withLabel = (times: LabelledTimes, label: "published" | "modified" | undefined): LabelledTimes =>
  times.plain === null || label === undefined ? times : { ...times, plain: null, [label]: times[label] ?? times.plain };

function labelInClass(words: readonly string[]): "published" | "modified" | undefined {
  if (words.some((word) => modifiedWord.test(word))) return "modified";
  return words.some((word) => publishedWord.test(word)) ? "published" : undefined;
}

/** The classes of small containers around an element. */
function wordsAround(element: Element, { places }: OwnArticle): string[] {
  const parent = element.parentElement;
  const place = parent && places.get(parent);
  return place && place.end - place.start <= 60 ? wordsOf(parent) : [];
}

/** The label in the text of an element whose date is in an attribute. */
function labelWithin({ published, plain }: LabelledTimes, written: string): "published" | "modified" | undefined {
  return published !== null ? "published" : plain !== null ? undefined : lastLabel(written);
}

/** The label right before a date, also in the line above. */
function labelBefore(before: string): "published" | "modified" | undefined {
  return /\d/.test(before.slice(-20)) ? undefined : lastLabel(before.slice(-60));
}

const labelWords =
  /(?:zuletzt|first|last)?\s?(?:ver(?:ö|oe)ffentlicht|erschienen|publiziert|erstellt|eingestellt|online seit|published|posted|created|issued|updated?|modified|revised|edited|amended|aktualisiert|ge(?:ä|ae)ndert|bearbeitet|(?:ü|ue)berarbeitet)/gi;
/** A sentence may begin with a few capitals before its date, as in "Die Sitzung am 3. Oktober". */
const sentenceStart = /(?:^|[.!?]\s)(?:Der|Die|Das|Ein|Eine|Am|Im|Bis|Ab|Seit|Zum|Vom|The|This|On|From|Until|Since)\s/;

const eventWords =
  /\b(?:wann|sperrfrist|embargo(?:ed)?|termine?|beginn|einlass|anmeldeschluss|frist|geboren|gestorben|when|starts?|doors|deadline|born|died)\b/i;

function isSentence(text: string, label: string | undefined): boolean {
  const rest = text.replace(labelWords, " ").replace(/\b(?:comments?|views|likes|ago|words|mins?)\b/g, " ");
  return hasSentenceWords(rest) || eventWords.test(text) || (label === undefined && sentenceStart.test(text.trimStart()));
}
