import { beforeAll, describe, expect, it } from "vitest";
import { contentListSchema } from "../../contract/rest/contents";
import { fileArticle, titlesOf } from "../support/articles";
import { worldForTests } from "../support/harness";

const zeroWidth = "\u200b";
const soft = "\u00ad";

/** A text, terms that find it, and terms that do not. */
const kinds: Record<string, [text: string, found: string[], missed: string[]][]> = {
  "words with hyphens": [
    [
      "Umbau der U-Bahn-Station am Markt",
      ["U-Bahn", `"U-Bahn"`, "Bahn", "Station", "U-Bahn-Station", "ubahn", "U-Bahnstation"],
      [`"Bahn U"`],
    ],
    ["Ein E-Scooter-Verleih öffnet", ["E-Scooter", "Scooter", "Verleih", "Escooter", "E-Scooter-Verleih"], ["E-Verleih"]],
    ["Am Rhein-Main-Donau-Kanal", ["Rhein-Main", "Donau-Kanal", "Kanal", `"Main Donau"`, "rhein main"], ["Rhein-Donau", `"Main-Kanal"`]],
    ["Am U-Bahnhof fahren E-Autos", ["U-Bahn", "E-Auto", "E-Autos", "Auto fahren"], [`"U-Bahn"`, "E-Bahn"]],
    ["Die Strecke Mannheim–Stuttgart", ["Stuttgart", "Mannheim", "Mannheim-Stuttgart"], ["Stuttgart-Mannheim"]],
    ["A state‑of‑the‑art follow-up", ["follow-up", "followup", `"state of the art"`, "art"], []],
    ["Neue Regeln zu COVID-19 und 5G-Ausbau", ["COVID-19", "covid19", "Covid", "5G", "Ausbau"], ["COVID-20"]],
  ],
  "words with slashes, and missing spaces": [
    ["Zug Berlin/Potsdam", ["Potsdam", "Berlin", "Berlin/Potsdam"], ["Potsdam/Berlin"]],
    ["Der Streit endet hier.Neuanfang ohne Wut,Hass(und Neid)", ["Neuanfang", "hier", "Hass", "Neid"], []],
    ["Näheres auf stadtblick.example/politik/haushalt_2026.html", ["stadtblick.example", "stadtblick", "Politik", "Haushalt"], []],
    ["Fragen an redaktion@blatt.example", ["redaktion@blatt.example", "Redaktion", "Blatt"], []],
    ["The road/rail bridge,finally", ["rail", "bridge", "road/rail"], ["rail/road"]],
  ],
  "people of all genders": [
    ["Brief an Leser/innen", ["Leser", "Leserinnen", "Leser:innen", "LeserInnen", "Leser*innen"], ["innen"]],
    ["Brief der Wähler:innen", ["Wähler", "Wählerinnen", "Waehler", "Wähler*innen"], ["innen"]],
    ["Rat der Ärzt*innen", ["Arzt", "Ärztinnen"], ["innen"]],
    ["Streik der PilotInnen und MalerInnen", ["Piloten", "Maler", "Pilotinnen", "PilotInnen"], ["innen"]],
    ["Haus der Schüler_innen und Köch(innen)", ["Schüler", "Schülerinnen", "Köchinnen"], ["innen"]],
    ["Der Bürger:innenrat tagt", ["Bürger", "Bürgerinnenrat", "Bürger:innenrat"], ["innen"]],
    ["Viele Kund(inn)en", ["Kunden", "Kundinnen", "Kund:innen"], ["innen"]],
    ["Die Fahrer/-innen und der Lotse/die Lotsin", ["Fahrer", "Fahrerinnen", "Lotsin"], ["innen"]],
  ],
  numbers: [
    ["Für 1.000 Euro", ["1000", "1.000", "1,000", "1'000", "1 000"], ["000", "10000", "1.001"]],
    ["For 25,000 pounds", ["25000", "25.000", "25 000"], ["25"]],
    ["Rund 7000 Leute", ["7.000", "7000", "7 000"], ["70"]],
    ["Etwa 80 000 kamen", ["80000", "80.000", "80 000"], ["8000"]],
    ["Etwa 90\u202f000\u202f000 Stimmen", ["90000000", "90.000.000"], []],
    ["Um 2.5 Grad", ["2,5", "2.5"], ["25", "2,6"]],
    ["Um 3,7 Prozent", ["3.7", "3,7"], ["37"]],
    ["Kosten von 1.234.567,89 Euro", ["1234567,89", "1,234,567.89"], ["1234567"]],
    ["Eine 50.000-Euro-Spende", ["50000", "Spende", "50.000 Euro"], []],
    ["Preis 2.600,00 Euro", ["2600", "2.600,00", "2.600", "2,600.00"], ["26"]],
    ["Version 4.11.2 ist da", ["4.11.2"], ["4.11.3"]],
    ["Weniger CO₂", ["CO2"], []],
  ],
  dates: [
    [
      "Am 3.10.2026 gefeiert",
      ["03.10.2026", "3.10.2026", "2026-10-03", "3. Oktober 2026", "October 3, 2026", "2026"],
      ["4.10.2026", "10.3.2026"],
    ],
    ["Seit 2025-04-07 offen", ["7.4.2025", "07.04.2025", "7. April 2025", "2025-04-07"], ["2025-04-08"]],
    ["Am 9. März 2024 begonnen", ["9.3.2024", "09.03.2024", "2024-03-09", "9. März 2024", "März"], ["10.3.2024"]],
    ["On May 5th, 2023", ["5.5.2023", "2023-05-05", "5 May 2023", "5th of May 2023", "5.Mai 2023"], ["6.5.2023"]],
    ["Bis 24.12.22 gültig", ["24.12.2022", "24.12.22", "2022-12-24"], ["24.12.2023"]],
    ["Vom 01.02.2021-15.02.2021", ["1.2.2021", "15.2.2021"], ["2.2.2021"]],
    ["Frist 4.Okt.2031, due 9-Nov-2031", ["4.10.2031", "4. Oktober 2031", "9.11.2031", "9 Nov 2031"], ["5.10.2031"]],
    ["Filed 11/09/2001", ["9.11.2001", "11.9.2001", "11/9/2001"], ["12.9.2001"]],
  ],
  "emoji and letters": [
    ["Großes Fest 🎉 heute", ["🎉", "🎉 Fest", "Fest🎉"], ["🎂"]],
    ["Mechanik 👩🏽‍🔧❤️", ["👩‍🔧", "👩🏽‍🔧", "❤"], ["👩", "🔧"]],
    ["Flagge 🇵🇹", ["🇵🇹"], ["🇹🇵"]],
    ["Mehr Oﬀenheit im ﬁnalen Eﬃzienzplan", ["Offenheit", "finalen", "Effizienzplan", "Oﬀenheit"], []],
    ["Reise nach Łódź", ["Lodz", "Łódź", "lódz", "łodz"], []],
    ["Reise nach Wroclaw", ["Wrocław"], []],
    [
      "Ørsted, Đoković, Þingvellir, Guðrún, Kadıköy, Håkon, Æbelø",
      ["Orsted", "Oersted", "Dokovic", "Thingvellir", "Gudrun", "Kadikoy", "Hakon", "Aebelo"],
      [],
    ],
    ["Café Crème in São Tomé", ["cafe", "Café", "creme", "Sao Tomé"], []],
    ["Schöne Übergänge, große Maße", ["schoene", "Uebergänge", "schone", "grosse", "Masse"], []],
    ["Ｂｒｅｉｔｅ Schrift aus Ελλάδα", ["breite", "Ελλαδα"], []],
  ],
  "words with and without a hyphen": [
    ["Eine Email an alle", ["E-Mail", "Email", "e-mail", "E‑Mail"], []],
    ["Eine E-Mail-Adresse für alle", ["Email", "E-Mail", "Emailadresse", "Email-Adresse", "E-Mailadresse", "Adresse"], []],
    ["Kein Webshop mehr", ["Web-Shop", "Webshop"], []],
  ],
  "apostrophes, dots and brackets in words": [
    ["Am Ku’damm bei McDonald's", ["Kudamm", "Ku'damm", "McDonalds", "McDonald’s"], []],
    ["Zum Kudamm und zu McDonalds", ["Ku'damm", "Ku’damm", "McDonald's"], []],
    ["Flug in die U.S.A.", ["USA", "U.S.A."], ["UA"]],
    ["Urlaub in den USA", ["U.S.A.", "usa"], []],
    ["(Fach-)Kräfte und (Wieder-)Aufbau", ["Fachkräfte", "Kräfte", "Wiederaufbau", "Aufbau"], []],
  ],
  "invisible characters": [
    [
      `Die Brü${soft}cke des Haus${soft}halts${soft}aus${soft}schusses`,
      ["Brücke", "Haushaltsausschuss", `Brücke${zeroWidth}`, `${zeroWidth}Brü${soft}cke`],
      [],
    ],
    ["Die Wasser&shy;wirt&shy;schaft und der Klima&#8203;pakt", ["Wasserwirtschaft", "Klimapakt"], []],
    ["Die Tal\u2060sper\ufeffre", ["Talsperre", "\u202aTalsperre\u202c", "\u0007Talsperre"], []],
    ["می‌خواهم سلام", ["میخواهم", "می‌خواهم"], []],
  ],
  compounds: [
    ["Der Bahnhofsvorplatz", ["Vorplatz", "Bahnhof", "Bahn"], ["Hofsvor"]],
    ["Ein Stromnetzbetreiber", ["Betreiber", "Stromnetz", "Strom", "Netz"], []],
    ["Viele Elektroautos", ["Auto", "Autos", "Auto viele"], []],
    ["Die Wärmepumpen und das Fernwärmenetz", ["Pumpe", "Wärme", "Netz", "Fernwärme"], []],
    ["Der Glasfaserausbau und die Mietpreisbremse", ["Ausbau", "Glasfaser", "Bremse", "Miete"], []],
    ["Schwimmbäder und Kindertagesstätten", ["Bad", "Kinder"], []],
    ["Die Straßenbahnhaltestelle und die Mindestlohnerhöhung", ["Bahn", "Lohn", "Haltestelle"], []],
    ["Die Pünktlichkeitsquote der Tierärztinnen", ["Quote", "Ärztin"], []],
    ["Redaktion, zugestimmt, dramatische Handlungen, Tausende", [], ["Aktion", "Zug.", "Tisch", "Lunge", "Ende"]],
    ["Kundinnen und Pächterinnen", ["Pächter"], ["innen"]],
    ["Beratung, Partei, Motor, Ausgabe, Verein, Urinstinkt", [], ["Rat", "Tor", "Gabe", "Rein", "Stinkt"]],
    ["Deutschland, Gesellschaft, Hintergrund, Petitionen", [], ["Land", "Schaft", "Grund", "Ionen"]],
    ["Understanding international government", [], ["standing", "national", "men"]],
  ],
};

