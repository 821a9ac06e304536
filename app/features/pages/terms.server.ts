import type { Locale } from "~/i18n/locale";
import { type Section, section } from "./sections";

/** Terms for everyone who uses the product. Services and fees are part of the contract with an organisation. */
export const termsOfUse = (operator: string, product: string): Record<Locale, Section[]> => ({
  de: [
    section("Worum es geht", [
      `Diese Bedingungen gelten für alle, die ${product} nutzen. Anbieter ist ${operator}. Leistung, Vergütung und Verfügbarkeit regelt der Vertrag mit Ihrer Organisation; er geht diesen Bedingungen vor.`,
    ]),
    section("Ihr Zugang", [
      "Ein Konto gehört einer Person. Halten Sie Ihr Passwort geheim und geben Sie Ihren Zugang nicht weiter. Wer wozu berechtigt ist, entscheiden die Verantwortlichen Ihres Workspace.",
      "Glauben Sie, dass jemand anderes Ihren Zugang benutzt, dann ändern Sie bitte sofort Ihr Passwort: Damit enden alle anderen Sitzungen.",
    ]),
    section(
      "Inhalte",
      ["Was Sie ablegen, bleibt Ihres oder das Ihrer Organisation. Legen Sie nur ab,"],
      [
        "woran Sie oder Ihre Organisation die nötigen Rechte haben; das Urheberrecht gilt auch für Pressespiegel,",
        "was keine Rechte anderer verletzt und nicht strafbar ist,",
        "was keine Schadsoftware enthält.",
      ],
    ),
    section("Newsletter", [
      "Ein Newsletter ist mit seiner Adresse für alle lesbar. Nehmen Sie nur auf, was veröffentlicht werden darf. Wer abbestellt, erhält keinen mehr.",
    ]),
    section("Rücksicht auf die Technik", [
      "Umgehen Sie keine Schutzmaßnahmen und fragen Sie nicht automatisiert in einem Umfang ab, der andere behindert. Feeds und die Programmierschnittstelle sind dafür da.",
    ]),
    section("Haftung", [
      "Wir haften unbeschränkt bei Vorsatz und grober Fahrlässigkeit, bei Verletzung von Leben, Körper und Gesundheit und nach dem Produkthaftungsgesetz. Bei einfacher Fahrlässigkeit haften wir nur für die Verletzung wesentlicher Vertragspflichten und begrenzt auf den vorhersehbaren, typischen Schaden.",
      "Für den Inhalt abgelegter Artikel und verlinkter Seiten sind die verantwortlich, die sie verfasst haben.",
    ]),
    section("Ende der Nutzung", [
      "Sie können Ihr Konto jederzeit unter Einstellungen schließen. Was dann gelöscht wird und was bleibt, steht dort und in der Datenschutzerklärung.",
    ]),
    section("Recht", ["Es gilt das Recht der Bundesrepublik Deutschland ohne das UN-Kaufrecht."]),
  ],
  en: [
    section("What this is about", [
      `These terms apply to everybody who uses ${product}. It is provided by ${operator}. Services, payment and availability are governed by the contract with your organisation, which takes precedence over these terms. The German version is binding.`,
    ]),
    section("Your account", [
      "An account belongs to one person. Keep your password secret and do not let anyone else use your account. The people who run your workspace decide who may do what.",
      "If you think that somebody else is using your account, please change your password at once: that ends all other sessions.",
    ]),
    section(
      "Content",
      ["What you file remains yours or your organisation’s. File only content"],
      [
        "to which you or your organisation hold the necessary rights; copyright applies to press reviews too,",
        "that infringes nobody’s rights and is not a criminal offence,",
        "that contains no malicious software.",
      ],
    ),
    section("Newsletters", [
      "Anyone who has the address of a newsletter can read it. Include only what may be published. Anyone who unsubscribes receives no more of them.",
    ]),
    section("Fair use of the system", [
      "Do not circumvent protective measures, and do not send automated requests on a scale that hinders others. Feeds and the programming interface are there for that purpose.",
    ]),
    section("Liability", [
      "We are liable without limit for intent and gross negligence, for injury to life, body and health, and under the German Product Liability Act. For simple negligence we are liable only for the breach of essential contractual obligations, and only up to the foreseeable, typical damage.",
      "Responsibility for the content of filed articles and linked pages lies with those who wrote them.",
    ]),
    section("End of use", [
      "You can close your account at any time in your settings. What is then deleted and what remains is explained there and in the data protection statement.",
    ]),
    section("Law", [
      "The law of the Federal Republic of Germany applies, without the UN Convention on Contracts for the International Sale of Goods.",
    ]),
  ],
});
