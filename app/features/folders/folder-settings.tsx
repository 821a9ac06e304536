import { Form, Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import type { FormState } from "~/forms/form-state";
import { useOverlay } from "~/layouts/overlay";
import { Dialog } from "~/ui/dialog";
import { FolderFields, type TeamChoice } from "./folder-fields";
import { type Owner, Ownerships, type OwnershipsAnswer } from "./ownerships";

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
  /** The folder's form when it came back. */
  answer?: FormState;
  /** A form of the people responsible when it came back without script. */
  ownershipsAnswer?: OwnershipsAnswer;
}

/** The folder's own fields, and the people who are responsible for it. */
export function FolderSettings({ settings, answer, ownershipsAnswer }: FolderSettingsProps) {
  const { t } = useTranslation(["folders", "shell"]);
  // As it was opened: another answer of the server changes neither what was typed nor the version that it started from.
  const [opened] = useState(settings.form);
  const { state, formMethod } = useNavigation();
  const { below, beside } = useOverlay();
  const save = t("folders:settings.save");
  return (
    <Dialog title={t("folders:settings.title")} closeTo={below} closeLabel={t("shell:close")} kind="side">
      <div className="dialog-body">
        <div className="stack roomy">
          <Form className="form" id="folder-form" method="post" action={beside("edit")} noValidate preventScrollReset>
            <FolderFields form={answer ?? opened} teams={settings.teams} />
            {/* For the Enter key, and for text browsers, which know no button outside of its form. */}
            <button type="submit" hidden>
              {save}
            </button>
          </Form>
          <Ownerships owners={settings.ownerships} people={settings.people} submissionKey={settings.key} answer={ownershipsAnswer} />
        </div>
      </div>
      <div className="dialog-foot">
        <span className="end">
          <Link className="btn" to={below} preventScrollReset>
            {t("shell:cancel")}
          </Link>
          <button
            className="btn primary"
            type="submit"
            form="folder-form"
            aria-busy={(state !== "idle" && formMethod === "POST") || undefined}
          >
            {save}
          </button>
        </span>
      </div>
      <AskBeforeLeaving form="folder-form" touched={answer !== undefined} />
    </Dialog>
  );
}
