/** Sentences of fictional articles: {1} to {16} are German paragraphs, {e1} to {e12} English ones, {s1} to {s8} short German lines. */
const paragraphs: Record<string, string> = {
  1: "Die Gemeinde Osterhagen hat am Dienstag ihren Haushalt beschlossen. Nach sechs Stunden Debatte stimmten vierzehn von einundzwanzig Mitgliedern dafür.",
  2: "Der größte Posten ist die Sanierung der Grundschule, die im Winter mehrmals geschlossen werden musste. Allein das Dach kostet rund vier Millionen Euro.",
  3: "„Wir haben jeden Betrag zweimal geprüft“, sagte Kämmerin Wiebke Harms. Der Kreis muss den Plan noch genehmigen, bevor gebaut werden darf.",
  4: "Die Opposition hält die Annahmen für zu günstig. Vor allem die Gewerbesteuer sei um ein Drittel zu hoch angesetzt, erklärte ihr Sprecher.",
  5: "Im vergangenen Jahr hatte die Gemeinde weniger eingenommen als geplant, weil zwei Betriebe ihre Werke verlegten. Seitdem fehlen achtzig Arbeitsplätze.",
  6: "Am Hafen soll ein neuer Steg entstehen, an dem auch größere Boote festmachen können. Die Arbeiten beginnen nach Ostern.",
  7: "Für Familien ändert sich wenig: Die Gebühren der Kindergärten bleiben gleich, und das Freibad öffnet wieder im Mai.",
  8: "Gegen den Verkauf des alten Bahnhofs sammelte ein Verein mehr als tausend Unterschriften. Darüber will der Rat im Herbst noch einmal sprechen.",
  9: "Die Feuerwehr bekommt ein neues Fahrzeug, das alte stammt aus dem Jahr 1994. Es wird an eine Partnerstadt abgegeben.",
  10: "Ob die Buslinie nach Brünsholm weiter fährt, entscheidet sich erst im Januar. Bis dahin zahlt die Gemeinde einen Zuschuss.",
  11: "Viele Zuhörer verließen den Saal schon vor der Abstimmung. Draußen war es inzwischen dunkel geworden.",
  12: "Der Bürgermeister dankte allen Beteiligten und lud zu einem Empfang im Foyer ein. Dort gab es Suppe und Brot.",
  13: "Zum ersten Mal wurde die Sitzung im Netz übertragen. Etwa zweihundert Menschen sahen zu, manche bis zum Schluss.",
  14: "Der Plan steht ab Montag im Rathaus aus und kann dort vier Wochen lang eingesehen werden.",
  15: "Eine Bürgerin fragte, warum der Spielplatz am Deich seit zwei Jahren gesperrt sei. Eine Antwort bekam sie an diesem Abend nicht.",
  16: "Zum Vergleich: Im Nachbarort ist der Haushalt nur halb so groß, obwohl dort fast ebenso viele Menschen leben.",
  e1: "The town council of Easthaven passed its budget on Tuesday night. After six hours of debate, fourteen of twenty-one members voted in favour.",
  e2: "The largest item is the repair of the primary school, which had to close several times last winter. The roof alone costs four million pounds.",
  e3: '"We checked every figure twice," said the treasurer, Alice Moore. The county still has to approve the plan before work can begin.',
  e4: "The opposition called the forecast too optimistic. Business taxes in particular were set a third too high, its speaker said.",
  e5: "Last year the town took in less than planned because two companies moved their plants. Eighty jobs have been missing since then.",
  e6: "A new jetty is to be built at the harbour, large enough for bigger boats. Work begins after Easter.",
  e7: "Little changes for families: nursery fees stay the same, and the outdoor pool opens again in May.",
  e8: "A local group collected more than a thousand signatures against the sale of the old station. The council will return to it in autumn.",
  e9: "The fire brigade gets a new engine, because the old one dates from 1994. It will go to a partner town.",
  e10: "Whether the bus to Brunsholm keeps running will be decided in January. Until then the town pays a subsidy.",
  e11: "Many listeners left before the vote. By then it had become dark outside.",
  e12: "The mayor thanked everyone involved and invited them to a reception. There was soup and bread.",
};

export interface TextPage {
  kind: string;
  html: string;
  /** The HTML of the text, after the test's cleaner. */
  content: string;
  isUncertain?: boolean;
}

const fill = (text: string): string => text.replace(/\{(e?\d+)\}/g, (_, name: string) => paragraphs[name] as string);
/** `1 2 e3` as paragraphs. */
const p = (names: string): string => names.replace(/\S+\s*/g, (name) => `<p>{${name.trim()}}</p>`);
const div = (names: string): string => names.replace(/\S+\s*/g, (name) => `<div>{${name.trim()}}</div>`);
const title = "<h1>Rat beschließt Haushalt</h1>";
const englishTitle = "<h1>Council passes budget</h1>";
const nav =
  '<ul><li><a href="/politik">Politik</a></li><li><a href="/sport">Sport und Freizeit</a></li><li><a href="/kultur">Kultur aus der Region</a></li></ul>';

const page = (kind: string, body: string, content: string, isUncertain?: boolean): TextPage => ({
  kind,
  html: `<!doctype html><html lang="${/\{e\d/.test(body) ? "en" : "de"}"><head><title>Rat beschließt Haushalt</title></head><body>${fill(body)}</body></html>`,
  content: fill(content),
  isUncertain,
});

