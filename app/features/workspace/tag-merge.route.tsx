import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { listBelow, useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import type { Upstream } from "~/upstream/client.server";
import { listUsedTags, mergeTag, requireUsedTag } from "~/upstream/tags.server";
import { href } from "../../../contract/paths";
import { TagDialog } from "./tag-dialog";
import { tagMergeSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { into: "client:tags.mergeInto.into" } as const;

export const handle = { i18n: ["client"], typed };

/** Tags that share this many initial characters are suggested first. */
const alike = 3;
/** How many tags are listed if the typed name is not an exact match. */
const named = 5;

/** Suggests other tags, those with a similar beginning first. */
export async function loader({ request, params: { tagId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { name } = await requireUsedTag(upstream, tagId);
  const pages = await Promise.all([name.slice(0, alike), ""].map((term) => listUsedTags(upstream, { term, page: 0 })));
  const others = pages.flatMap(({ entries }) => entries).filter(({ id }) => id !== tagId);
  return data({
    title: translator(locale)("client:tags.mergeInto.title"),
    form: newForm(tagMergeSchema),
    name,
    others: [...new Set(others.map((tag) => tag.name))],
  });
}

export async function action({ request, params: { tagId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), tagMergeSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { into } = reading.value;
  const result = await mergeTag(upstream, tagId, into);
  if (!result.ok) {
    const meant = result.errors.into ? await nearestTo(upstream, into, tagId) : [];
    const errors = meant.length > 0 ? { into: [t("errors:tagMeant", { tags: meant.join("; ") })] } : result.errors;
    return refusalAnswer({ ...result, errors }, reading.values, t);
  }
  return redirectWithFlash(listBelow(request, href("clientTags")), "tagsMerged");
}

/** Other tags that contain the text; empty if it is exactly the name of a tag. */
async function nearestTo(upstream: Upstream, typed: string, tagId: string): Promise<string[]> {
  const { entries } = await listUsedTags(upstream, { term: typed, page: 0 });
  const isExact = entries.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return isExact ? [] : entries.flatMap(({ id, name }) => (id === tagId ? [] : [name])).slice(0, named);
}

export default function TagMerge() {
  const { t } = useTranslation(["client"]);
  const { below } = useOverlay();
  const { name, others, form: begun } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const form = { ...begun, ...answer };
  return (
    <TagDialog
      title={t("tags.mergeInto.title")}
      text={t("tags.mergeInto.text", { name })}
      field={fieldsOf(form, { into: t(typed.into) }).into}
      hint={t("tags.mergeInto.hint")}
      suggestions={others}
      submit={t("tags.mergeInto.submit")}
      form={form}
      touched={answer !== undefined}
      closeTo={below}
    />
  );
}
