import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { WhoCanBeAdded } from "~/layouts/who-can-be-added";
import { describedBy, Field, FieldError } from "~/ui/field";

interface MembershipFieldsProps {
  form: FormState;
  /** Says who is in by now, where others are not. */
  added?: string;
  teams: { id: string; name: string }[];
  /** Offered by browsers while a name or an address is typed. */
  people: { email: string; name: string }[];
}

/** Who joins which team, and as what; what is wrong with it on top. */
export function MembershipFields({ form, added, teams, people }: MembershipFieldsProps) {
  const { t } = useTranslation(["teams", "people", "shell"]);
  const { errors, values } = form;
  const labels = { person: t("teams:add.person"), role: t("teams:members.role"), teamId: t("teams:add.team") };
  return (
    <>
      <FormErrors
        form={added ? { ...form, message: [added, form.message].filter(Boolean).join(" ") } : form}
        labels={labels}
        refused={added ? t("people:add.notAll") : undefined}
        answer={form}
      />
      <Field id="person" label={labels.person} hint={<WhoCanBeAdded />} errors={errors.person}>
        <input
          // Begun anew with those who are left: React would leave in the field what was typed.
          key={typedText(values, "person")}
          className="input"
          name="person"
          list="people"
          defaultValue={typedText(values, "person")}
          required
          autoComplete="off"
          {...describedBy("person", { hint: true, errors: errors.person })}
        />
        <datalist id="people">
          {people.map(({ email, name }) => (
            <option key={email} value={email}>
              {name}
            </option>
          ))}
        </datalist>
      </Field>
      <fieldset className="field" {...describedBy("role", { hint: true, errors: errors.role })}>
        <legend className="label">{labels.role}</legend>
        <p className="hint" id="role-hint">
          {t("teams:add.roleHint")}
        </p>
        <FieldError id="role" errors={errors.role} />
        <div className="radiobar start">
          {(["editor", "admin"] as const).map((role) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={typedText(values, "role", "editor") === role} />
              {`${t(`shell:roles.${role}`)} `}
            </label>
          ))}
        </div>
      </fieldset>
      <Field id="teamId" label={labels.teamId} errors={errors.teamId}>
        <select
          className="input"
          name="teamId"
          defaultValue={typedText(values, "teamId")}
          required
          {...describedBy("teamId", { errors: errors.teamId })}
        >
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <input type="hidden" name="key" value={typedText(values, "key")} />
    </>
  );
}
