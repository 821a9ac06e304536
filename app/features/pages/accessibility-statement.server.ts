import type { Locale } from "~/i18n/locale";
import { type Section, section } from "./sections";

interface Statement {
  intro: string;
  state: Section[];
  feedback: Section;
  enforcement: Section;
}

/** The accessibility statement, following the model of Directive (EU) 2016/2102. Keep it in step with the product. */
export const accessibilityStatement = (product: string, operator: string): Record<Locale, Statement> => ({
  de: {
    intro: `${operator} möchte, dass alle mit ${product} arbeiten können, auch mit Tastatur, Vorleseprogramm, großer Schrift oder ohne JavaScript.`,
    state: [
      section("Worum es geht", [
        `Diese Erklärung gilt für ${product}, wie Sie es hier benutzen: für alle Seiten, die Newsletter und die E-Mails. Sie richtet sich nach dem Muster der Richtlinie (EU) 2016/2102, nach der BITV 2.0 und der Norm EN 301 549.`,
      ]),
      section("Stand der Vereinbarkeit", [
        "Die Web Content Accessibility Guidelines (WCAG) 2.2 sind auf Stufe AA weitgehend erfüllt. Was noch nicht barrierefrei ist, steht im nächsten Abschnitt; deshalb ist der Stand „teilweise vereinbar“.",
      ]),
      section(
        "Was noch nicht barrierefrei ist",
        ["Diese Grenzen sind uns bekannt:"],
        [
          "Fremde Inhalte. Aus dem Web geholte Artikel kommen mit der Gliederung und den Bildbeschreibungen, die sie dort haben. Fehlt eine Beschreibung, dann fehlt sie auch hier (WCAG 1.1.1, 1.3.1).",
          "Anhänge. PDFs und andere Dateien, die Menschen hochladen, werden angezeigt und heruntergeladen, wie sie sind.",
          "Eigene Farben. Ein Workspace kann eigene Farben wählen. Wo ein Kontrast zu gering wird, warnt der Editor und schlägt die nächste lesbare Farbe vor; wer verwaltet, kann sich darüber hinwegsetzen (WCAG 1.4.3, 1.4.11).",
          "Das Lesezeichen zum Ablegen wird mit der Maus in die Lesezeichenleiste gezogen. Mit der Tastatur geht dasselbe über ein Kürzel in der Adresszeile; die Seite dazu erklärt beides.",
          "Sprachen. Texte in einer anderen Sprache als der ihres Beitrags sind nicht eigens ausgezeichnet (WCAG 3.1.2).",
        ],
      ),
      section(
        "Was Sie erwarten können",
        [],
        [
          "Alle Seiten lassen sich allein mit der Tastatur bedienen. Mit JavaScript schließt die Escape-Taste Dialoge, die man schließen kann; ohne JavaScript führt ein Link zurück.",
          "Bei 400 % Vergrößerung und bei 320 Pixeln Breite geht nichts verloren, und die Seite rollt nur in einer Richtung; Reihen von Reitern und Filtern lassen sich für sich verschieben.",
          "Helle und dunkle Darstellung, erzwungene Farben und verringerte Bewegung folgen den Einstellungen Ihres Geräts.",
          "Sie können ohne JavaScript arbeiten, auch mit Textbrowsern.",
          "Was Sie getippt haben, bleibt stehen, wenn etwas nicht stimmt. Fehler stehen am Feld und oben in einer Übersicht.",
        ],
      ),
      section("Wie diese Erklärung entstanden ist", [
        "Sie beruht auf einer Selbstbewertung vom 22. November 2026. Bei jeder Änderung des Produkts werden die Seiten in beiden Sprachen mit axe geprüft: hell und dunkel, mit ungünstigen Farben, bei 320 Pixeln Breite und mit größeren Textabständen. In erzwungenen Farben wird auf jeder Seite geprüft, ob man den Fokus, Felder, Zeichen und die Auswahl sieht. Die wichtigsten Wege werden allein mit der Tastatur gegangen. Eine Prüfung durch Dritte gab es noch nicht.",
      ]),
    ],
    feedback: section("Barrieren melden", [
      "Sie stoßen auf eine Barriere oder brauchen einen Inhalt in anderer Form? Schreiben Sie uns oder rufen Sie an. Nennen Sie die Adresse der Seite und, was nicht ging. Wir antworten innerhalb von zwei Wochen.",
    ]),
    enforcement: section("Durchsetzung", [
      "Haben wir Ihnen nicht oder nicht zufriedenstellend geantwortet, dann können Sie sich an diese Stelle wenden. Das Verfahren dort ist kostenlos.",
    ]),
  },
  en: {
    intro: `${operator} wants everybody to be able to work with ${product}, including by keyboard, with a screen reader, with large type or without JavaScript.`,
    state: [
      section("What this is about", [
        `This statement applies to ${product} as you use it here: to all pages, newsletters and e-mails. It follows the model of Directive (EU) 2016/2102, the German BITV 2.0 and the standard EN 301 549.`,
      ]),
      section("Compliance status", [
        "The Web Content Accessibility Guidelines (WCAG) 2.2 are largely met at level AA. The next section lists what is not yet accessible; the status is therefore “partially compliant”.",
      ]),
      section(
        "What is not yet accessible",
        ["We are aware of these limitations:"],
        [
          "Third-party content. Articles fetched from the web keep the structure and the descriptions of pictures that they have there. Where a description is missing there, it is missing here too (WCAG 1.1.1, 1.3.1).",
          "Attachments. PDFs and other files that people upload are shown and downloaded as they are.",
          "Custom colours. A workspace can choose its own colours. Where a contrast becomes too low, the editor warns and suggests the nearest legible colour; those who manage the workspace can override this (WCAG 1.4.3, 1.4.11).",
          "The bookmark for filing pages has to be dragged to the bookmarks bar with the mouse. By keyboard, a keyword in the address bar does the same; the page about the bookmark explains both.",
          "Languages. Passages in a language other than that of their article are not marked as such (WCAG 3.1.2).",
        ],
      ),
      section(
        "What you can rely on",
        [],
        [
          "All pages can be used by keyboard alone. With JavaScript the Escape key closes dialogs that can be closed; without JavaScript a link leads back.",
          "At 400% zoom and at a width of 320 pixels nothing is lost, and the page scrolls in one direction only; rows of tabs and filters scroll separately.",
          "Light and dark mode, forced colours and reduced motion follow the settings of your device.",
          "You can work without JavaScript, and with text browsers.",
          "What you typed stays when something is wrong. Errors are shown at their field and in a summary at the top.",
        ],
      ),
      section("Preparation of this statement", [
        "It is based on a self-assessment of 22 November 2026. Whenever the product changes, its pages are checked with axe in both languages: light and dark, with unfavourable colours, at a width of 320 pixels and with wider text spacing. In forced colours, every page is checked for whether the focus, fields, icons and the selection are visible. The main tasks are carried out by keyboard alone. There has not yet been an audit by a third party.",
      ]),
    ],
    feedback: section("Reporting barriers", [
      "Have you come across a barrier, or do you need something in another format? Write to us or call us. Please tell us the address of the page and what did not work. We will reply within two weeks.",
    ]),
    enforcement: section("Enforcement", [
      "If we have not replied, or not to your satisfaction, you can contact this body. The procedure there is free of charge.",
    ]),
  },
});
