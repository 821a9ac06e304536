import { setOf, wordsOf } from "./elements";
import { measurePage, type PageText, type Place } from "./page-text";
import { contains } from "./page-tree";
import { toComparable } from "./plain-line";

/** The parts of a page that belong to its own article, not of teasers, comments, boxes or the frame around it. */
export interface OwnArticle extends PageText {
  /** `head`: next to the heading; `end`: the last lines of the article. */
  zoneOf(passage: Passage): Zone;
  /** Whether no container around the element is about something else. Holds for everything in the head of the document. */
  includes(element: Element): boolean;
  /** Characters between the passage and the heading. */
  distanceOf(passage: Passage): number;
}

export type Zone = "head" | "inside" | "end" | "outside";

/** An element, or a line in one. */
export type Passage = { element: Element } & Pick<Place, "start" | "end">;

// In characters.
const longestHead = 800;
const longestAbove = 200;
const longestEnd = 300;
const longestCard = 300;
const shortestArticle = 200;
const articleSelector = 'article, [role="article"], [itemtype*="Article" i], [itemtype*="Posting" i], .hentry, .h-entry';

export function findOwnArticle(body: Element, heading: Element | null): OwnArticle {
  const page = measurePage(body);
  const { places } = page;
  const headingPlace = heading ? places.get(heading) : undefined;
  const own = ownElement(page, heading);
  const ownPlace = own ? places.get(own) : undefined;
  const isAround = (place: Place) => headingPlace !== undefined && contains(place, headingPlace);
  const isOwnPart = (place: Place) => ownPlace !== undefined && place !== ownPlace && contains(ownPlace, place);
  const cards = findCards(page, (element, place) => element === own || isAround(place));
  const wordsAroundHeading = new Set(ancestorsOf(heading, body).flatMap(wordsOf));

  const isBeside = (element: Element, place: Place): boolean => {
    if (element === own || isAround(place)) return false;
    const name = element.localName;
    if (besideElements.has(name) || cards.has(element)) return true;
    if ((name === "header" || name === "footer") && !isOwnPart(place)) return true;
    if (name === "article" || element.getAttribute("role") === "article") return true;
    return [...wordsOf(element), ...(element.getAttribute("itemprop")?.toLowerCase().split(/\s+/) ?? [])].some(
      (word) =>
        alwaysBeside.test(word) ||
        (word === "footer" && !isOwnPart(place)) ||
        // Pages whose own article is a card, too.
        (mostlyBeside.test(word) && !wordsAroundHeading.has(word)),
    );
  };
  const known = new Map<Element, boolean>();
  const includes = (element: Element): boolean => {
    const place = places.get(element);
    if (place === undefined || element === body) return true;
    let included = known.get(element);
    if (included === undefined) {
      included = !isBeside(element, place) && (element.parentElement === null || includes(element.parentElement));
      known.set(element, included);
    }
    return included;
  };

  const isAbove = (place: Place, end: number): boolean => {
    if (!heading || !headingPlace || headingPlace.start - end > longestAbove) return false;
    if (ownPlace && contains(ownPlace, headingPlace)) return contains(ownPlace, place);
    const shared = ancestorsOf(heading, body).find((ancestor) => contains(places.get(ancestor) ?? headingPlace, place));
    return shared !== undefined && !wordsOf(shared).some((word) => wholePage.test(word));
  };
  const zoneOf: OwnArticle["zoneOf"] = ({ element, start, end }) => {
    const place = places.get(element);
    if (!place || !includes(element)) return "outside";
    const isInOwn = ownPlace === undefined || contains(ownPlace, place);
    const isAtEnd = ownPlace !== undefined && isInOwn && ownPlace.end - end <= longestEnd;
    if (!headingPlace) {
      return isInOwn && start - (ownPlace?.start ?? 0) <= longestHead ? "head" : isAtEnd ? "end" : isInOwn ? "inside" : "outside";
    }
    if (start < headingPlace.start) return isAbove(place, end) ? "head" : "outside";
    const isFarHeading = ownPlace !== undefined && !contains(ownPlace, headingPlace);
    const isNear = start - headingPlace.end <= longestHead;
    if (isNear && (isInOwn || isFarHeading)) return "head";
    return isAtEnd ? "end" : isInOwn ? "inside" : "outside";
  };
  const distanceOf = ({ start, end }: Passage) => {
    if (!headingPlace) return start;
    return start >= headingPlace.start ? start - headingPlace.end : headingPlace.start - end + longestAbove;
  };
  return { ...page, zoneOf, includes, distanceOf };
}

