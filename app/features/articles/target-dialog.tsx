import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { HiddenFields } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, fieldsOf } from "~/forms/form-state";
import { DialogFoot } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { Dialog } from "~/ui/dialog";
import { FolderField } from "./article-form";
import type { ArticleChoices } from "./article-form.server";

interface TargetDialogProps {
  kind: "copy" | "move";
  title: string;
  articleTitle: string;
  form: FormState<"folderId" | "key">;
  teams: ArticleChoices["teams"];
}

/** Asks for the Folda into which an article is copied or moved. */
export function TargetDialog({ kind, title, articleTitle, form, teams }: TargetDialogProps) {
  const { t } = useTranslation(["articles", "shell"]);
  const fields = fieldsOf(form, { folderId: t("articles:copy.target") });
  const { below } = useOverlay();
  if (teams.length === 0) {
    return (
      <Dialog title={title} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
        <p className="dialog-body">{t("articles:noTarget")}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <Form className="dialog-form" method="post" noValidate replace preventScrollReset>
        <div className="dialog-body form">
          <FormErrors form={form} fields={fields} />
          <p>{t(`articles:${kind}.text`, { title: articleTitle })}</p>
          <HiddenFields form={form} names={["key"]} />
          <FolderField field={fields.folderId} teams={teams} isOnly />
        </div>
        <DialogFoot closeTo={below} submit={t(`articles:${kind}.submit`)} />
      </Form>
    </Dialog>
  );
}