describe("Florian finds", () => {
  const world = worldForTests();
  const titles = new Map<string, string>();

  beforeAll(async () => {
    const folder = await world.folderId("energie");
    for (const [text] of Object.values(kinds).flat()) {
      const title = `Probe ${"x".repeat(titles.size + 1)}`;
      await fileArticle(world.as("florian"), folder, { title, body: `<p>${text}</p>`, tags: ["Schreibweise"] });
      titles.set(text, title);
    }
  });

  const ask = (term: string) => world.as("florian").get(`/contents?per_page=96&tags=schreibweise&term=${encodeURIComponent(term)}`);

  describe.each(Object.entries(kinds))("%s", (_, texts) => {
    it.each(texts)("in %j by %j, and not by %j", async (text, found, missed) => {
      const finds = async (terms: string[]) => {
        const all = await Promise.all(terms.map(async (term) => ({ term, titles: titlesOf(await ask(term)) })));
        return all.filter((one) => one.titles.includes(titles.get(text) ?? "")).map(({ term }) => term);
      };
      expect(await finds(found)).toEqual(found);
      expect(await finds(missed)).toEqual([]);
    });
  });

  it.each([
    ["Email", ["E-Mail-Adresse", "Email"]],
    ["U-Bahn", ["U-Bahn-Station", "U-Bahnhof"]],
    ["1000", ["1.000"]],
    ["9.3.2024", ["9. März 2024"]],
    ["Leserinnen", ["Leser/innen"]],
    ["🎉", ["🎉"]],
    ["Effizienzplan", ["Eﬃzienzplan"]],
    ["Lodz", ["Łódź"]],
    ["Vorplatz", ["Bahnhofsvorplatz"]],
    ["Auto", ["Autos", "Elektroautos"]],
    ["4.11.2", ["4.11.2"]],
    ["Kudamm", ["Kudamm", "Ku’damm"]],
    ["2,5", ["2.5"]],
  ])("%s, with the highlighted matches %j", async (term, expected) => {
    const { entries } = contentListSchema.parse((await ask(term)).body);
    const marked = entries.flatMap(({ hits }) => hits?.excerpt_ranges.map(([from, until]) => hits.excerpt.slice(from, until)) ?? []);
    expect([...new Set(marked)].toSorted()).toEqual(expected.toSorted());
  });

  it("articles with the exact word before those with a compound of it", async () => {
    const folder = await world.folderId("energie");
    for (const title of ["Eine Kanzlei mit Post", "Die Kanzleipost"])
      await fileArticle(world.as("florian"), folder, { title, body: title, tags: ["Schreibweise"] });
    expect(titlesOf(await ask("Post"))).toEqual(["Eine Kanzlei mit Post", "Die Kanzleipost"]);
  });

  it("the correction of a misspelled word, also if its spelling is without accents", async () => {
    const { body } = await ask("Wroclav");
    expect([titlesOf({ body } as never), body.meta.replaced]).toEqual([
      [titles.get("Reise nach Wroclaw")],
      [{ typed: "wroclav", used: "Wroclaw" }],
    ]);
  });
});

describe("A hostile term", () => {
  const world = worldForTests();

  it.each([
    ["10,000 combining marks", `a${"\u0316\u0301\u0323".repeat(3_333)}`, 200],
    ["10,000 invisible characters", "\u200b".repeat(10_000), 200],
    ["500 hyphens", "a-".repeat(500), 200],
    ["500 numbers", "1.".repeat(500), 200],
    ["100 dates", "3.10.2026/".repeat(100), 200],
    ["200 emoji", "👩‍🔧".repeat(200), 200],
    ["1,000 combining marks without a letter", "\u0301".repeat(1_000), 200],
    ["backslashes and quotes", `'\\''':*&|!()<->'`, 200],
    ["900 ligatures", "ﷺ".repeat(900), 200],
    ["1,001 characters", "x".repeat(1_001), 422],
  ])("of %s gets a response", async (_, term, status) => {
    expect((await world.as("florian").get(`/contents?term=${encodeURIComponent(term)}`)).status).toBe(status);
  });
});
