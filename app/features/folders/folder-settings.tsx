import { Form, Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import type { FormState } from "~/forms/form-state";
import { useOverlay } from "~/layouts/overlay";
import { Dialog } from "~/ui/dialog";
import { FolderFields, type TeamChoice } from "./folder-fields";
import { type Owner, Ownerships } from "./ownerships";

/** The settings as they came back, with everything that was typed. */
export interface SettingsAnswer {
  form: FormState;
  /** Says who was added. */
  added?: string;
  /** What its button was for is saved; all else is as it was. */
  isSaved?: true;
}

interface FolderSettingsProps {
  settings: {
    form: FormState;
    teams: TeamChoice[];
    ownerships: Owner[];
    /** Who could become responsible too. */
    people: { email: string; name: string }[];
    /** New with every page, so that a person is added once. */
    key: string;
  };
  answer?: SettingsAnswer;
  /** Which button it answers: the one that saves all, the one that adds people, or the one of the row with this id. */
  about?: "all" | "person" | { ownershipId: string };
}

/**
 * The folder's own fields, and the people who are responsible for it: one form, so that no button loses what was typed elsewhere. The buttons of rows and the
 * one that adds people post to addresses of their own; a browser that does not know `formaction` saves everything.
 */
export function FolderSettings({ settings, answer, about = "all" }: FolderSettingsProps) {
  const { t } = useTranslation(["folders", "shell"]);
  // As it was opened: another answer of the server changes neither what was typed nor the version that it started from.
  const [opened] = useState(settings.form);
  const { state, formMethod } = useNavigation();
  const { below, beside } = useOverlay();
  const save = t("folders:settings.save");
  const { values, ...problems } = answer?.form ?? opened;
  // The key is of who is added.
  const folder = { values: { ...values, key: undefined }, ...(about === "all" ? problems : { errors: {} }) };
  return (
    <Dialog title={t("folders:settings.title")} closeTo={below} closeLabel={t("shell:close")} kind="side">
      <Form className="dialog-form" id="folder-form" method="post" action={beside("edit")} noValidate preventScrollReset>
        {/* The Enter key presses the first button. */}
        <button type="submit" hidden>
          {save}
        </button>
        <div className="dialog-body">
          <div className="stack roomy">
            <div className="form">
              <FolderFields form={folder} teams={settings.teams} more={{ person: t("folders:owners.add") }} answer={answer ?? opened} />
            </div>
            <Ownerships
              owners={settings.ownerships}
              people={settings.people}
              submissionKey={settings.key}
              answer={answer}
              about={typeof about === "object" ? about.ownershipId : about}
            />
          </div>
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={below} preventScrollReset>
              {t("shell:cancel")}
            </Link>
            <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
              {save}
            </button>
          </span>
        </div>
      </Form>
      <AskBeforeLeaving form="folder-form" touched={answer !== undefined} />
    </Dialog>
  );
}
