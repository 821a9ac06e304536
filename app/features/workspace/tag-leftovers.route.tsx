import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FieldGroup } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { pageBelow } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { unlessGone } from "~/upstream/failure.server";
import { listTagLeftovers, mergeTag } from "~/upstream/tags.server";
import { tagLeftoversSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

/** The tags that are probably leftovers. If there are none any more, it says so above the list. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const leftovers = await listTagLeftovers(upstream);
  if (leftovers.length === 0) return redirectWithFlash(pageBelow(request, "leftovers"), "noTagLeftovers", { type: "warning" });
  return data({ title: translator(locale)("client:tags.leftovers.title"), form: newForm(tagLeftoversSchema), leftovers });
}

/** Merges those that are chosen and still leftovers, one after the other. Of several that are refused, the first says why. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), tagLeftoversSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const chosen = new Set(reading.value.leftovers);
  for (const { tag, meant } of await listTagLeftovers(upstream)) {
    if (!chosen.has(tag.id)) continue;
    const result = await unlessGone(mergeTag(upstream, tag.id, meant.name));
    if (result && !result.ok) return refusalAnswer(result, reading.values, t);
  }
  return redirectWithFlash(pageBelow(request, "leftovers"), "tagsMerged");
}

export default function TagLeftovers() {
  const { t } = useTranslation("client");
  const { form: begun, leftovers } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const form = { ...begun, ...answer };
  const { leftovers: field } = fieldsOf(form, { leftovers: t("tags.leftovers.field") });
  return (
    <FormDialog title={t("tags.leftovers.title")} submit={t("tags.leftovers.submit")} touched={answer !== undefined}>
      <FormErrors form={form} fields={{ leftovers: field }} />
      <p>{t("tags.leftovers.text")}</p>
      <FieldGroup field={field}>
        {leftovers.map(({ tag, meant }) => (
          <label className="choice" key={tag.id}>
            <input type="checkbox" name={field.name} value={tag.id} defaultChecked={field.values.includes(tag.id)} />
            <span>
              <b dir="auto">{tag.name}</b> <small dir="auto">{t("tags.leftovers.meant", { name: meant.name })}</small>
            </span>
          </label>
        ))}
      </FieldGroup>
    </FormDialog>
  );
}
