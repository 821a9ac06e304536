import type { NewsletterToRender } from "./render";

type Content = NewsletterToRender["content"];
type Article = Content["sections"][number]["articles"][number];

/** The `n`th article of an example. */
export const exampleArticle = (n: number, more: Partial<Article> = {}): Article => ({
  id: `a${n}`,
  title: `Fünf Monate zu, fünf Jahre Ruhe: Wie die Sanierung des Nordkorridors gelingen soll (${n})`,
  teaser: "Ab Februar rollt zwischen Lüneburg und Celle kein Zug mehr. ".repeat(5).slice(0, 280),
  url: `https://paper.example/artikel?nummer=${n}&quelle=folda`,
  sourceName: "Verkehrsbrief",
  author: null,
  publishedAt: "2025-11-20",
  language: "de",
  picture: { url: `/newsletter-pictures/${n}`, width: 136, height: 102, alt: "Gleise in der Heide" },
  ...more,
});

/** A newsletter grouped by tags, with texts between the articles and at the end, and an article that has neither picture nor source, and one in another language. */
export function exampleNewsletter(more: Partial<Content> = {}, theme: string | null = null): NewsletterToRender {
  return {
    id: "m1",
    content: {
      subject: "Korridorbrief 47",
      language: "de",
      publishedAt: "2025-11-20T09:00:00.000Z",
      client: { name: "Nordbahn", logo: null, theme },
      folder: { id: "f1", name: "Ausbau Nordkorridor" },
      team: { name: "Netz & Infrastruktur" },
      introHtml:
        '<p>Guten Morgen!</p><h2>Heute</h2><ul><li><a href="https://x.example/?a=1&amp;b=2" rel="noopener nofollow">Tarif</a></li></ul>',
      sections: [
        {
          tag: { id: "t1", name: "Generalsanierung", slug: "g" },
          articles: [exampleArticle(1), exampleArticle(2, { sourceName: null, picture: null })],
        },
        { tag: { id: "t2", name: "Brücken", slug: "b" }, articles: [exampleArticle(3, { language: "en" })] },
      ],
      textBlocks: [
        { before: "a3", heading: "Zum Schluss", html: "<p>Zwei Meldungen <b>am Rand</b>.</p>" },
        {
          before: null,
          heading: "",
          html: '<p>Mehr dazu <a href="https://x.example/mehr" rel="noopener nofollow">in der Sammlung</a>.</p>',
        },
      ],
      signature: "Herzliche Grüße\nIhr Team",
      ...more,
    },
  };
}

const everyElement = `<p>Guten Morgen, <b>heute</b> <i>wird</i> <u>gebaut</u>.</p><h2>Eine Überschrift</h2>
  <ol><li>Erstens</li><li>Zweitens, mit <a href="https://x.example/">einer Quelle</a></li></ol>
  <blockquote><p>„Die Brücke hält“, sagt die Gutachterin.</p></blockquote>
  <table><tbody><tr><th>Strecke</th><th>Sperrung</th></tr><tr><td>Lüneburg–Celle</td><td>Februar bis Juni</td></tr></tbody></table>`;

/** Newsletters that differ as much as possible, by name. */
export const exampleNewsletters: Record<string, (language: "de" | "en") => NewsletterToRender> = {
  newsletter: (language) => exampleNewsletter({ language, introHtml: everyElement }),
  "newsletter-ungrouped": (language) =>
    exampleNewsletter({
      language,
      client: {
        name: "Nordbahn",
        logo: { url: "/newsletter-pictures/logo", width: 120, height: 40, alt: "Nordbahn" },
        theme: JSON.stringify({ mainColor: "#ffcc00" }),
      },
      sections: [{ tag: null, articles: Array.from({ length: 30 }, (_, n) => exampleArticle(n)) }],
    }),
  "newsletter-right-to-left": (language) =>
    exampleNewsletter({
      language,
      subject: "אחת־עשרה: الجسر فوق النهر",
      introHtml: "<p>صباح الخير! اليوم ثلاثة أخبار.</p>",
      sections: [
        {
          tag: { id: "t1", name: "גשרים", slug: "g" },
          articles: [
            exampleArticle(1, { title: "الجسر الجديد فوق نهر إلبه يفتح في الربيع", teaser: "تقول الهيئة إن العمل انتهى.", language: "ar" }),
            exampleArticle(2, { title: "Drei-Brücken-Straßenbahnhaltestellenverlegung".repeat(4), teaser: "", picture: null }),
          ],
        },
      ],
    }),
};
