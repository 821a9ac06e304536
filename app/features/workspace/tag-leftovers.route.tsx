import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FieldGroup } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, newForm, readForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { listBelow, useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import type { Upstream } from "~/upstream/client.server";
import { unlessGone } from "~/upstream/failure.server";
import { listTagLeftovers, mergeTag } from "~/upstream/tags.server";
import { href } from "../../../contract/paths";
import { tagLeftoversSchema } from "./tag-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const leftovers = await listLeftovers(upstream);
  return data({ title: translator(locale)("client:tags.leftovers.title"), form: newForm(tagLeftoversSchema), leftovers });
}

/** Merges the selected pairs in order. Skips those that are no longer listed; the message says so. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const reading = readForm(await request.formData(), tagLeftoversSchema, translator(locale));
  if (!reading.ok) return formAnswer(reading.form);
  const chosen = new Set(reading.value.leftovers);
  let merged = 0;
  for (const { value, tag, meant } of await listLeftovers(upstream)) {
    if (!chosen.has(value)) continue;
    const result = await unlessGone(mergeTag(upstream, tag.id, meant.name));
    if (result?.ok) merged += 1;
  }
  const back = listBelow(request, href("clientTags"));
  return merged === chosen.size ? redirectWithFlash(back, "tagsMerged") : redirectWithFlash(back, "tagsNotMerged", { type: "warning" });
}

/** A posted value names both tags, so that only a merge that was shown can be confirmed. */
const listLeftovers = async (upstream: Upstream) =>
  (await listTagLeftovers(upstream)).map((leftover) => ({ ...leftover, value: `${leftover.tag.id} ${leftover.meant.id}` }));

export default function TagLeftovers() {
  const { t } = useTranslation(["client", "shell"]);
  const { below } = useOverlay();
  const { form: begun, leftovers } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>()?.form;
  const form = { ...begun, ...answer };
  const title = t("client:tags.leftovers.title");
  const { leftovers: field } = fieldsOf(form, { leftovers: t("client:tags.leftovers.field") });
  if (leftovers.length === 0) {
    return (
      <Dialog title={title} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
        <p className="dialog-body">{t("client:tags.leftovers.none")}</p>
      </Dialog>
    );
  }
  return (
    <FormDialog title={title} submit={t("client:tags.leftovers.submit")} touched={answer !== undefined}>
      <FormErrors form={form} fields={{ leftovers: field }} />
      <FieldGroup field={field} hint={t("client:tags.leftovers.text")}>
        {leftovers.map(({ value, tag, meant }) => (
          <label className="choice" key={tag.id}>
            <input type="checkbox" name={field.name} value={value} defaultChecked={field.values.includes(value)} />
            <span>
              <b dir="auto">{tag.name}</b> <small dir="auto">{t("client:tags.leftovers.meant", { name: meant.name })}</small>
            </span>
          </label>
        ))}
      </FieldGroup>
    </FormDialog>
  );
}
