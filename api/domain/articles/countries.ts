/** ISO 3166-1 alpha-2, as of 2024. */
const codes = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ " +
  "DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
  "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ " +
  "OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
  "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split(" ");
const known = new Set(codes);

export interface Country {
  code: string;
  name: string;
}

export const isCountryCode = (code: string): boolean => known.has(code);

/** Every country with its name in that language, in the order of that language. */
export function listCountries(locale: string): Country[] {
  const { countries } = requireNames(locale);
  return countries;
}

/** The countries with these codes, by name. */
export function toCountries(locale: string, wanted: readonly string[]): Country[] {
  const { byCode, collator } = requireNames(locale);
  return wanted.flatMap((code) => byCode.get(code) ?? []).sort((a, b) => collator.compare(a.name, b.name));
}

interface Names {
  countries: Country[];
  byCode: Map<string, Country>;
  collator: Intl.Collator;
}

const namesByLocale = new Map<string, Names>();

function requireNames(locale: string): Names {
  const cached = namesByLocale.get(locale);
  if (cached) return cached;
  const displayNames = new Intl.DisplayNames(locale, { type: "region" });
  const collator = new Intl.Collator(locale);
  const countries = codes.map((code) => ({ code, name: displayNames.of(code) ?? code })).sort((a, b) => collator.compare(a.name, b.name));
  const names = { countries, byCode: new Map(countries.map((country) => [country.code, country])), collator };
  namesByLocale.set(locale, names);
  return names;
}
