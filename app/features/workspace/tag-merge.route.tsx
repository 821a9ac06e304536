import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formAnswer, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { pageBelow, useOverlay } from "~/layouts/overlay";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import type { Upstream } from "~/upstream/client.server";
import { listUsedTags, mergeTag, requireUsedTag } from "~/upstream/tags.server";
import { TagDialog } from "./tag-dialog";
import { tagMergeSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

/** So many letters of its beginning make another tag one that it may belong to. */
const alike = 3;
/** So many are named to who has typed a part of a name. */
const named = 5;

/** With the names of some others, which browsers complete what is typed from: first those that begin alike. */
export async function loader({ request, params: { tagId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { name } = await requireUsedTag(upstream, tagId);
  const pages = await Promise.all([name.slice(0, alike), ""].map((term) => listUsedTags(upstream, { term, page: 0 })));
  const others = pages.flatMap(({ entries }) => entries).filter(({ id }) => id !== tagId);
  return data({ title: translator(locale)("client:tags.mergeInto.title"), name, others: [...new Set(others.map((tag) => tag.name))] });
}

export async function action({ request, params: { tagId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), tagMergeSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { into } = reading.value;
  const result = await mergeTag(upstream, tagId, into);
  if (!result.ok) {
    const form = refusedForm(result, reading.values, t);
    const meant = form.errors.into ? await nearestTo(upstream, into, tagId) : [];
    if (meant.length > 0) form.errors = { into: [t("errors:tagMeant", { tags: meant.join("; ") })] };
    return formAnswer(form, {}, refusalInit(result));
  }
  return redirect(pageBelow(request, `${tagId}/merge`), { headers: { "Set-Cookie": showNotice("success", "tagsMerged") } });
}

/** Other tags that hold what was typed, where none is called so. */
async function nearestTo(upstream: Upstream, typed: string, tagId: string): Promise<string[]> {
  const { entries } = await listUsedTags(upstream, { term: typed, page: 0 });
  const isCalledSo = entries.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return isCalledSo ? [] : entries.flatMap(({ id, name }) => (id === tagId ? [] : [name])).slice(0, named);
}

export default function TagMerge() {
  const { t } = useTranslation("client");
  const { below } = useOverlay();
  const { name, others } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <TagDialog
      title={t("tags.mergeInto.title")}
      text={t("tags.mergeInto.text", { name })}
      field={{ name: "into", label: t("tags.mergeInto.into"), hint: t("tags.mergeInto.hint"), suggestions: others }}
      submit={t("tags.mergeInto.submit")}
      form={form ?? { values: {}, errors: {} }}
      touched={form !== undefined}
      closeTo={below}
    />
  );
}
