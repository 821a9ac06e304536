import deApi from "../../../locales/de/api.json" with { type: "json" };
import deArticles from "../../../locales/de/articles.json" with { type: "json" };
import deAuth from "../../../locales/de/auth.json" with { type: "json" };
import deErrors from "../../../locales/de/errors.json" with { type: "json" };
import deFlash from "../../../locales/de/flash.json" with { type: "json" };
import deHome from "../../../locales/de/home.json" with { type: "json" };
import deKept from "../../../locales/de/kept.json" with { type: "json" };
import deNewsletters from "../../../locales/de/newsletters.json" with { type: "json" };
import dePasswords from "../../../locales/de/passwords.json" with { type: "json" };
import deSettings from "../../../locales/de/settings.json" with { type: "json" };
import deShell from "../../../locales/de/shell.json" with { type: "json" };
import deTags from "../../../locales/de/tags.json" with { type: "json" };
import deTeams from "../../../locales/de/teams.json" with { type: "json" };
import enApi from "../../../locales/en/api.json" with { type: "json" };
import enArticles from "../../../locales/en/articles.json" with { type: "json" };
import enAuth from "../../../locales/en/auth.json" with { type: "json" };
import enErrors from "../../../locales/en/errors.json" with { type: "json" };
import enFlash from "../../../locales/en/flash.json" with { type: "json" };
import enHome from "../../../locales/en/home.json" with { type: "json" };
import enKept from "../../../locales/en/kept.json" with { type: "json" };
import enNewsletters from "../../../locales/en/newsletters.json" with { type: "json" };
import enPasswords from "../../../locales/en/passwords.json" with { type: "json" };
import enSettings from "../../../locales/en/settings.json" with { type: "json" };
import enShell from "../../../locales/en/shell.json" with { type: "json" };
import enTags from "../../../locales/en/tags.json" with { type: "json" };
import enTeams from "../../../locales/en/teams.json" with { type: "json" };
import { hasScript } from "./fixtures";

const german = {
  locale: "de" as const,
  api: deApi,
  articles: deArticles,
  auth: deAuth,
  errors: deErrors,
  flash: deFlash,
  home: deHome,
  kept: deKept,
  newsletters: deNewsletters,
  passwords: dePasswords,
  settings: deSettings,
  tags: deTags,
  teams: deTeams,
  shell: { ...deShell, flash: deFlash },
};

const english = {
  locale: "en" as const,
  api: enApi,
  articles: enArticles,
  auth: enAuth,
  errors: enErrors,
  flash: enFlash,
  home: enHome,
  kept: enKept,
  newsletters: enNewsletters,
  passwords: enPasswords,
  settings: enSettings,
  tags: enTags,
  teams: enTeams,
  shell: { ...enShell, flash: enFlash },
};

/** The product's words: German with script, English without, so that flows read both. */
export const allTexts = () => (hasScript() ? german : english);
