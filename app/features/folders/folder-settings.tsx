import { Form } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { type FormState, typedText } from "~/forms/form-state";
import type { PeopleOf, PersonChoice } from "~/forms/people-field";
import { EnterButton } from "~/forms/submit-button";
import { DialogFoot } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { Dialog } from "~/ui/dialog";
import { overlay } from "../../../contract/paths";
import { FolderFields, folderTyped } from "./folder-fields";
import type { FolderForm, TeamChoice } from "./folder-form.server";
import { type Owner, Ownerships } from "./ownerships";

export const settingsTyped = { ...folderTyped, person: "folders:owners.add" } as const;

/** The returned settings, with all input. */
export interface SettingsAnswer {
  form: FormState;
  /** A message naming the people who were added. */
  added?: string;
  /** The pressed button saved its part; the rest is unchanged. */
  isSaved?: true;
}

interface FolderSettingsProps {
  settings: {
    form: FolderForm;
    teams: TeamChoice[];
    ownerships: Owner[];
    /** People who could be added. */
    people: PersonChoice[];
    peopleOf: PeopleOf | undefined;
    /** Changes with every page load, so that a form submitted twice adds a person once. */
    key: string;
  };
  answer?: SettingsAnswer;
  /** The pressed button: save all, add people, or save the row with this id. */
  about?: "all" | "person" | { ownershipId: string };
}

/**
 * The folder's fields and responsible people in one form, so that no button loses input elsewhere. The buttons for adding people and for
 * rows post to their own URLs; a browser without `formaction` saves everything.
 */
export function FolderSettings({ settings, answer, about = "all" }: FolderSettingsProps) {
  const { t } = useTranslation(["folders", "shell"]);
  // The initial settings: later responses must not change the user's input or the version it is based on.
  const [opened] = useState(settings.form);
  const { below, beside } = useOverlay();
  const save = t("folders:settings.save");
  const { values, ...problems } = answer?.form ?? opened;
  // The key belongs to the field for adding people.
  const folder = {
    constraints: opened.constraints,
    values: { ...values, key: undefined },
    ...(about === "all" ? problems : { errors: {} }),
  };
  return (
    <Dialog title={t("folders:settings.title")} closeTo={below} closeLabel={t("shell:close")} kind="side">
      <Form
        className="dialog-form"
        id="folder-form"
        method="post"
        action={beside(overlay("folderEdit"))}
        noValidate
        replace
        preventScrollReset
      >
        <EnterButton>{save}</EnterButton>
        <div className="dialog-body">
          <div className="stack roomy">
            <div className="form">
              <FolderFields
                key={typedText(values, "lockVersion")}
                form={folder}
                teams={settings.teams}
                more={{ person: t(settingsTyped.person) }}
                answer={answer ?? opened}
              />
            </div>
            <Ownerships
              owners={settings.ownerships}
              people={settings.people}
              peopleOf={settings.peopleOf}
              submissionKey={settings.key}
              answer={answer}
              about={typeof about === "object" ? about.ownershipId : about}
            />
          </div>
        </div>
        <DialogFoot closeTo={below} submit={save} />
      </Form>
      <AskBeforeLeaving form="folder-form" touched={answer !== undefined} />
    </Dialog>
  );
}
