import { useFetcher, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMessages } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import { useSaveOnChange } from "~/forms/use-save-on-change";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";

interface RowFormProps {
  /** What the row stands for; posted as `id`. */
  id: string;
  /** Whose row it is, or which team's in a list of somebody's teams. */
  name: string;
  isTeam?: boolean;
  /** The row's form when it came back without script. */
  answer?: FormState;
}

/**
 * The role of somebody in a list. It posts to the page that it stands on: with script as soon as another one is chosen (`useSaveOnChange`), without
 * by a button that appears then.
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

/** Whether somebody in a list is active; else as `RoleForm`. */
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

/** As `RoleForm`, with a switch: on means admin, off means editor. */
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
        // Not by a reset, of which React learns nothing: it would take the next click for none.
        for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox]")) box.checked = box.defaultChecked = on;
      }}
    >
      {(errors) => (
        <label className="switch bare">
          {/* What is sent while the switch is off. */}
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
  /** What the server said last: the row shows it once it was sent. */
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

  // React leaves alone what somebody chose, also when it was refused. What is stored may come a moment after the row is done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored may change by somebody else while the row is sent
  useEffect(() => {
    if (wasShown.current && state === "idle" && element.current) showStored.current(element.current);
    wasShown.current = true;
  }, [state, stored]);

  const saving = useSaveOnChange((form) => {
    const fields = new FormData(form);
    // A list that is narrowed to a role loses the row with its role, and so its own message: then a notice says it.
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
