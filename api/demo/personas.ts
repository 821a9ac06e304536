/** The named people, teams and folders of the demo workspace, which are also the personas of the tests. */

export type ClientRole = "owner" | "admin" | "editor" | "reader";

export interface Persona {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  role: ClientRole;
  salutation: "Frau" | "Herr";
  jobTitle: string;
  locale: "de" | "en";
}

/** Addresses of the company's domain may sign up. */
export const demoClient = {
  workspace: "demo",
  name: "Nordbahn",
  signupEnabled: true,
  emailWhitelist: ["demo.example"],
  emailSignature: "Herzliche Grüße\nNordbahn AG, Lüneburger Straße 4, 29525 Uelzen",
};

const person = (
  key: string,
  firstName: string,
  lastName: string,
  role: ClientRole,
  salutation: "Frau" | "Herr",
  jobTitle: string,
  locale: "de" | "en" = "de",
): Persona => ({ key, firstName, lastName, email: `${key}@demo.example`, role, salutation, jobTitle, locale });

export const personas: Persona[] = [
  person("anna", "Anna", "Brandt", "owner", "Frau", "Leiterin Kommunikation"),
  person("jana", "Jana", "Petersen", "admin", "Frau", "Referentin Netzkommunikation"),
  person("matthias", "Dr. Matthias", "Reuter", "editor", "Herr", "Leiter Netzplanung"),
  person("tobias", "Tobias", "Kern", "editor", "Herr", "Ingenieur Leit- und Sicherungstechnik"),
  person("henrike", "Henrike", "Lorenzen", "editor", "Frau", "Leiterin Pressestelle"),
  person("sabine", "Sabine", "Ostermann", "editor", "Frau", "Redakteurin Presseschau"),
  person("florian", "Florian", "Wächter", "editor", "Herr", "Bauingenieur"),
  person("ayse", "Ayşe", "Yıldırım", "editor", "Frau", "Beauftragte für Informationssicherheit"),
  person("lena", "Lena", "Großmann", "editor", "Frau", "Projektleiterin Kundendialog"),
  person("piotr", "Piotr", "Nowak", "editor", "Herr", "Market Analyst", "en"),
  person("miriam", "Miriam", "Adler", "editor", "Frau", "Beauftragte für Barrierefreiheit"),
  person("clara", "Clara", "Voss", "reader", "Frau", "Vorstandsassistentin"),
];

export type MembershipRole = ClientRole;

export interface DemoTeam {
  key: string;
  name: string;
  slug: string;
  /** Person key → role; a role ending in `!` is an inactive membership. */
  members: Record<string, MembershipRole | `${MembershipRole}!`>;
  inbox: boolean;
}

export const demoTeams: DemoTeam[] = [
  {
    key: "netz",
    name: "Netz & Infrastruktur",
    slug: "netz",
    members: { matthias: "owner", jana: "admin", tobias: "editor", florian: "editor", clara: "reader", sabine: "reader!" },
    inbox: false,
  },
  {
    key: "kommunikation",
    name: "Unternehmenskommunikation",
    slug: "kommunikation",
    members: { henrike: "owner", anna: "admin", sabine: "editor", jana: "editor", matthias: "reader", clara: "reader" },
    inbox: true,
  },
  {
    key: "digital",
    name: "Digitalisierung & IT",
    slug: "digital",
    members: { ayse: "owner", lena: "editor", miriam: "editor", jana: "reader" },
    inbox: false,
  },
  {
    key: "markt",
    name: "Markt & Strategie",
    slug: "markt",
    members: { piotr: "owner", tobias: "editor", henrike: "reader" },
    inbox: false,
  },
  { key: "energie", name: "Energie & Klima", slug: "energie", members: { florian: "owner", lena: "editor", anna: "reader" }, inbox: false },
];

export interface DemoFolder {
  key: string;
  team: string;
  name: string;
  alternativeName: string | null;
  description: string;
  /** People who are responsible for this folder in addition to its team. */
  ownerships?: Record<string, "editor" | "admin">;
}

