import type { Locale } from "~/i18n/locale";
import { type Section, section } from "./sections";

export const aboutText = (product: string): Record<Locale, { intro: string; sections: Section[] }> => ({
  de: {
    intro: `${product} ist der gemeinsame Pressespiegel für Organisationen, in denen viele Menschen dasselbe lesen müssen.`,
    sections: [
      section("Wofür es da ist", [
        `In Pressestellen, Verbänden und Fachabteilungen werden täglich Artikel gefunden, weitergeleitet und wieder vergessen. ${product} gibt ihnen einen Ort: Foldas, in denen ein Team sammelt, was wichtig ist, verschlagwortet, kommentiert und als Newsletter an die verschickt, die es angeht.`,
      ]),
      section(
        "Für wen es gemacht ist",
        ["Für Organisationen mit einem eigenen Workspace. Darin gibt es"],
        [
          "Teams, denen Foldas gehören,",
          "Rollen, die sagen, wer lesen, schreiben und verwalten darf,",
          "ein persönliches Team für jede und jeden, mit einem Eingang für das, was noch keinen Platz hat.",
        ],
      ),
      section(
        "Wofür wir stehen",
        ["Drei Dinge ändern sich nicht:"],
        [
          "Gezählt werden Aufrufe, nicht Personen. Niemand erfährt, wer was gelesen hat.",
          "Jede Seite funktioniert auch ohne JavaScript, mit der Tastatur und mit einem Vorleseprogramm.",
          "Schriften, Skripte und Bilder kommen von hier. Ihr Browser spricht mit niemandem sonst.",
        ],
      ),
    ],
  },
  en: {
    intro: `${product} is the shared press review for organisations in which many people need to read the same things.`,
    sections: [
      section("What it is for", [
        `In press offices, associations and departments, articles are found, forwarded and forgotten again every day. ${product} gives them a place: Foldas in which a team gathers what matters, tags it, comments on it and sends it as a newsletter to those it concerns.`,
      ]),
      section(
        "Who it is for",
        ["For organisations with a workspace of their own. It has"],
        [
          "teams, to which Foldas belong,",
          "roles, which say who may read, write and manage,",
          "a personal team for everybody, with an inbox for what has no place yet.",
        ],
      ),
      section(
        "What we stand for",
        ["Three things never change:"],
        [
          "Views are counted, not people. Nobody learns who read what.",
          "Every page also works without JavaScript, by keyboard and with a screen reader.",
          "Fonts, scripts and pictures come from our own servers. Your browser talks to nobody else.",
        ],
      ),
    ],
  },
});
