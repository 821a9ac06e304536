import type { Locale } from "~/i18n/locale";
import { type Section, section } from "./sections";

/** What applies to everybody who uses the product; what an organisation pays and gets stands in its contract. */
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
      `These terms apply to everybody who uses ${product}. It is provided by ${operator}. Services, payment and availability are settled in the contract with your organisation, which takes precedence over these terms. The German version is binding.`,
    ]),
    section("Your access", [
      "An account belongs to one person. Keep your password secret and do not pass your access on. Who may do what is decided by the people who run your workspace.",
      "If you think that somebody else is using your access, please change your password at once: that ends all other sessions.",
    ]),
    section(
      "Content",
      ["What you file stays yours or your organisation’s. File only"],
      [
        "what you or your organisation have the necessary rights to; copyright applies to press reviews too,",
        "what violates nobody’s rights and no law,",
        "what contains no malicious software.",
      ],
    ),
    section("Newsletters", [
      "Whoever has the address of a newsletter can read it. Include only what may be published. Who unsubscribes gets no more of them.",
    ]),
    section("Consideration for the system", [
      "Do not get around protective measures, and do not send automated requests in numbers that get in the way of others. That is what feeds and the programming interface are for.",
    ]),
    section("Liability", [
      "We are liable without limit for intent and gross negligence, for injury to life, body and health, and under the German Product Liability Act. For slight negligence we are liable only for the breach of essential obligations, limited to the foreseeable, typical damage.",
      "For the content of filed articles and linked pages, those who wrote them are responsible.",
    ]),
    section("End of use", [
      "You can close your account at any time in your settings. What is deleted then and what stays is said there and in the data protection statement.",
    ]),
    section("Law", [
      "The law of the Federal Republic of Germany applies, without the UN Convention on Contracts for the International Sale of Goods.",
    ]),
  ],
});
