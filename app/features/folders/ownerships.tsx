import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMessages } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { useSaveOnChange } from "~/forms/use-save-on-change";
import { useOverlay } from "~/layouts/overlay";
import { Avatar } from "~/ui/avatar";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";

export interface Owner {
  /** The ownership's. */
  id: string;
  role: "editor" | "admin";
  active: boolean;
  name: string;
  email: string;
}

/** A form that came back: of a new person, or of the one with this id. */
export interface OwnershipsAnswer {
  ownershipId?: string;
  form: FormState;
}

interface OwnershipsProps {
  owners: Owner[];
  people: { email: string; name: string }[];
  submissionKey: string;
  answer?: OwnershipsAnswer;
}

/** Who is responsible for the folder beside its team: each row is a form of its own, with script it saves what was changed. */
export function Ownerships({ owners, people, submissionKey, answer }: OwnershipsProps) {
  const { t } = useTranslation("folders");
  return (
    <section className="section stack" aria-labelledby="owners">
      <div className="section-head">
        <h3 id="owners">{t("owners.title")}</h3>
        {owners.length > 0 ? <span className="soft push">{t("owners.count", { count: owners.length })}</span> : null}
      </div>
      {owners.length > 0 ? (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
        <ul className="select-list" role="list">
          {owners.map((owner) => (
            <OwnerRow key={owner.id} owner={owner} answer={answer?.ownershipId === owner.id ? answer.form : undefined} />
          ))}
        </ul>
      ) : (
        <p className="hint">{t("owners.nobody")}</p>
      )}
      <AddOwner people={people} submissionKey={submissionKey} answer={answer && !answer.ownershipId ? answer.form : undefined} />
    </section>
  );
}

/** What the actions of both forms answer to a script; without one they lead to the settings anew. */
type Answer = { form?: FormState; isSaved?: true };

/** Says to an action that a script asks, which stays where it is. */
const inPlace = "inPlace";

function OwnerRow({ owner, answer }: { owner: Owner; answer?: FormState }) {
  const { t } = useTranslation(["folders", "shell"]);
  const { beside } = useOverlay();
  const { submit, state, data } = useFetcher<Answer>();
  const element = useRef<HTMLFormElement>(null);
  const wasShown = useRef(false);
  const { id, role, active, name, email } = owner;
  const action = beside(`ownerships/${id}`);
  const messages = useMessages(data?.form ?? answer);

  // The row shows what is stored, which may come a moment after the row is done: React leaves alone what somebody chose, also when it was refused.
  useEffect(() => {
    const form = element.current;
    const isFirst = !wasShown.current;
    wasShown.current = true;
    if (isFirst || state !== "idle" || !form) return;
    for (const option of form.querySelectorAll("option")) option.selected = option.defaultSelected = option.value === role;
    // Not by a reset, of which React learns nothing: it would take the next click for none.
    for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox]")) box.checked = box.defaultChecked = active;
  }, [state, role, active]);

  const saving = useSaveOnChange((_, target) => {
    const change: Record<string, string> =
      target instanceof HTMLSelectElement ? { role: target.value } : { active: isOn(target) ? "on" : "off" };
    submit({ ...change, [inPlace]: "on" }, { method: "post", action });
  });
  return (
    <li className="cluster owner">
      <span className="who-cell">
        <Avatar name={name} />
        <span>
          <b>{name}</b>
          {name === email ? null : (
            <>
              <br />
              <small className="soft">{email}</small>
            </>
          )}
        </span>
      </span>
      <Saved isSaved={state === "idle" && data?.isSaved} />
      <form className="cluster" method="post" action={action} ref={element} {...saving}>
        <input type="hidden" name="roleBefore" value={role} />
        <input type="hidden" name="activeBefore" value={active ? "on" : "off"} />
        <label className="vh" htmlFor={`role-${id}`}>
          {t("folders:owners.role", { name })}
        </label>
        <select className="input short" name="role" defaultValue={role} {...describedBy(`role-${id}`, { errors: messages })}>
          <option value="editor">{t("shell:roles.editor")}</option>
          <option value="admin">{t("shell:roles.admin")}</option>
        </select>
        <label className="switch bare">
          {/* What is sent while the switch is off. */}
          <input type="hidden" name="active" value="off" />
          <input type="checkbox" role="switch" name="active" value="on" defaultChecked={active} />
          <span>
            {t("folders:owners.active")}
            <span className="vh"> {name}</span>
          </span>
        </label>
        <button className="btn small dirty-save" type="submit" aria-busy={state !== "idle" || undefined}>
          {t("folders:owners.save")}
          <span className="vh"> {name}</span>
        </button>
      </form>
      {messages ? (
        <div role="alert">
          <FieldError id={`role-${id}`} errors={messages} />
        </div>
      ) : null}
    </li>
  );
}

interface AddOwnerProps extends Pick<OwnershipsProps, "people" | "submissionKey"> {
  answer?: FormState;
}

/** Takes a name or an address; browsers offer those that fit. */
function AddOwner({ people, submissionKey, answer }: AddOwnerProps) {
  const { t } = useTranslation(["folders", "shell"]);
  const { beside } = useOverlay();
  const { submit, state, data } = useFetcher<Answer>();
  const element = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const form = data?.form ?? answer;
  const errors = useMessages(form);
  const label = t("folders:owners.add");

  useEffect(() => {
    if (!data) return;
    if (data.isSaved) element.current?.reset();
    input.current?.focus();
  }, [data]);

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    fields.set(inPlace, "on");
    submit(fields, { method: "post", action: beside("ownerships") });
  };
  return (
    <form className="field" method="post" action={beside("ownerships")} ref={element} onSubmit={add} noValidate>
      <input type="hidden" name="key" value={typedText(form?.values, "key", submissionKey)} />
      <label className="vh" htmlFor="person">
        {label}
      </label>
      <FieldError id="person" errors={errors} />
      <div className="inline-form">
        <input
          className="input"
          name="person"
          list="people"
          placeholder={label}
          defaultValue={typedText(form?.values, "person")}
          autoComplete="off"
          required
          // biome-ignore lint/a11y/noAutofocus: without script the page that came back begins at what has to be mended
          autoFocus={answer !== undefined}
          ref={input}
          {...describedBy("person", { errors })}
        />
        <datalist id="people">
          {people.map(({ email, name }) => (
            <option key={email} value={email}>
              {name}
            </option>
          ))}
        </datalist>
        <button className="btn" type="submit" aria-busy={state !== "idle" || undefined}>
          {t("folders:owners.submit")}
        </button>
      </div>
      <Saved isSaved={state === "idle" && data?.isSaved} />
    </form>
  );
}

/** Stands in the dialog, because notices would stand behind it. */
function Saved({ isSaved }: { isSaved?: boolean }) {
  const { t } = useTranslation("folders");
  return (
    <span className="got push" role="status">
      {isSaved ? (
        <>
          <Icon name="success" small />
          {t("owners.saved")}
        </>
      ) : null}
    </span>
  );
}

const isOn = (target: EventTarget) => target instanceof HTMLInputElement && target.checked;
