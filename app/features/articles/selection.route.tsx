import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FieldGroup } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FieldState, fieldsOf, translated } from "~/forms/form-state";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { TagsField } from "~/forms/tags-field";
import { translator } from "~/i18n/resources.server";
import { DialogFoot } from "~/layouts/form-dialog";
import { overlayBeside, pageBelow, useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { keepLastFolder } from "~/session/last-folders.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { HiddenFields } from "~/ui/hidden-fields";
import { createBatch } from "~/upstream/batches.server";
import { overlay } from "../../../contract/paths";
import { FolderField } from "./article-form";
import { openSelection, readChange, readSelection } from "./selection-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { tags: "articles:fields.tags", newTags: "tags:new" } as const;

export const handle = { i18n: ["articles", "tags"], typed };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await requireSession(request);
  return data({ title: translator(locale)("articles:selection.title") });
}

const here = overlay("selection");

/** Opens the dialog for the selection that the bar below a list posts; the dialog posts it again, with `confirm`, to apply the change. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const selected = readSelection(body, t);
  if (!selected) return data({ opened: undefined, form: undefined }, { status: 422 });
  const { change, selection, total: confirmed, key } = selected;
  // 307 makes the browser post the selection to the wizard.
  if (change === "export") throw redirect(overlayBeside(request, here, overlay("exportFormat")), 307);
  if (change === "newsletter") throw redirect(overlayBeside(request, here, overlay("newsletterNew")), 307);
  const open = () => openSelection(request, upstream, { ...selected, change }, { t, locale });
  if (!body.has("confirm")) return data({ opened: await open(), form: undefined });
  const reading = readChange(body, change, t);
  if (!reading.ok) return formAnswer(reading.form, { opened: await open() });
  const result = await createBatch(upstream, selection, { change: reading.value, confirmed, key });
  if (!result.ok) return refusalAnswer(result, reading.values, t, { opened: await open() });
  const { id, kind, state, total, refused } = result.data;
  const cookies = "folderId" in reading.value ? [keepLastFolder(request, reading.value.folderId)] : [];
  if (state === "working" || refused.length > 0) {
    const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
    return redirect(overlayBeside(request, here, overlay("batch", { batchId: id })), { headers });
  }
  return redirectWithFlash(pageBelow(request, here), flashKeys[kind], {
    name: t("articles:selection.articles", { count: total }),
    cookies,
    ...(kind === "delete" ? { undo: { of: "batches", id } as const } : {}),
  });
}

const flashKeys = {
  move: "batchMoved",
  copy: "batchCopied",
  tag: "batchChanged",
  untag: "batchChanged",
  priority: "batchChanged",
  shareable: "batchChanged",
  delete: "batchDeleted",
} as const;

export default function Selection() {
  const { t } = useTranslation(["articles", "shell", "tags"]);
  const { below } = useOverlay();
  const answer = useActionData<typeof action>();
  const opened = answer?.opened;
  if (!opened) {
    return (
      <Dialog title={t("articles:selection.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
        <p className="dialog-body">{t("articles:selection.none")}</p>
      </Dialog>
    );
  }
  const { change, posted, total, scheduled } = opened;
  const form = { ...opened.form, ...answer?.form };
  const fields = fieldsOf(form, {
    folderId: t("articles:copy.target"),
    ...translated(typed, t),
    priority: t("articles:fields.priority"),
    shareable: t("articles:selection.shareable.field"),
  });
  const count = { count: total };
  return (
    <Dialog title={t(`articles:selection.${change}.title`, count)} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" method="post" noValidate replace preventScrollReset>
        <div className="dialog-body form">
          <FormErrors form={form} fields={fields} />
          <HiddenFields fields={[...posted, ["confirm", "yes"]]} />
          {change === "delete" ? <p>{t("articles:selection.delete.text", count)}</p> : null}
          {change === "move" || change === "copy" ? (
            <FolderField field={{ ...fields.folderId, required: true }} teams={opened.teams} isOnly />
          ) : null}
          {change === "tag" || change === "untag" ? (
            <TagsField
              field={{ ...fields.tags, required: true }}
              newField={change === "tag" ? fields.newTags : undefined}
              tags={opened.tags}
              hint={change === "untag" ? t("articles:selection.untag.hint") : undefined}
            />
          ) : null}
          {change === "priority" ? (
            <Choice field={fields.priority} options={["normal", "high"]} toLabel={(value) => t(`articles:priority.${value}`)} />
          ) : null}
          {change === "shareable" ? (
            <Choice field={fields.shareable} options={["yes", "no"]} toLabel={(value) => t(`articles:selection.shareable.${value}`)} />
          ) : null}
          {scheduled.map(({ id, title, moment }) => (
            <p key={id}>{t("articles:selection.scheduled", { title, moment })}</p>
          ))}
        </div>
        <DialogFoot closeTo={below} submit={t(`articles:selection.${change}.submit`)} danger={change === "delete"} />
      </Form>
    </Dialog>
  );
}

interface ChoiceProps<Value extends string> {
  field: FieldState;
  options: readonly Value[];
  toLabel: (value: Value) => string;
}

function Choice<Value extends string>({ field, options, toLabel }: ChoiceProps<Value>) {
  return (
    <FieldGroup field={{ ...field, required: true }}>
      {options.map((value) => (
        <label className="choice" key={value}>
          <input type="radio" name={field.name} value={value} defaultChecked={field.value === value} />
          <span>{toLabel(value)}</span>
        </label>
      ))}
    </FieldGroup>
  );
}