export const textPages: TextPage[] = [
  // Containers.
  page(
    "paragraphs alone in nested containers around a long one",
    `<article>${title}<div><div>${p("1")}</div></div><div><div>${p("2 3 4")}</div></div><div><div>${p("5")}</div></div></article>`,
    p("1 2 3 4 5"),
  ),
  page(
    "the same without an article element",
    `<div class="kopf">${nav}</div>${title}<div><div>${p("1")}</div></div><div><div>${p("2 3 4")}</div></div><div><div>${p("5")}</div></div><div class="fuss"><a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a></div>`,
    p("1 2 3 4 5"),
  ),
  page(
    "divs with a list and a heading between them",
    `<article>${title}${div("1 2 3")}<ul><li>Schule</li><li>Hafen</li></ul><h2>Wie es weitergeht</h2>${div("4 5")}</article>`,
    `${p("1 2 3")}<ul><li>Schule</li><li>Hafen</li></ul><h2>Wie es weitergeht</h2>${p("4 5")}`,
  ),
  page(
    "divs with a short quote between them",
    `<article>${title}${div("1 2")}<blockquote>Zu teuer!</blockquote>${div("3 4")}</article>`,
    `${p("1 2")}<blockquote><p>Zu teuer!</p></blockquote>${p("3 4")}`,
  ),
  page(
    "sections of an English page, each with its heading",
    `<main>${englishTitle}<section><h2>The vote</h2>${p("e1")}</section><section><header><h2>The school</h2></header>${p("e2 e3")}</section><section><h2>The harbour</h2><div>${p("e6")}</div></section></main>`,
    `<h2>The vote</h2>${p("e1")}<h2>The school</h2>${p("e2 e3")}<h2>The harbour</h2>${p("e6")}`,
  ),
  page(
    "a lead in the header of the page's own article",
    `<div class="header">${title}<p class="teaser">{7}</p></div><div class="content">${p("1 2 3")}</div>`,
    p("7 1 2 3"),
  ),
  page(
    "a lead before the article element",
    `<main>${title}<p class="lead">{7}</p><article>${p("1 2 3 4")}</article></main>`,
    p("7 1 2 3 4"),
  ),
  page("a last paragraph behind the article element", `<main><article>${title}${p("1 2 3")}</article>${p("14")}</main>`, p("1 2 3 14")),
  page(
    "ordinary sentences in classes that sound like boxes",
    `<article>${title}${p("1")}<p class="social">{2}</p><div class="community">${p("3")}</div><div class="share-of-budget">${p("4")}</div><p class="promo">{5}</p><div class="related">${p("6")}</div></article>`,
    p("1 2 3 4 5 6"),
  ),
  page(
    "an article whose container is called comment",
    `<article class="kommentar">${title}<div class="comment-text">${p("1 2 3")}</div></article>`,
    p("1 2 3"),
  ),
  page("an article whose container is called newsletter", `<div class="newsletter">${title}${p("1 2 3")}</div>`, p("1 2 3")),
  page(
    "text in a form, as some systems nest it",
    `<form action="/"><div>${nav}</div><div id="main">${title}${p("1 2 3")}</div><input name="q"><button>Suchen</button></form>`,
    p("1 2 3"),
  ),
  page(
    "text in custom elements",
    `<site-app><site-article>${title}<site-text>${p("1 2")}</site-text><site-text>${p("3")}</site-text></site-article></site-app>`,
    p("1 2 3"),
  ),
  page(
    "a ministry's nested divs",
    `<div id="wrap"><div id="nav">${nav}</div><div id="c"><div class="r"><div class="col"><div class="inner">${title}</div></div></div><div class="r"><div class="col"><div class="txt"><div>{1}</div><div>{2}</div></div></div></div><div class="r"><div class="col"><div class="txt"><div>{3}</div></div></div></div></div><div id="foot"><div>Bürgertelefon 115</div><div><a href="/kontakt">Kontakt</a></div></div></div>`,
    p("1 2 3"),
  ),
  page(
    "an old page of tables",
    `<table width="800"><tr><td width="150">${nav}</td><td>${title}${p("1 2 3")}</td><td width="150"><a href="/a">Fotogalerie vom Hafen</a><br><a href="/b">Das Wetter von heute</a></td></tr></table>`,
    p("1 2 3"),
  ),
  page(
    "line breaks instead of paragraphs",
    `<div class="text">${title}{1}<br><br>{2}<br/>\n<br/>{3}<br>{4}</div>`,
    `${p("1 2")}<p>{3}<br />{4}</p>`,
  ),
  page("font and center elements", `<center><font size="2">${title}{1}<p>{2}<p>{3}</font></center>`, p("1 2 3")),
  page(
    "paragraphs in list items of a grid",
    `<article>${title}<div role="list">${'<div role="listitem">{1}</div><div role="listitem">{2}</div>'}</div>${p("3")}</article>`,
    p("1 2 3"),
  ),
  page("spans that are blocks", `<article>${title}<div><span>{1}</span></div><div><span>{2}</span></div></article>`, p("1 2")),
  // Meaning.
  page(
    "a table in a figure, with flags",
    `<article>${title}${p("1 2")}<figure><table><tr><td><img src="/p.png"> Deutschland</td><td>1.000</td></tr><tr><td>Frankreich</td><td>900</td></tr></table></figure>${p("3")}</article>`,
    `${p("1 2")}<table><tr><td>Deutschland</td><td>1.000</td></tr><tr><td>Frankreich</td><td>900</td></tr></table>${p("3")}`,
  ),
  page(
    "a table with its caption and head",
    `<article>${title}${p("1 2")}<table><caption>Einnahmen</caption><thead><tr><th>Jahr</th><th>Euro</th></tr></thead><tbody><tr><td>2025</td><td>8</td></tr></tbody></table>${p("3")}</article>`,
    `${p("1 2")}<table><caption>Einnahmen</caption><thead><tr><th>Jahr</th><th>Euro</th></tr></thead><tbody><tr><td>2025</td><td>8</td></tr></tbody></table>${p("3")}`,
  ),
  page(
    "pictures between paragraphs, with captions in sentences",
    `<article>${title}${p("1")}<figure><img src="/a.jpg"><figcaption>Der Saal war voll. Foto: Jule Behrens</figcaption></figure>${p("2")}<div class="bild"><img src="/b.jpg"><p class="caption">Draußen war es schon seit Stunden dunkel.</p></div>${p("3")}</article>`,
    p("1 2 3"),
  ),
  page(
    "a gallery between paragraphs",
    `<article>${title}${p("1 2")}<div class="gallery slider"><button>Zurück</button><img src="/1.jpg"><span>1/12</span><img src="/2.jpg"><button>Weiter</button></div>${p("3")}</article>`,
    p("1 2 3"),
  ),
  page(
    "exponents, footnotes and formulas",
    `<article>${title}<p>Das sind 10<sup>6</sup> Euro für 20 m<sup>2</sup> und CO<sub>2</sub>, sagt der Rat<sup>1</sup> am Abend, x<sup>2</sup> und 10<sup>-3</sup> auch.</p>${p("1 2")}</article>`,
    `<p>Das sind 10⁶ Euro für 20 m² und CO₂, sagt der Rat[1] am Abend, x² und 10⁻³ auch.</p>${p("1 2")}`,
  ),
  page(
    "English ordinals and references",
    `<article>${englishTitle}<p>On the 19<sup>th</sup> the council met<sup><a href="#fn2">2</a></sup> and voted<sup>[3]</sup> on it.</p>${p("e1 e2")}</article>`,
    `<p>On the 19th the council met[2] and voted[3] on it.</p>${p("e1 e2")}`,
  ),
  page(
    "a changed price",
    `<article>${title}<p>Der Eintritt kostet <del>100 Euro</del> <ins>90 Euro</ins>, ermäßigt <s>50</s> 45 Euro.</p>${p("1 2")}</article>`,
    `<p>Der Eintritt kostet ~~100 Euro~~ 90 Euro, ermäßigt ~~50~~ 45 Euro.</p>${p("1 2")}`,
  ),
  page(
    "quotes in quotes",
    `<article>${title}<p>Sie rief: <q>Er sagte <q>Nein</q> zu mir</q>.</p>${p("1 2")}</article>`,
    `<p>Sie rief: „Er sagte ‚Nein‘ zu mir“.</p>${p("1 2")}`,
  ),
  page(
    "English quotes",
    `<article>${englishTitle}<p>She called: <q>Never again</q>, and the hall was silent.</p>${p("e1 e2")}</article>`,
    `<p>She called: “Never again”, and the hall was silent.</p>${p("e1 e2")}`,
  ),
  page(
    "a list that continues another one",
    `<article>${title}${p("1 2")}<ol><li>Schule</li><li>Hafen</li></ol>${p("3")}<ol start="3"><li>Bahnhof</li><li>Bad</li></ol></article>`,
    `${p("1 2")}<ol><li>Schule</li><li>Hafen</li></ol>${p("3")}<p>3. Bahnhof</p><p>4. Bad</p>`,
  ),
  page(
    "lists that count down or with letters",
    `<article>${englishTitle}${p("e1 e2")}<ol reversed><li>Bronze</li><li>Silver</li></ol><ol type="a"><li>Apples</li><li value="4">Dates</li></ol></article>`,
    `${p("e1 e2")}<p>2. Bronze</p><p>1. Silver</p><p>a. Apples</p><p>d. Dates</p>`,
  ),
  page(
    "code of several lines",
    `<article>${englishTitle}${p("e1 e2")}<pre><code>if (a &lt; b) {\n  return <span class="k">a</span>;\n}\n</code></pre>${p("e3")}</article>`,
    `${p("e1 e2")}<p>if (a &lt; b) {<br />\u00a0\u00a0return a;<br />}</p>${p("e3")}`,
  ),
  page(
    "a poem in white-space: pre-line",
    `<article>${title}${p("1 2")}<div style="white-space: pre-line">Am Deich, da steht\nein alter Baum.</div>${p("3")}</article>`,
    `${p("1 2")}<p>Am Deich, da steht<br />ein alter Baum.</p>${p("3")}`,
  ),
  page(
    "a poem in white-space: pre-line with spaces",
    `<article>${title}${p("1 2")}<p style="white-space: pre-line">\n  Am  Deich,\n    da steht\n</p>${p("3")}</article>`,
    `${p("1 2")}<p>Am Deich,<br />da steht</p>${p("3")}`,
  ),
  page(
    "a container in white-space: pre-wrap",
    `<article>${title}<div style="white-space: pre-wrap"><h2>Am <em>Hafen</em></h2>${p("1 2")}<ul><li>Ein <b>Steg</b></li></ul><p>Zeile\n<a href="https://a.example/">Quelle</a>\n  mehr</p></div></article>`,
    `<h2>Am <em>Hafen</em></h2>${p("1 2")}<ul><li>Ein <b>Steg</b></li></ul><p>Zeile<br /><a href="https://a.example/">Quelle</a><br />\u00a0\u00a0mehr</p>`,
  ),
  page(
    "a numbered item that begins with a list",
    `<article>${title}${p("1 2")}<ol start="5"><li><ul><li>innen</li></ul>außen</li><li><p>Hafen</p></li></ol>${p("3")}</article>`,
    `${p("1 2")}<p>5.</p><ul><li>innen</li></ul><p>außen</p><p>6. Hafen</p>${p("3")}`,
  ),
  page(
    "Thai words with the marks of their ends",
    `<article>${title}${p("1 2")}<p>ไทย\u200bแลนด์ heißt das auf Thai\u200b.</p>${p("3")}</article>`,
    `${p("1 2")}<p>ไทย\u200bแลนด์ heißt das auf Thai.</p>${p("3")}`,
  ),
  page(
    "nested lists and definitions",
    `<article>${title}${p("1 2")}<ul><li>Bau<ul><li>Dach</li><li>Keller</li></ul></li><li>Verkehr</li></ul><dl><dt>Etat</dt><dd>Ein Plan für das Jahr.</dd></dl>${p("3")}</article>`,
    `${p("1 2")}<ul><li>Bau<ul><li>Dach</li><li>Keller</li></ul></li><li>Verkehr</li></ul><p>Etat</p><p>Ein Plan für das Jahr.</p>${p("3")}`,
  ),
  page(
    "soft hyphens and zero-width spaces",
    `<article>${title}<p>Der Haus&shy;halts&shy;aus&shy;schuss tagte\u200b gestern im Rat&#8203;haus, und die Auf\u200clage war klein.</p>${p("1 2")}</article>`,
    `<p>Der Haushaltsausschuss tagte gestern im Rathaus, und die Auflage war klein.</p>${p("1 2")}`,
  ),
  page(
    "words for screen readers",
    `<article>${title}${p("1")}<h2 class="screen-reader-text">Mehr zum Haushalt</h2><p>Den Plan zeigt der <a href="/plan">Kreis<span class="screen-reader-text"> (öffnet ein neues Fenster)</span></a> im Netz.</p>${p("2 3")}</article>`,
    `${p("1")}<p>Den Plan zeigt der <a href="https://www.nordlicht.example/plan">Kreis</a> im Netz.</p>${p("2 3")}`,
  ),
  page(
    "a drop cap",
    `<article>${title}<p><span class="dropcap">D</span>ie Sitzung begann pünktlich um sechs Uhr am Abend.</p>${p("1 2")}</article>`,
    `<p>Die Sitzung begann pünktlich um sechs Uhr am Abend.</p>${p("1 2")}`,
  ),
  page(
    "a drop cap with a space after it",
    `<article>${englishTitle}<p><span class="drop-cap">T</span> he meeting began at six in the evening, as planned.</p>${p("e1 e2")}</article>`,
    `<p>The meeting began at six in the evening, as planned.</p>${p("e1 e2")}`,
  ),
  page(
    "an interview with bold questions",
    `<article>${title}<p><b>Frau Harms, reicht das Geld?</b></p>${p("3")}<p><strong>Und die Schule?</strong></p>${p("2")}<p><b>Danke.</b></p></article>`,
    `<p><b>Frau Harms, reicht das Geld?</b></p>${p("3")}<p><strong>Und die Schule?</strong></p>${p("2")}<p><b>Danke.</b></p>`,
  ),
  page(
    "questions that open",
    `<article>${title}${p("1")}<h3><button aria-expanded="false">Was kostet das?</button></h3>${p("2")}<details><summary>Wer zahlt das?</summary>${p("3")}</details></article>`,
    `${p("1")}<h3>Was kostet das?</h3>${p("2")}<p>Wer zahlt das?</p>${p("3")}`,
  ),
  // What surrounds it.
  page(
    "a cookie banner before the article",
    `<div id="cookie-consent"><h2>Wir verwenden Cookies</h2><p>Mit Ihrer Einwilligung speichern wir Daten auf Ihrem Gerät. Das hilft uns sehr.</p><p>Sie können Cookies jederzeit ablehnen. Ihre Wahl gilt ein Jahr lang.</p><p>Unsere 120 Partner verarbeiten Ihre Daten. Mehr dazu steht in der Erklärung.</p></div><article>${title}${p("1 2 3 4 5 6")}</article>`,
    p("1 2 3 4 5 6"),
  ),
  page(
    "a cookie banner without telling names, in divs",
    `<div class="x1"><div><b>We value your privacy</b></div><div>We and our partners use cookies to store and access information. You can accept all cookies or manage your choices.</div><div>Cookies help us to show you content. You can withdraw your consent at any time.</div><button>Accept all</button></div><div class="x2">${englishTitle}${p("e1 e2 e3 e4")}</div>`,
    p("e1 e2 e3 e4"),
  ),
  page(
    "an article about cookies",
    `<article>${title}<p>Cookies brauchen eine Einwilligung, hat das Gericht entschieden. Wer sie ablehnt, darf keinen Nachteil haben.</p>${p("1 2")}</article>`,
    `<p>Cookies brauchen eine Einwilligung, hat das Gericht entschieden. Wer sie ablehnt, darf keinen Nachteil haben.</p>${p("1 2")}`,
  ),
  page(
    "a newsletter box and an advertisement between paragraphs",
    `<article>${title}${p("1")}<div class="newsletter-box"><h3>Newsletter abonnieren</h3><p>Melden Sie sich für unseren Newsletter an. Er kommt jeden Morgen.</p></div>${p("2")}<div class="ad">Anzeige</div>${p("3")}</article>`,
    p("1 2 3"),
  ),
  page(
    "boxes of English pages",
    `<article>${englishTitle}${p("e1")}<div class="inline-signup"><h4>Get our best stories in your inbox</h4><p>Sign up for the morning briefing. It is free.</p><form><input type="email"><button>Sign up</button></form></div>${p("e2")}<div>Advertisement</div>${p("e3")}<aside class="promo"><p>Subscribe now and save 50 percent on your first year.</p></aside>${p("e4")}</article>`,
    p("e1 e2 e3 e4"),
  ),
  page(
    "boxes without names",
    `<article>${title}${p("1 2")}<div><h4>Der Newsletter am Morgen</h4><p>Abonnieren Sie jetzt kostenlos, was Sie wissen müssen.</p><a href="/nl">Jetzt anmelden</a></div>${p("3")}<div><h4>Lesen Sie auch</h4><ul><li><a href="/a">Hafen wird im Frühjahr erweitert</a></li><li><a href="/b">Freibad öffnet wieder im Mai</a></li></ul></div>${p("4")}</article>`,
    p("1 2 3 4"),
  ),
  page(
    "a paragraph about a newsletter",
    `<article>${title}${p("1 2")}<p>Die Gemeinde verschickt jetzt einen Newsletter, den man im Rathaus abonnieren kann. Fast tausend Menschen lesen ihn.</p>${p("3")}</article>`,
    `${p("1 2")}<p>Die Gemeinde verschickt jetzt einen Newsletter, den man im Rathaus abonnieren kann. Fast tausend Menschen lesen ihn.</p>${p("3")}`,
  ),
  page(
    "hidden parts",
    `<article>${title}${p("1")}<div style="display:none !important">${p("7")}</div><p hidden>{8}</p><p aria-hidden="true">{9}</p><dialog>${p("10")}</dialog><div style="color:red;visibility: hidden">${p("11")}</div>${p("2 3")}</article>`,
    p("1 2 3"),
  ),
  page(
    "a page that scripts make visible",
    `<div id="app" style="visibility:hidden"><article>${title}${p("1 2 3")}</article></div>`,
    p("1 2 3"),
    true,
  ),
  page(
    "lines that lead to other articles",
    `<article>${title}${p("1")}<p><strong>Lesen Sie auch: <a href="/a">Hafen wird erweitert</a></strong></p>${p("2")}<p><a href="/b">Freibad öffnet wieder im Mai</a></p>${p("3")}<h3>Mehr zum Thema</h3><ul><li><a href="/c">Neues von der Feuerwehr</a></li><li><a href="/d">Bahnhof wird doch verkauft</a></li></ul></article>`,
    p("1 2 3"),
  ),
  page(
    "English links between paragraphs",
    `<article>${englishTitle}${p("e1")}<p>READ MORE: <a href="/a">Harbour gets a new jetty</a></p>${p("e2")}<div class="inline-related"><span>Related</span><a href="/b"><h4>Pool opens in May</h4></a></div>${p("e3")}</article>`,
    p("e1 e2 e3"),
  ),
  page(
    "a list of links that a sentence introduces",
    `<article>${title}${p("1 2")}<p>Die Unterlagen stehen hier:</p><ul><li><a href="https://a.example/">Entwurf des Haushalts</a></li><li><a href="https://b.example/">Bericht der Kämmerin</a></li></ul>${p("3")}</article>`,
    `${p("1 2")}<p>Die Unterlagen stehen hier:</p><ul><li><a href="https://a.example/">Entwurf des Haushalts</a></li><li><a href="https://b.example/">Bericht der Kämmerin</a></li></ul>${p("3")}`,
  ),
  page(
    "cards of other articles below it",
    `<article>${title}${p("1 2 3")}</article><section><h2>Aktuelle Meldungen</h2><article><h3><a href="/a">Hafen wird erweitert</a></h3><p>{6}</p></article><article><h3><a href="/b">Bus fährt weiter</a></h3><p>{10}</p></article></section>`,
    p("1 2 3"),
  ),
  page(
    "cards without article elements, in divs",
    `<div id="top">${nav}</div><div id="text">${title}${p("1 2 3 4")}</div><div id="list"><div class="item"><h3><a href="/a">Hafen wird erweitert</a></h3><div>{6}</div></div><div class="item"><h3><a href="/b">Bus fährt weiter</a></h3><div>{10}</div></div></div>`,
    p("1 2 3 4"),
  ),
  page(
    "the next article on the same page",
    `<main><article>${title}${p("1 2 3")}</article><article><h1>Bus fährt weiter</h1>${p("10 11 12 13")}</article></main>`,
    p("1 2 3"),
  ),
  page(
    "comments below",
    `<article>${title}${p("1 2 3")}</article><section id="comments"><h2>3 Kommentare</h2><div class="comment"><b>fluchtkapitaen</b><p>{11}</p></div><div class="comment"><b>deichkind</b><p>{12}</p></div><div class="comment"><b>moewe</b><p>{15}</p></div></section>`,
    p("1 2 3"),
  ),
  page(
    "comments inside the article, without names",
    `<article>${title}${p("1 2 3")}<h3>2 Kommentare</h3><div><b>deichkind</b> ${p("11")}</div><div><b>moewe</b> ${p("15")}</div></article>`,
    p("1 2 3"),
    true,
  ),
  page(
    "author, date, share links and tags",
    `<article>${title}<div class="meta"><span>Von Meike Harms</span> <time datetime="2026-10-03">3. Oktober 2026, 14:05 Uhr</time></div><ul class="share"><li><a href="/f">Teilen</a></li><li><a href="/x">Drucken</a></li></ul>${p("1 2 3")}<div class="tags">Themen: <a href="/t/rat">Rat</a> <a href="/t/haushalt">Haushalt</a></div></article>`,
    p("1 2 3"),
  ),
  page(
    "the same without names",
    `<article>${title}<p>Von Meike Harms</p><p>3. Oktober 2026, 14:05 Uhr</p><div>Lesezeit: 4 Minuten</div>${p("1 2 3")}<p>© Nordlicht Zeitung</p></article>`,
    p("1 2 3"),
  ),
  page(
    "a biography at the end",
    `<article>${englishTitle}${p("e1 e2 e3")}<div class="author-bio"><img src="/m.jpg"><p>Maggie Hill writes about towns and lives in Easthaven. Her latest book is out now.</p></div></article>`,
    p("e1 e2 e3"),
  ),
  page(
    "a biography with a heading",
    `<article>${title}${p("1 2 3")}<section><h3>Zur Person</h3><p>Nina Nest schreibt seit 2010 über Gemeinden und lebt mit zwei Katzen in Köln.</p></section></article>`,
    p("1 2 3"),
  ),
  page(
    "a pull quote that repeats a sentence",
    `<article>${title}${p("1 2 3")}<blockquote class="pullquote">„Wir haben jeden Betrag zweimal geprüft“</blockquote>${p("4")}<aside><p>Draußen war es inzwischen dunkel geworden.</p></aside>${p("11")}</article>`,
    p("1 2 3 4 11"),
  ),
  page(
    "a quote of its own",
    `<article>${title}${p("1 2")}<blockquote>${p("16")}<footer>Wiebke Harms</footer></blockquote>${p("3")}</article>`,
    `${p("1 2")}<blockquote>${p("16")}<p>Wiebke Harms</p></blockquote>${p("3")}`,
  ),
  page(
    "a fact box beside the text",
    `<article>${title}${p("1 2 3")}<aside><h3>Hintergrund</h3>${p("5 16")}</aside>${p("4")}</article>`,
    p("1 2 3 4"),
    true,
  ),
  page(
    "footnotes below",
    `<article>${title}<p>{1}<sup><a href="#f1">1</a></sup></p>${p("2 3")}<section class="footnotes"><hr><ol><li id="f1">Sitzung vom 3. Oktober, Seite 4. <a href="#r1">↩</a></li></ol></section></article>`,
    `<p>{1}[1]</p>${p("2 3")}<ol><li>Sitzung vom 3. Oktober, Seite 4.</li></ol>`,
  ),
  page(
    "a sidebar in divs",
    `<div id="page"><div id="content">${title}${p("1 2 3 4")}</div><div id="sidebar"><h3>Über uns</h3><p>{13}</p><h3>Archiv</h3>${nav}</div></div><div id="footer"><p>Die Nordlicht Zeitung erscheint seit 1911 in Osterhagen. Alle Rechte vorbehalten.</p></div>`,
    p("1 2 3 4"),
  ),
  page(
    "the site's name as the first heading",
    `<header><h1>Stadtblick Zeitung</h1></header><article><h2>Rat beschließt Haushalt</h2>${p("1 2 3")}</article>`,
    p("1 2 3"),
  ),
  // Kinds of pages.
  page(
    "a live blog",
    `<main>${title}<p class="lead">{7}</p><article><time>18:05</time><h2>Der Rat stimmt ab</h2>${p("1")}</article><article><time>17:40</time><h2>Pause</h2>${p("11")}</article><article><time>16:10</time><h2>Es beginnt</h2>${p("13 15")}</article></main>`,
    `${p("7")}<p>18:05</p><h2>Der Rat stimmt ab</h2>${p("1")}<p>17:40</p><h2>Pause</h2>${p("11")}<p>16:10</p><h2>Es beginnt</h2>${p("13 15")}`,
  ),
  page(
    "a teaser before a paywall",
    `<article>${title}${p("1 2")}<div class="paywall"><h2>Weiterlesen mit dem Abo</h2><p>Jetzt einen Monat kostenlos testen und alle Artikel lesen.</p><a href="/abo">Jetzt testen</a></div></article>`,
    p("1 2"),
  ),
  page(
    "a listicle",
    `<article>${englishTitle}${p("e7")}<h2>1. The school</h2><img src="/1.jpg">${p("e2")}<h2>2. The harbour</h2><img src="/2.jpg">${p("e6")}<h2>3. The station</h2>${p("e8")}</article>`,
    `${p("e7")}<h2>1. The school</h2>${p("e2")}<h2>2. The harbour</h2>${p("e6")}<h2>3. The station</h2>${p("e8")}`,
  ),
  page(
    "a recipe",
    `<article>${title}${p("12")}<h2>Zutaten</h2><ul><li>500 g Mehl</li><li>1 Ei</li><li>etwas Salz</li></ul><h2>Zubereitung</h2><ol><li>Mehl sieben.</li><li>Alles verrühren und eine Stunde ruhen lassen.</li></ol></article>`,
    `${p("12")}<h2>Zutaten</h2><ul><li>500 g Mehl</li><li>1 Ei</li><li>etwas Salz</li></ul><h2>Zubereitung</h2><ol><li>Mehl sieben.</li><li>Alles verrühren und eine Stunde ruhen lassen.</li></ol>`,
  ),
  page(
    "a press release",
    `<div class="pm"><div class="date">03.10.2026</div>${title}<h2 class="sub">Vier Millionen für die Schule</h2><p>Osterhagen, 3. Oktober 2026 – {1}</p>${p("2 3")}<p><strong>Pressekontakt:</strong><br>Gemeinde Osterhagen<br>Am Markt 1</p></div>`,
    `<h2>Vier Millionen für die Schule</h2><p>Osterhagen, 3. Oktober 2026 – {1}</p>${p("2 3")}<p><strong>Pressekontakt:</strong><br />Gemeinde Osterhagen<br />Am Markt 1</p>`,
  ),
  page(
    "an encyclopedia",
    `<main>${title}<div id="toc" class="toc"><h2>Inhaltsverzeichnis</h2><ul><li><a href="#a">Geschichte</a></li><li><a href="#b">Verkehr</a></li></ul></div><p>{1}<sup class="reference"><a href="#cite1">[1]</a></sup></p><h2 id="a">Geschichte<span class="mw-editsection">[<a href="/e">Bearbeiten</a>]</span></h2>${p("5 9")}<h2 id="b">Verkehr</h2>${p("10")}</main>`,
    `<p>{1}[1]</p><h2>Geschichte</h2>${p("5 9")}<h2>Verkehr</h2>${p("10")}`,
  ),
  page(
    "a blog",
    `<div class="site"><div class="site-header"><a href="/">Deichblog</a></div><div class="post">${title}<p class="post-meta">Posted on October 3, 2026 by Nina</p><div class="entry-content">${p("1 2")}<h2>Und jetzt?</h2>${p("3")}</div><p class="post-tags">Tags: <a href="/t">Rat</a></p></div><div class="nav-links"><a href="/p">Vorheriger Beitrag: Das Bad öffnet</a> <a href="/n">Nächster Beitrag: Der Steg</a></div></div>`,
    `${p("1 2")}<h2>Und jetzt?</h2>${p("3")}`,
  ),
  page(
    "a short note",
    `<header><a href="/">Nordlicht</a>${nav}</header><article>${title}${p("14")}</article><footer>© Nordlicht</footer>`,
    p("14"),
  ),
  page(
    "a Japanese page",
    "<article><h1>町の予算</h1><p>町議会は火曜日に予算を可決した。六時間の議論の後、十四人が賛成した。</p><p>最大の項目は小学校の修理である。屋根だけで四百万かかる。</p></article>",
    "<p>町議会は火曜日に予算を可決した。六時間の議論の後、十四人が賛成した。</p><p>最大の項目は小学校の修理である。屋根だけで四百万かかる。</p>",
  ),
  page(
    "an embedded post and a video",
    `<article>${title}${p("1 2")}<blockquote class="twitter-tweet"><p>Haushalt steht!</p>Rat (@rat) <a href="https://x.example/1">3. Oktober 2026</a></blockquote><iframe src="/v"></iframe>${p("3")}</article>`,
    `${p("1 2")}<blockquote><p>Haushalt steht!</p><p>Rat (@rat) <a href="https://x.example/1">3. Oktober 2026</a></p></blockquote>${p("3")}`,
  ),
  page(
    "teasers whose headings are in links, below a short text without an article element",
    `<div class="content">${title}${p("1 2")}</div><div class="more"><h2>Mehr aus der Region</h2>${'<div class="item"><a href="/a"><h3>Hafen wird erweitert</h3></a><p>{6}</p></div>'.repeat(4)}</div>`,
    p("1 2"),
  ),
  page(
    "an interview in divs without an article element",
    `<div class="story">${title}<div><b>Frau Harms, reicht das Geld?</b></div><div>Es reicht gerade so.</div><div><b>Und die Schule?</b></div>${div("2")}<div><b>Danke für das Gespräch.</b></div></div>`,
    `<p><b>Frau Harms, reicht das Geld?</b></p><p>Es reicht gerade so.</p><p><b>Und die Schule?</b></p>${p("2")}<p><b>Danke für das Gespräch.</b></p>`,
  ),
  page(
    "captions outside of figures",
    `<article>${title}${p("1")}<div class="media"><img src="/a.jpg"><span>Ein Bagger am Rand der Baustelle.</span><span>(Foto: dpa)</span></div>${p("2")}<div class="absatzbild"><img src="/b.jpg"><div><p class="absatzbild__text">Die Schule war im Winter lange geschlossen.</p></div></div>${p("3")}<div class="thumb"><div><img src="/c.jpg"><div class="thumbcaption">Der Hafen im Jahr 1960, noch ohne Steg.</div></div></div>${p("4")}<ul class="gallery"><li><img src="/d.jpg"><p>Am Abend wurde es im Saal sehr voll und laut.</p></li></ul>${p("6")}</article>`,
    p("1 2 3 4 6"),
  ),
  page(
    "a paragraph beside a picture",
    `<article>${title}${p("1")}<div class="text-image"><img src="/a.jpg"><div class="text">${p("2")}</div></div><div class="widget"><table><tr><td>Schule</td><td>4</td></tr></table></div>${p("3")}</article>`,
    `${p("1 2")}<table><tr><td>Schule</td><td>4</td></tr></table>${p("3")}`,
  ),
  page(
    "labels in brackets and between signs",
    `<article>${title}${p("1")}<p><em>(Anzeige)</em></p><p>[Siehe auch: Seite 3]</p>${p("2")}<p><b>+++ Auch interessant: <a href="/a">Hafen wird erweitert</a> +++</b></p>${p("3")}</article>`,
    `${p("1")}<p>[Siehe auch: Seite 3]</p>${p("2 3")}`,
  ),
  page(
    "headings of a study that comments have, too",
    `<article>${englishTitle}${p("e1 e2")}<h2>Discussion</h2>${p("e4")}<h2>Comments on the plan</h2>${p("e5")}</article>`,
    `${p("e1 e2")}<h2>Discussion</h2>${p("e4")}<h2>Comments on the plan</h2>${p("e5")}`,
  ),
  page(
    "a list of its sources",
    `<article>${title}${p("1 2 3")}<h2>Quellen</h2><ul><li><a href="https://a.example/">Gutachten der Stadt</a></li><li><a href="https://b.example/">Plan des Landes</a></li></ul><h2>Mehr zum Thema</h2><ul><li><a href="/c">Hafen wird erweitert</a></li></ul></article>`,
    `${p("1 2 3")}<h2>Quellen</h2><ul><li><a href="https://a.example/">Gutachten der Stadt</a></li><li><a href="https://b.example/">Plan des Landes</a></li></ul>`,
  ),
  page(
    "sentences that ask the reader for something, without a box",
    `<article>${title}<p>Dieser Text wurde automatisch vertont.</p>${p("1")}<div><p>Bleiben Sie informiert: Unser Newsletter bringt jeden Morgen das Wichtigste. <a href="/n">Hier abonnieren</a></p></div>${p("2")}<p>Die Zeitung ist jetzt auch bei WhatsApp. <a href="/w">Hier unseren Kanal abonnieren</a></p>${p("3")}<div><div>Externer Inhalt</div><p>Dieses Video wird von einem anderen Anbieter geladen. Mit dem Klick akzeptieren Sie dessen Erklärung.</p></div>${p("4")}</article>`,
    p("1 2 3 4"),
  ),
  page(
    "paragraphs in classes of what is beside them, and a closed popover",
    `<article>${title}${p("1")}<div popover>${p("7")}</div><p class="advertisement-report">{2}</p>${p("3 5")}<div class="content-with-sidebar">${p("4")}</div></article>`,
    p("1 2 3 5 4"),
  ),
  page(
    "a quotation that asks for something",
    `<article>${title}${p("1")}<p>„Sie können den Newsletter jetzt abonnieren“, sagte Harms und verwies auf die <a href="https://a.example/">Seite</a>.</p>${p("2")}</article>`,
    `${p("1")}<p>„Sie können den Newsletter jetzt abonnieren“, sagte Harms und verwies auf die <a href="https://a.example/">Seite</a>.</p>${p("2")}`,
  ),
  page(
    "an English paywall without telling names",
    `<article>${englishTitle}${p("e1 e2")}<div><h3>Keep reading for 1 pound</h3><p>Get unlimited access to all our stories. Cancel anytime.</p><a href="/s">Start now</a></div></article>`,
    p("e1 e2"),
  ),
  page(
    "the author and the programme at the end",
    `<article>${title}${p("1 2 3")}<p>Dieses Thema im Programm: Nordlicht am Abend, 3. Oktober 2026, 18 Uhr.</p><p>Meike Harms ist Redakteurin im Ressort Politik.</p></article>`,
    p("1 2 3"),
  ),
  // What only looks like something else.
  ...[
    "<h2>Antworten auf die wichtigsten Fragen</h2>",
    "<h2>Diskussion im Rat</h2>",
    "<h2>Kommentar der Opposition</h2>",
    "<h2>3 Antworten auf die wichtigsten Fragen</h2>",
    "<h2>Antworten</h2>",
    "<p>Comments on the plan</p>",
    "<h2>Responses to the vote</h2>",
    "<h2>Anzeige gegen Minister</h2>",
    "<h2>Ad hoc gegründet</h2>",
    "<h3>Werbung: Was erlaubt ist</h3>",
    "<h2>3. Oktober 1990: Die Einheit</h2>",
    "<h2>Teilen will gelernt sein</h2>",
    "<p>Von Köln nach Bonn</p>",
    "<ul><li>9. November 1989: Mauerfall</li><li>Von Köln nach Bonn</li><li>Stand 2024</li></ul>",
    "<table><tr><td>3. Oktober 1990</td><td>Stand 2024</td></tr></table>",
    "<blockquote><p>Home is where the heart is</p></blockquote>",
    '<p>Newsletter-Anbieter Brevo <a href="https://a.example/">übernimmt</a> einen Konkurrenten, wie er mitteilte.</p>',
    '<p>Support our troops, said the mayor in <a href="https://a.example/">an interview</a> with the local paper.</p>',
    '<p>Der Rabatt für Sie, so der Händler in <a href="https://a.example/">seinem Newsletter</a>, sei ein Gutschein.</p>',
  ].map((text) =>
    page(`an article with ${text}`, `<article>${title}${p("1 2 3")}${text}${p("4 5")}</article>`, `${p("1 2 3")}${text}${p("4 5")}`),
  ),
  page(
    "a list of definitions whose terms look like dates",
    `<article>${title}${p("1 2")}<dl><dt>Stand 2024</dt><dd>3. Oktober 1990</dd></dl>${p("3")}</article>`,
    `${p("1 2")}<p>Stand 2024</p><p>3. Oktober 1990</p>${p("3")}`,
  ),
  ...[
    "<p>Der Rabatt gilt nur bis Freitag, jetzt entscheidet darüber der Stadtrat.</p>",
    "<p>Copyright war an diesem Abend kein Thema.</p>",
    "<p>Darüber berichtete der Zeuge vor Gericht, bevor er ging.</p>",
    '<p>Das steht jetzt in <a href="https://a.example/">ihrem Newsletter</a>, den man abonnieren kann.</p>',
    "<ul><li>9. November 1989: Mauerfall</li><li>3. Oktober 1990</li></ul>",
    "<table><tr><td>Einheit</td><td>3. Oktober 1990</td></tr></table>",
  ].map((text) => page(`an article that ends with ${text}`, `<article>${title}${p("1 2 3")}${text}</article>`, `${p("1 2 3")}${text}`)),
  ...[
    '<p>Folgen Sie uns auf <a href="https://a.example/">Facebook</a>!</p>',
    '<p>Abonnieren Sie <a href="https://a.example/">unseren Newsletter</a>.</p>',
    '<p>Want more? <a href="/n">Subscribe to our newsletter</a></p>',
    "<p>© Nordlicht Zeitung</p>",
    "<p>Anzeige</p>",
    "<h2>Kommentare</h2><form><textarea></textarea></form>",
    "<p>Stand: 3. Oktober 2026, 14:05 Uhr</p>",
    "<h3>Leave a Reply</h3><p>Your address will not be published. Required fields are marked *</p>",
    "<h2>Leserkommentare</h2><ul><li>Endlich tut sich hier etwas, finde ich.</li></ul>",
  ].map((text) => page(`an article before ${text}`, `<article>${title}${p("1 2 3")}${text}</article>`, p("1 2 3"))),
  page(
    "text next to advertisements, in elements that name them",
    `<article>${title}<div class="text-block has-ad-after">${p("1")}</div><div class="paragraph before-ad">${p("2 3")}</div></article>`,
    p("1 2 3"),
  ),
  page(
    "sentences in an advertisement without a link",
    `<article>${title}${p("1 2")}<div class="ad">${p("5")}</div>${p("3")}</article>`,
    p("1 2 3"),
    true,
  ),
  page(
    "entries that lead to other sites",
    `<article>${title}${p("1")}${["Möwen", "Ebbe"].map((book) => `<div><h3><a href="https://buch.example/${book}">${book}</a></h3><p>{14}</p></div>`).join("")}${p("2")}</article>`,
    `${p("1")}${["Möwen", "Ebbe"].map((book) => `<h3><a href="https://buch.example/${encodeURIComponent(book)}">${book}</a></h3><p>{14}</p>`).join("")}${p("2")}`,
  ),
  page(
    "an entry that leads to the same site",
    `<article>${title}${p("1 2")}<div><h3><a href="/moewen">Möwen</a></h3><p>{5}</p></div>${p("3")}</article>`,
    p("1 2 3"),
    true,
  ),
  page(
    "entries that lead to the same site between its sentences",
    `<article>${title}${p("1 2")}<div><h3><a href="/moewen">Möwen</a></h3><p>{5}</p></div><div><h3><a href="/ebbe">Ebbe</a></h3><p>{8}</p></div>${p("3")}</article>`,
    p("1 2 3"),
    true,
  ),
  page(
    "a box of several sentences, one of which is repeated",
    `<article>${title}${p("1 2 3")}<div class="highlight"><p>{14}</p><p>{5}</p></div>${p("4 14")}</article>`,
    p("1 2 3 4 14"),
    true,
  ),
  page(
    "a menu between its sentences that is a list of text",
    `<article>${title}${p("1 2")}<form><ul><li>Die Sanierung der Grundschule</li><li>Der neue Steg am Hafen</li><li>Das Fahrzeug der Feuerwehr</li><li>Die Buslinie nach Brünsholm</li><li>Das Freibad im Mai</li></ul></form>${p("3")}</article>`,
    p("1 2 3"),
    true,
  ),
  page(
    "a box of a newsletter that asks for nothing",
    `<article>${title}${p("1 2")}<div class="newsletter-box"><h3>Unser Newsletter</h3>${p("5")}</div>${p("3")}</article>`,
    p("1 2 3"),
  ),
  page(
    "a section about a writer",
    `<article>${title}${p("1 2")}<div><h2>Der Autor</h2>${p("8")}</div>${p("3")}</article>`,
    p("1 2 3"),
    true,
  ),
];
