import { useFetcher, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMessages } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import { useSaveOnChange } from "~/forms/use-save-on-change";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";

interface RowFormProps {
  /** The id of the row, posted as `id`. */
  id: string;
  /** The person's name, or the team's in a list of a person's teams. */
  name: string;
  isTeam?: boolean;
  /** The rejected form of this row, if it was submitted without JavaScript. */
  answer?: FormState;
}

/**
 * Changes the role of a row. Posts to the page itself: with JavaScript as soon as another role is chosen (`useSaveOnChange`), otherwise by
 * a button that appears on change.
 */
export function RoleForm<R extends string>({ id, name, isTeam, role, roles, answer }: RowFormProps & { role: R; roles: readonly R[] }) {
  const { t } = useTranslation(["people", "shell"]);
  const field = `role-${id}`;
  return (
    <RowForm
      id={id}
      field={field}
      stored={role}
      name={name}
      answer={answer}
      show={(form) => {
        for (const option of form.querySelectorAll("option")) option.selected = option.defaultSelected = option.value === role;
      }}
    >
      {(errors) => (
        <>
          <label className="vh" htmlFor={field}>
            {t(isTeam ? "people:roleInTeam" : "people:roleOf", { name })}
          </label>
          <select className="input short" name="role" defaultValue={role} {...describedBy(field, { errors })}>
            {roles.map((one) => (
              <option key={one} value={one}>
                {t(`shell:roles.${one as "admin"}`)}
              </option>
            ))}
          </select>
        </>
      )}
    </RowForm>
  );
}

/** Activates or deactivates a row; otherwise like `RoleForm`. */
export function ActiveForm({ active, ...row }: RowFormProps & { active: boolean }) {
  const { t } = useTranslation("people");
  return (
    <SwitchForm
      {...row}
      field="active"
      on={active}
      label={<span className="vh">{t(row.isTeam ? "activeInTeam" : "activeOf", { name: row.name })}</span>}
    />
  );
}

/** Like `RoleForm`, as a switch: on means admin, off means editor. */
export function AdminForm({ role, ...row }: RowFormProps & { role: "admin" | "editor" }) {
  const { t } = useTranslation(["people", "shell"]);
  const label = (
    <span>
      {t("people:adminInsteadOfEditor")}
      <span className="vh"> {t("people:adminOf", { name: row.name })}</span>
    </span>
  );
  return <SwitchForm {...row} field="admin" on={role === "admin"} label={label} />;
}

function SwitchForm({ id, name, field: posted, on, label, answer }: RowFormProps & { field: string; on: boolean; label: ReactNode }) {
  const field = `${posted}-${id}`;
  return (
    <RowForm
      id={id}
      field={field}
      stored={on}
      name={name}
      answer={answer}
      show={(form) => {
        // Not with form.reset(): React would not notice it and would ignore the next click.
        for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox]")) box.checked = box.defaultChecked = on;
      }}
    >
      {(errors) => (
        <label className="switch bare">
          {/* Sent if the switch is off. */}
          <input type="hidden" name={posted} value="off" />
          <input type="checkbox" role="switch" name={posted} value="on" defaultChecked={on} {...describedBy(field, { errors })} />
          {label}
        </label>
      )}
    </RowForm>
  );
}

interface InnerProps extends RowFormProps {
  field: string;
  /** The stored value, which the row shows after it was submitted. */
  stored: unknown;
  show: (form: HTMLFormElement) => void;
  children: (errors: string[] | undefined) => ReactNode;
}

function RowForm({ id, field, stored, name, answer, show, children }: InnerProps) {
  const { t } = useTranslation("people");
  const { search } = useLocation();
  const { Form, submit, state, data } = useFetcher<{ form?: FormState; isSaved?: true }>();
  const element = useRef<HTMLFormElement>(null);
  const wasShown = useRef(false);
  const showStored = useRef(show);
  showStored.current = show;
  const messages = useMessages(data ? data.form : answer);

  // React does not revert a control that the user changed, even after a rejection. The stored value may arrive after the response.
  // biome-ignore lint/correctness/useExhaustiveDependencies: someone else may have changed the stored value meanwhile
  useEffect(() => {
    if (wasShown.current && state === "idle" && element.current) showStored.current(element.current);
    wasShown.current = true;
  }, [state, stored]);

  const saving = useSaveOnChange((form) => {
    const fields = new FormData(form);
    // If the list is filtered by role, the row and its message disappear after the change, so show a flash message instead.
    if (!new URLSearchParams(search).has("role")) fields.set("inPlace", "on");
    submit(fields, { method: "post", action: form.getAttribute("action") ?? undefined });
  });
  return (
    <Form method="post" ref={element} {...saving} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      {children(messages)}
      <button className="btn small dirty-save" type="submit" aria-busy={state !== "idle" || undefined}>
        {t("save")}
        <span className="vh"> {name}</span>
      </button>
      <span className="got" role="status">
        {state === "idle" && data?.isSaved ? (
          <>
            <Icon name="success" small />
            {t("saved")}
          </>
        ) : null}
      </span>
      {messages ? (
        <div role="alert">
          <FieldError id={field} errors={messages} />
        </div>
      ) : null}
    </Form>
  );
}
