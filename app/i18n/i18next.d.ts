import "i18next";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      articles: typeof import("../../locales/en/articles.json");
      audit: typeof import("../../locales/en/audit.json");
      auth: typeof import("../../locales/en/auth.json");
      client: typeof import("../../locales/en/client.json");
      errors: typeof import("../../locales/en/errors.json");
      exports: typeof import("../../locales/en/exports.json");
      feeds: typeof import("../../locales/en/feeds.json");
      filter: typeof import("../../locales/en/filter.json");
      flash: typeof import("../../locales/en/flash.json");
      folders: typeof import("../../locales/en/folders.json");
      home: typeof import("../../locales/en/home.json");
      kept: typeof import("../../locales/en/kept.json");
      lists: typeof import("../../locales/en/lists.json");
      mailings: typeof import("../../locales/en/mailings.json");
      newsletters: typeof import("../../locales/en/newsletters.json");
      pages: typeof import("../../locales/en/pages.json");
      passwords: typeof import("../../locales/en/passwords.json");
      people: typeof import("../../locales/en/people.json");
      playground: typeof import("../../locales/en/playground.json");
      search: typeof import("../../locales/en/search.json");
      settings: typeof import("../../locales/en/settings.json");
      shell: typeof import("../../locales/en/shell.json");
      stream: typeof import("../../locales/en/stream.json");
      teams: typeof import("../../locales/en/teams.json");
    };
  }
}