/** The article around the heading, otherwise the one that holds most of the text of all articles. */
function ownElement({ places }: PageText, heading: Element | null): Element | undefined {
  const around = heading?.closest(articleSelector);
  if (around && places.has(around)) return around;
  const articles = [...places].filter(([{ localName }]) => localName === "article");
  const lengthOf = ([, { start, end }]: [Element, Place]) => end - start;
  const total = articles.reduce((sum, article) => sum + lengthOf(article), 0);
  return articles.find((article) => lengthOf(article) >= shortestArticle && lengthOf(article) * 2 > total)?.[0];
}

function ancestorsOf(element: Element | null, body: Element): Element[] {
  const ancestors: Element[] = [];
  for (let at = element?.parentElement; at && at !== body && at.localName !== "html"; at = at.parentElement) ancestors.push(at);
  return ancestors;
}

/** Small containers with a link like a headline. */
function findCards({ places }: PageText, isOwn: (element: Element, place: Place) => boolean): Set<Element> {
  const cards = new Set<Element>();
  for (const [link, { start, end }] of places) {
    if (link.localName !== "a" || /^#/.test(link.getAttribute("href") ?? "#")) continue;
    const parent = link.parentElement;
    if (isLinkToAuthor(link)) continue;
    const isHeadline = subheading.test(parent?.localName ?? "") || [...link.children].some(({ localName }) => subheading.test(localName));
    const words = end - start >= 25 && end - start <= longestCard ? (link.textContent ?? "").trim().split(/\s+/).length : 0;
    // A link to the page itself may have its date.
    if ((!isHeadline && words < 4) || link.getElementsByTagName("time").length > 0) continue;
    for (let at: Element | null = isHeadline ? link : parent; at && !cards.has(at); at = at.parentElement) {
      const place = places.get(at);
      if (!place || place.end - place.start > longestCard || isOwn(at, place)) break;
      cards.add(at);
    }
  }
  return cards;
}

const isLinkToAuthor = (link: Element): boolean =>
  link.getAttribute("rel") === "author" ||
  [link, link.parentElement].some((element) => element && wordsOf(element).some((word) => authorWord.test(word)));

export const authorWord =
  /^(?:article|post|entry|news|story|artikel|beitrag)?(?:authors?|autor(?:en|in|innen)?|creators?|byline|verfasser(?:in)?)(?:names?|line|link|info)?$/;

const subheading = /^h[2-6]$/;
const besideElements = setOf("aside nav blockquote figure dialog form select button iframe");
const alwaysBeside =
  /^(?:(?:user|reader|leser)?(?:comments?|kommentare?)|repl(?:y|ies)|related|sidebar|newsletter|recommend(?:ed|ations?)?|empfehlung(?:en)?|weitere|breadcrumbs?|copyright|anzeigen?|sponsored|cookies?|consent|masthead|topbar|popular|trending|meistgelesen|mostread|testimonials?|authorbio)$/;
const mostlyBeside =
  /^(?:cards?|tiles?|kacheln?|teasers?|promos?|events?|termine?|veranstaltung(?:en)?|reviews?|bewertung(?:en)?|bio|biography|vita|widgets?|latest|quotes?|pullquote|zitate?|products?|produkte?|liveblog|ticker|timeline|chronik)$/;
const wholePage = /^(?:page|site|wrap(?:per)?|container|outer|layout|app|root)$/;

export interface Heading {
  element: Element;
  text: string;
}

/** Whether a heading is the name of the site, as on pages whose `h1` is the logo. */
export function isSiteHeading({ element, text }: Heading, url: URL): boolean {
  const link = element.closest("a[href]") ?? element.querySelector("a[href]");
  const href = link?.getAttribute("href") ?? "";
  const isLinkHome = /^(?:\.?\/|\/index\.(?:html?|php))$/.test(href) || href.replace(/\/$/, "") === url.origin;
  return (isLinkHome && url.pathname !== "/") || isNameOfHost(text, url.hostname);
}

/** Whether a short text holds the name of the host, as "Stadtblick Zeitung" for stadtblick.example. */
export function isNameOfHost(text: string, host: string): boolean {
  const label = host.split(".").at(-2)?.replaceAll("-", "") ?? "";
  const words = toComparable(text).split(" ");
  return label.length >= 5 && words.length <= 4 && words.join("").includes(label);
}
