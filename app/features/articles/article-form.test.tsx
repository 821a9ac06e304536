import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { i18nOf } from "~/i18n/resources.server";
import { articleFieldNames } from "~/upstream/articles.server";
import { ArticleErrors, ArticleFields } from "./article-form";

const inEnglish = (page: JSX.Element) => renderToStaticMarkup(<I18nextProvider i18n={i18nOf("en")}>{page}</I18nextProvider>);

const choices = { teams: [], folderTags: [], mentionedTags: [], tags: ["Bau"], countries: [{ value: "DE", label: "Germany" }] };

// In link mode, the source URL is at the top of the dialog instead.
it.each(articleFieldNames.filter((name) => name !== "sourceUrl"))("The form of an article has a control for its field %s", (name) => {
  const form = { values: { language: "de" }, errors: {} };
  expect(inEnglish(<ArticleFields form={form} choices={choices} />)).toContain(`name="${name}"`);
});

it.each<[doubts: string, field: string, text: string]>([
  ["no_date", "publishedAt-hint", "The page gives no date. Please enter it."],
  ["guessed_date", "publishedAt-hint", "The page does not clearly state its date. Please check it."],
  ["modified_date cut_text", "publishedAt-hint", "The page only gives the date of its last update. Please check it."],
  ["no_date cut_text", "body-doubts", "Only the beginning of the text is included; the page has more."],
  ["partial_text", "body-doubts", "The text may be incomplete. Please check its beginning and end."],
  ["odd_font", "body-hint", "An empty line"],
])("The doubts %s of an import are at the field that they concern", (doubts, id, text) => {
  const html = inEnglish(<ArticleFields form={{ values: { doubts }, errors: {} }} choices={choices} />);
  expect(html).toContain(`<p class="hint" id="${id}">${text}`);
  expect(html).toMatch(new RegExp(`aria-describedby="(?:body-hint )?${id}`));
  expect(html).toContain(`<input type="hidden" name="doubts" value="${doubts}"/>`);
});

it.each(articleFieldNames.filter((name) => !["shareable", "external", "language"].includes(name)))(
  "The summary of errors leads to the field %s",
  (name) => {
    expect(inEnglish(<ArticleErrors form={{ values: {}, errors: { [name]: ["Wrong"] } }} />)).toContain(`href="#${name}"`);
  },
);
