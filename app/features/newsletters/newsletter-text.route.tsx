import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { controlProps, FormField, HiddenFields, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, fieldsOf, translated, typedText } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { FormDialog } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { htmlToLightweightMarkup, lightweightMarkupToHtml, withoutMarkup } from "~/rich-text/convert.server";
import { RichTextField } from "~/rich-text/rich-text-field";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import type { Draft } from "~/upstream/newsletter-drafts.server";
import * as limits from "../../../contract/limits";
import { cleanLine } from "../../../contract/rest/shared";
import { itemBase, saveItem, type TextBlock } from "./newsletter-items.server";
import { stepPath } from "./newsletter-steps";
import { requireDraft, stepHref } from "./require-newsletter.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";

const textTyped = { heading: "newsletters:fields.heading", textBlock: "newsletters:fields.textBlock" } as const;

export const handle = { i18n: ["newsletters", "articles"], typed: textTyped, textAreas: ["textBlock"] };

const schema = z.object({
  heading: z.string().overwrite(cleanLine).max(limits.text).default(""),
  textBlock: z.string().max(limits.textBlock).default(""),
  textBlockFormat: z.literal("html").optional().catch(undefined),
  textBlockHtml: z.string().optional(),
  /** The id of a new text, so that a repeated submission adds it once. */
  key: z.uuid().optional().catch(undefined),
  base: z.string().optional(),
});

/** A text between articles: a new one above the article `before`, or at the end without it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId, draft } = await requireDraft(upstream, params);
  const t = translator(locale);
  const isNew = params.textId === "new";
  const block = draft.textBlocks.find((one) => one.id === params.textId);
  if (!block && !isNew) throw redirectWithFlash(stepHref(folderId, id, "articles"), "newsletterTextGone", { type: "warning" });
  return data({
    title: t(isNew ? "newsletters:text.new" : "newsletters:text.title"),
    isNew,
    form: newForm(schema, {
      heading: block?.heading,
      textBlock: block && (await htmlToLightweightMarkup(block.text)),
      textBlockHtml: block?.text,
      key: isNew ? crypto.randomUUID() : undefined,
      base: itemBase(block),
    }),
  });
}

/** Saves or removes the text. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { folderId = "", newsletterId = "", textId = "" } = params;
  const body = await request.formData();
  const { values, key, block, errors } = await readText(body, t);
  const isRemoved = body.has("remove");
  if (!isRemoved && errors) return formAnswer({ values, errors });

  const isNew = textId === "new";
  const id = isNew ? (key ?? crypto.randomUUID()) : textId;
  const before = new URL(request.url).searchParams.get("before");
  const { refused, result } = await saveItem({
    upstream,
    params,
    base: isNew || isRemoved ? undefined : String(body.get("base") ?? ""),
    find: ({ textBlocks }) => textBlocks.find((one) => one.id === id),
    change: (draft) => (isRemoved ? withoutText(draft, id) : withText(draft, { id, ...block }, before)),
    async inWords({ textBlocks }) {
      const stored = textBlocks.find((one) => one.id === id);
      const words = stored && [stored.heading, await htmlToLightweightMarkup(stored.text)].filter(Boolean).join("\n");
      return words ?? t("newsletters:text.removed");
    },
    values,
    t,
  });
  if (refused) return refused;
  if (!result.ok) {
    const { errors: named, message } = refusedForm(result, values, t);
    const { heading, ...others } = named;
    const wrong = Object.values(others).flat();
    const own = { ...(heading && { heading }), ...(wrong.length > 0 && { textBlock: wrong }) };
    return formAnswer({ values, errors: own, message }, {}, refusalInit(result));
  }
  return redirect(`${stepHref(folderId, newsletterId, "articles")}${isRemoved ? "" : `#entry-${id}`}`);
}

/** What was typed, as markup and as HTML, the text to store, and what is wrong with it. */
async function readText(body: FormData, t: Translate) {
  const reading = readForm(body, schema, t);
  const typed = reading.ok ? reading.values : reading.form.values;
  const text = typedText(typed, "textBlock");
  const isHtml = typedText(typed, "textBlockFormat") === "html";
  const values = isHtml ? { ...typed, textBlock: await htmlToLightweightMarkup(text), textBlockHtml: text } : typed;
  const html = isHtml ? text : await lightweightMarkupToHtml(text);
  const heading = reading.ok ? reading.value.heading : typedText(values, "heading");
  const block = { heading, text: html ?? "" };
  const errorsOf = (): FormState["errors"] | undefined => {
    if (!reading.ok) return reading.form.errors;
    if (html === undefined) return { textBlock: [t("errors:tooLong", { max: limits.textBlock })] };
    if (heading === "" && withoutMarkup(html).trim() === "") return { textBlock: [t("errors:required")] };
    return undefined;
  };
  return { values, key: reading.ok ? reading.value.key : undefined, block, errors: errorsOf() };
}

/** The draft's texts and order with this text: in its place if it has one, otherwise above the article `before` or at the end. */
function withText({ textBlocks, contents }: Draft, block: TextBlock, before: string | null): Partial<Draft> {
  const texts = [...textBlocks.filter(({ id }) => id !== block.id), block];
  if (contents.some(({ id }) => id === block.id)) return { textBlocks: texts };
  const place = contents.findIndex(({ id }) => id === before);
  return { textBlocks: texts, contents: contents.toSpliced(place < 0 ? contents.length : place, 0, { id: block.id, selected: false }) };
}

const withoutText = ({ textBlocks, contents }: Draft, textId: string): Partial<Draft> => ({
  textBlocks: textBlocks.filter(({ id }) => id !== textId),
  contents: contents.filter(({ id }) => id !== textId),
});

export default function NewsletterText() {
  const { t } = useTranslation(["newsletters", "articles", "shell"]);
  const { newsletterId = "" } = useParams();
  const { title, isNew, form: begun } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form: FormOf<typeof schema> = { ...begun, ...answer?.form };
  const { heading, textBlock } = fieldsOf(form, translated(textTyped, t));
  const { beside } = useOverlay();
  return (
    <FormDialog
      title={title}
      submit={t("newsletters:save")}
      touched={answer !== undefined}
      closeTo={beside(stepPath(newsletterId, "articles"))}
      more={
        isNew ? null : (
          <button className="btn danger" type="submit" name="remove" value="yes">
            {t("newsletters:text.remove")}
          </button>
        )
      }
    >
      <FormErrors form={form} fields={{ heading, textBlock }} />
      <TextField field={heading} optional dir="auto" />
      <FormField field={textBlock} hint={t("articles:bodyHint")}>
        <RichTextField
          {...controlProps(textBlock, t("articles:bodyHint"))}
          label={textBlock.label}
          rows={6}
          html={form.values.textBlockHtml === undefined ? undefined : typedText(form.values, "textBlockHtml")}
          words={t("articles:richText", { returnObjects: true })}
          dir="auto"
        />
      </FormField>
      <HiddenFields form={form} names={["key", "base"]} />
    </FormDialog>
  );
}