export const demoFolders: DemoFolder[] = [
  {
    key: "nordkorridor",
    team: "netz",
    name: "Ausbau Nordkorridor",
    alternativeName: "Korridorbrief",
    description: "Sanierung, Neubau und Ersatzverkehr zwischen Hamburg, Uelzen und Hannover.",
    ownerships: { henrike: "editor" },
  },
  {
    key: "baustellen",
    team: "netz",
    name: "Baustellen & Sperrungen",
    alternativeName: null,
    description: "Ankündigungen, Pressestimmen und Rückmeldungen aus den Regionen.",
  },
  {
    key: "sicherung",
    team: "netz",
    name: "Leit- und Sicherungstechnik",
    alternativeName: null,
    description: "ETCS, Stellwerke, Funk: Technik und Zulassung.",
  },
  {
    key: "bruecken",
    team: "netz",
    name: "Brücken & Bauwerke",
    alternativeName: null,
    description: "Prüfung, Zustand und Ersatz von Ingenieurbauwerken.",
  },
  {
    key: "presseschau",
    team: "kommunikation",
    name: "Presseschau",
    alternativeName: null,
    description: "Der tägliche Überblick, bis 9 Uhr zusammengestellt.",
  },
  {
    key: "politik",
    team: "kommunikation",
    name: "Politik & Regulierung",
    alternativeName: null,
    description: "Bund, Länder, Brüssel: Gesetze, Verordnungen, Anhörungen.",
    ownerships: { matthias: "admin" },
  },
  {
    key: "it-sicherheit",
    team: "digital",
    name: "IT-Sicherheit",
    alternativeName: null,
    description: "Lageberichte, Warnungen und Nachlese.",
  },
  {
    key: "ki",
    team: "digital",
    name: "KI im Kundendialog",
    alternativeName: null,
    description: "Piloten, Leitplanken und Erfahrungen anderer Häuser.",
  },
  {
    key: "barrierefreiheit",
    team: "digital",
    name: "Barrierefreiheit",
    alternativeName: null,
    description: "Recht und gute Beispiele, vom Automaten bis zur App.",
  },
  {
    key: "wettbewerb",
    team: "markt",
    name: "Wettbewerb & Markt",
    alternativeName: null,
    description: "Andere Bahnen, Fernbus, Luft und Straße.",
  },
  {
    key: "rail-europe",
    team: "markt",
    name: "Rail in Europe",
    alternativeName: null,
    description: "Operators, open access and cross-border services, in English.",
    ownerships: { jana: "editor" },
  },
  {
    key: "energie",
    team: "energie",
    name: "Energie & Klima",
    alternativeName: null,
    description: "Bahnstrom, Speicher, Hitzeschutz und Klimaanpassung.",
  },
];

/** The folder whose newsletters people from outside get. */
export const demoSubscribers = {
  folder: "energie",
  consent:
    "Ich möchte die Newsletter aus „Energie & Klima“ von Nordbahn per E-Mail erhalten. Diese Einwilligung kann ich jederzeit widerrufen, zum Beispiel mit dem Link in jeder Ausgabe.",
  people: [
    { email: "redaktion@elbstrom.example", daysAgo: 40, isConfirmed: true },
    { email: "m.harms@stadtwerke-uelzen.example", daysAgo: 12, isConfirmed: true },
    { email: "klima@heidekreis.example", daysAgo: 1, isConfirmed: false },
  ],
};

export interface DemoSource {
  folder: string;
  by: string;
  /** The source name of the articles that it has filed. */
  title: string;
  siteUrl: string;
  tags: string[];
  includedWords: string[];
  isPaused: boolean;
}

/** Their addresses do not exist, so they are never fetched. */
export const demoSources: DemoSource[] = [
  {
    folder: "politik",
    by: "henrike",
    title: "Berliner Ausschussdienst",
    siteUrl: "https://www.berliner-ausschussdienst.example/",
    tags: ["Regulierung"],
    includedWords: ["Bahn", "Schiene", "Trasse"],
    isPaused: false,
  },
  {
    folder: "politik",
    by: "henrike",
    title: "Regulierung kompakt",
    siteUrl: "https://www.regulierung-kompakt.example/",
    tags: ["Regulierung", "Recht"],
    includedWords: [],
    isPaused: true,
  },
];
