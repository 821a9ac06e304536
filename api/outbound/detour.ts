import type { OutboundErrorCode } from "./outbound-error";

/** The kind of page that a redirect led to instead of the requested page. */
type Detour = Extract<OutboundErrorCode, "consent_required" | "login_required" | "home_page">;

interface Redirected {
  typed: URL;
  landed: URL;
}

/** Characters of text. Pages that ask for consent or a login have less. */
const longestConsent = 3000;
export const longestLogin = 600;
/** Like `longestConsent`, for addresses that a section about cookies or privacy could have, too. */
const longestUncertainConsent = 1000;

/** Finds detours by the addresses alone. Ending on a page of the same kind as the typed address is not a detour. */
export function findDetour({ typed, landed }: Redirected): Detour | undefined {
  if (isConsentHost(landed) && !isConsent(typed)) return "consent_required";
  // A home page of another site is not a detour: a section may have moved to its own site.
  if (isHome(landed) && !isHome(typed) && siteOf(landed) === siteOf(typed)) return "home_page";
  return undefined;
}

interface ReadLanding extends Redirected {
  title: string | null;
  content: string | null;
  /** Whether the page has a field for a password, an e-mail address or a user name. */
  hasSignInField(): boolean;
}

/** Finds detours that `findDetour` misses, by the content of the page. */
export function findDetourOfPage({ typed, landed, title, content, hasSignInField }: ReadLanding): Detour | undefined {
  const length = content?.length ?? 0;
  const leadsBack = namesAddress(landed, typed);
  const heading = title ?? "";
  if (!isConsent(typed) && isConsent(landed) && (leadsBack || length < longestConsentAt(landed))) return "consent_required";
  if (isLogin(landed) && !isLogin(typed) && (length < longestLogin || hasSignInField())) return "login_required";
  if (loginWords.test(heading) && (leadsBack || length < longestLogin) && hasSignInField()) return "login_required";
  if ((consentSentences.test(heading) || (leadsBack && consentWords.test(heading))) && length < longestConsent) return "consent_required";
  return undefined;
}

/** Whether a redirect stayed on the same page, for which a fragment of the typed address is still valid. */
export function isSamePage({ typed, landed }: Redirected): boolean {
  const toPage = (url: URL) => `${siteOf(url)}${url.pathname.replace(/\/$/, "")}${url.search}`;
  return toPage(typed) === toPage(landed);
}

const siteOf = ({ host }: URL) => host.replace(/^www\./, "");

const purpose = "(?:(?:abo|accept|ads?|collect|cookies?|dsgvo|gdpr|kunden|leser|member|privacy|tcf|tracking|user)[-_]?)?";
const form =
  "(?:[-_]?(?:a|auswahl|banner|check|dialog|form|gate|hinweis|layer|management|manager|notice|page|preferences|required|seite|settings|tool|wall)?-?)?";
const extension = "(?:\\.[a-z]{3,5})?";
const segment = (names: string) => new RegExp(`^${purpose}(?:${names})${form}${extension}$`, "i");

const consentSegment = segment("cmp|consents?|cookie-?wall|einwilligung(?:en)?|einwilligen|zustimmung(?:en)?|zustimmen");
/** Counts only at the end of a path. Elsewhere it is the name of a section. */
const lastConsentSegment = segment(
  "cookies?|datenschutz-?einstellungen|dsgvo|gdpr|privacy-?(?:gate|settings|wall)|privatsphaere|pur(?:-?abo)?",
);
const consentHost = /^(?:cmp|(?:cookie|gdpr|my)?-?consent|einwilligung|myprivacy|privacy-?(?:gate|mgmt|wall)|zustimmung)\d{0,2}$/;

const isConsentHost = (url: URL) => subdomainsOf(url).some((label) => consentHost.test(label));
const isConsent = (url: URL) => isConsentHost(url) || longestConsentAt(url) > 0;

/** The maximum characters of text of a consent page at this path; 0 if the path does not look like one. */
function longestConsentAt(url: URL): number {
  const segments = segmentsOf(url);
  if (segments.some((name) => consentSegment.test(name))) return longestConsent;
  return lastConsentSegment.test(segments.at(-1) ?? "") ? longestUncertainConsent : 0;
}

const loginSegment = segment(
  "anmeld(?:en|ung)|auth|authenticate|authori[sz]e|einloggen|log-?in(?:-(?:oder|or)-[a-z]+)?|mein-?konto|my-?account|oauth2?|regist(?:er|rier(?:en|ung))|sign-?(?:in|on|up)|sso|wp-login",
);
const loginHost = /^(?:accounts?|anmeld(?:en|ung)|auth|id|log-?in|sign-?in|sso)\d{0,2}$/;

function isLogin(url: URL): boolean {
  return subdomainsOf(url).some((label) => loginHost.test(label)) || segmentsOf(url).some((name) => loginSegment.test(name));
}

const language =
  "(?:ar|bg|ca|cs|da|de|el|en|es|et|eu|fa|fi|fr|ga|he|hi|hr|hu|is|it|ja|ko|lb|lt|lv|mk|mt|nb|nl|no|pl|pt|rm|ro|ru|sk|sl|sq|sr|sv|tr|uk|vi|zh)";
const homePath = new RegExp(
  `^/(?:${language}(?:[-_][a-z]{2})?(?:/|$))?(?:(?:default|home|homepage|index|main|start|startseite)(?:\\.[a-z]{3,5})?/?)?$`,
  "i",
);
/** Query parameters that select a page, for systems in which all pages have the same path. */
const pageParameter =
  /^(?:aid|nid|p|page|pid|seite|story|view|(?:article|artikel|beitrag|content|item|meldung|news|node|page|post)?_?(?:id)?)$|\[(?:article|id|news|uid)\]$/i;

function isHome({ pathname, searchParams }: URL): boolean {
  return homePath.test(pathname) && ![...searchParams.keys()].some((name) => pageParameter.test(name));
}

/** Whether a query parameter of a URL is the other address, with or without its origin: a return URL. */
function namesAddress(url: URL, { href, pathname, search }: URL): boolean {
  const path = pathname === "/" ? undefined : `${pathname}${search}`;
  return [...url.searchParams.values()].some((value) => value === href || (path !== undefined && value.split("#", 1)[0]?.endsWith(path)));
}

const segmentsOf = ({ pathname }: URL) => pathname.split("/").filter((name) => name !== "");
/** The labels before the last two. */
const subdomainsOf = ({ hostname }: URL) => hostname.split(".").slice(0, -2);

const loginWords = /\b(?:anmeld(?:en|ung)|einloggen|log[ -]?in|registrier(?:en|ung)|sign[ -]?in)\b/i;
const consentWords = /\b(?:consent|cookies?|datenschutz|einwillig\w{0,9}|privacy|privatsphäre|tracking|werbung|zustimm\w{0,9})\b/i;
const consentSentences =
  /\b(?:before you continue|bevor (?:du|sie) (?:fortfahren|fortfährst|weiter)|cookie[ -]?(?:consent|einstellungen|hinweis|preferences|settings)|cookies (?:akzeptieren|zulassen|zustimmen)|datenschutz-?einstellungen|(?:einwilligung|zustimmung) erforderlich|privacy (?:choices|settings)|we value your privacy|weiter mit werbung)\b/i;
