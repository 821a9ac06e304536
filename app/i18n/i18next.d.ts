import "i18next";
import type articles from "../../locales/en/articles.json";
import type audit from "../../locales/en/audit.json";
import type auth from "../../locales/en/auth.json";
import type client from "../../locales/en/client.json";
import type errors from "../../locales/en/errors.json";
import type exports from "../../locales/en/exports.json";
import type feeds from "../../locales/en/feeds.json";
import type filter from "../../locales/en/filter.json";
import type flash from "../../locales/en/flash.json";
import type folders from "../../locales/en/folders.json";
import type home from "../../locales/en/home.json";
import type kept from "../../locales/en/kept.json";
import type lists from "../../locales/en/lists.json";
import type mailings from "../../locales/en/mailings.json";
import type newsletters from "../../locales/en/newsletters.json";
import type pages from "../../locales/en/pages.json";
import type passwords from "../../locales/en/passwords.json";
import type people from "../../locales/en/people.json";
import type playground from "../../locales/en/playground.json";
import type search from "../../locales/en/search.json";
import type settings from "../../locales/en/settings.json";
import type shell from "../../locales/en/shell.json";
import type stream from "../../locales/en/stream.json";
import type teams from "../../locales/en/teams.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      articles: typeof articles;
      audit: typeof audit;
      auth: typeof auth;
      client: typeof client;
      errors: typeof errors;
      exports: typeof exports;
      feeds: typeof feeds;
      filter: typeof filter;
      folders: typeof folders;
      home: typeof home;
      kept: typeof kept;
      lists: typeof lists;
      mailings: typeof mailings;
      newsletters: typeof newsletters;
      flash: typeof flash;
      pages: typeof pages;
      passwords: typeof passwords;
      people: typeof people;
      playground: typeof playground;
      search: typeof search;
      settings: typeof settings;
      shell: typeof shell;
      stream: typeof stream;
      teams: typeof teams;
    };
  }
}
