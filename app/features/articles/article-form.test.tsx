import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { i18nOf } from "~/i18n/resources.server";
import { articleFieldNames } from "~/upstream/articles.server";
import { ArticleErrors, ArticleFields } from "./article-form";

const inEnglish = (page: JSX.Element) => renderToStaticMarkup(<I18nextProvider i18n={i18nOf("en")}>{page}</I18nextProvider>);

// In link mode, the source URL is at the top of the dialog instead.
it.each(articleFieldNames.filter((name) => name !== "sourceUrl"))("The form of an article has a control for its field %s", (name) => {
  const form = { values: { language: "de" }, errors: {} };
  const choices = { teams: [], folderTags: [], mentionedTags: [], tags: ["Bau"], countries: [{ value: "DE", label: "Germany" }] };
  expect(inEnglish(<ArticleFields form={form} choices={choices} />)).toContain(`name="${name}"`);
});

it.each(articleFieldNames.filter((name) => !["shareable", "external", "language"].includes(name)))(
  "The summary of errors leads to the field %s",
  (name) => {
    expect(inEnglish(<ArticleErrors form={{ values: {}, errors: { [name]: ["Wrong"] } }} />)).toContain(`href="#${name}"`);
  },
);
