import { useFetcher, useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMessages } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";

interface RowFormProps {
  /** What the row stands for; posted as `id`. */
  id: string;
  /** Whose row it is. */
  name: string;
  /** The row's form when it came back without script. */
  answer?: FormState;
}

/**
 * The role of somebody in a list. It posts to the page that it stands on: with script as soon as another one is chosen, without
 * by a button that appears then.
 */
export function RoleForm<R extends string>({ id, name, role, roles, answer }: RowFormProps & { role: R; roles: readonly R[] }) {
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
            {t("people:roleOf", { name })}
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
export function ActiveForm({ id, name, active, answer }: RowFormProps & { active: boolean }) {
  const { t } = useTranslation("people");
  const field = `active-${id}`;
  return (
    <RowForm
      id={id}
      field={field}
      stored={active}
      name={name}
      answer={answer}
      show={(form) => {
        // Not by a reset, of which React learns nothing: it would take the next click for none.
        for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox]")) box.checked = box.defaultChecked = active;
      }}
    >
      {(errors) => (
        <label className="switch bare">
          {/* What is sent while the switch is off. */}
          <input type="hidden" name="active" value="off" />
          <input type="checkbox" role="switch" name="active" value="on" defaultChecked={active} {...describedBy(field, { errors })} />
          <span className="vh">{t("activeOf", { name })}</span>
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
  const wasSent = useRef(false);
  const showStored = useRef(show);
  showStored.current = show;
  const messages = useMessages(data ? data.form : answer);

  // React leaves alone what somebody chose, also when it was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored may change by somebody else while the row is sent
  useEffect(() => {
    if (state !== "idle") wasSent.current = true;
    if (state !== "idle" || !wasSent.current || !element.current) return;
    wasSent.current = false;
    showStored.current(element.current);
  }, [state, stored]);

  const save = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(currentTarget);
    // A list that is narrowed to a role loses the row with its role, and so its own message: then a notice says it.
    if (!new URLSearchParams(search).has("role")) fields.set("inPlace", "on");
    submit(fields, { method: "post", action: currentTarget.getAttribute("action") ?? undefined });
  };
  return (
    <Form method="post" ref={element} onChange={save} preventScrollReset>
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
