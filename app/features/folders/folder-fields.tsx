import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { describedBy, Field } from "~/ui/field";

export interface TeamChoice {
  id: string;
  slug: string;
  name: string;
}

interface FolderFieldsProps {
  form: FormState;
  teams: TeamChoice[];
  /** The labels of what else stands in the form. */
  more?: Record<string, string>;
  /** What came back, where the form is not all of it. */
  answer?: unknown;
}

/** Every field of a folder, and what is wrong with the form on top. */
export function FolderFields({ form, teams, more, answer = form }: FolderFieldsProps) {
  const { t } = useTranslation(["folders", "shell"]);
  const optional = t("shell:optional");
  const { errors, values } = form;
  const labels = {
    name: t("folders:fields.name"),
    alternativeName: t("folders:fields.alternativeName"),
    description: t("folders:fields.description"),
    teamId: t("folders:fields.teamId"),
  };
  return (
    <>
      <FormErrors form={form} labels={{ ...labels, ...more }} answer={answer} />
      <Field id="name" label={labels.name} errors={errors.name}>
        <input
          className="input"
          name="name"
          defaultValue={typedText(values, "name")}
          required
          dir="auto"
          autoComplete="off"
          {...describedBy("name", { errors: errors.name })}
        />
      </Field>
      <Field
        id="alternativeName"
        label={labels.alternativeName}
        optional={optional}
        hint={t("folders:fields.alternativeNameHint")}
        errors={errors.alternativeName}
      >
        <input
          className="input"
          name="alternativeName"
          defaultValue={typedText(values, "alternativeName")}
          dir="auto"
          autoComplete="off"
          {...describedBy("alternativeName", { hint: true, errors: errors.alternativeName })}
        />
      </Field>
      <Field id="description" label={labels.description} optional={optional} errors={errors.description}>
        <textarea
          className="input"
          name="description"
          rows={3}
          defaultValue={typedText(values, "description")}
          dir="auto"
          {...describedBy("description", { errors: errors.description })}
        />
      </Field>
      <Field id="teamId" label={labels.teamId} errors={errors.teamId}>
        <select
          className="input"
          name="teamId"
          defaultValue={typedText(values, "teamId")}
          required
          {...describedBy("teamId", { errors: errors.teamId })}
        >
          <option value="">{t("folders:fields.chooseTeam")}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {(["key", "lockVersion"] as const).map((name) =>
        typedText(values, name) ? <input key={name} type="hidden" name={name} value={typedText(values, name)} /> : null,
      )}
    </>
  );
}
