import { useFetcher } from "@remix-run/react";
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMessages } from "~/forms/form-errors";
import { type FormState, fieldsOf, typedText } from "~/forms/form-state";
import { PeopleField, type PeopleOf, type PersonChoice } from "~/forms/people-field";
import { useSaveOnChange } from "~/forms/use-save-on-change";
import { useOverlay } from "~/layouts/overlay";
import { WhoCanBeAdded } from "~/layouts/who-can-be-added";
import { Avatar } from "~/ui/avatar";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { overlay } from "../../../contract/paths";

export interface Owner {
  /** The id of the ownership, not of the user. */
  id: string;
  role: "editor" | "admin";
  active: boolean;
  name: string;
  email: string;
  /** What the person can do here, and why. */
  may: string;
}

interface OwnershipsProps {
  owners: Owner[];
  people: PersonChoice[];
  peopleOf: PeopleOf | undefined;
  submissionKey: string;
  /** The returned settings. */
  answer?: { form: FormState; added?: string; isSaved?: true };
  /** The pressed button: "all", "person", or the id of a row. */
  about: string;
}

/** The people responsible for the folder in addition to its team, as part of the settings form. With JavaScript, rows save on change. */
export function Ownerships(props: OwnershipsProps) {
  const { owners, answer, about } = props;
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
            <OwnerRow key={owner.id} owner={owner} answer={answer} wasPressed={about === owner.id} />
          ))}
        </ul>
      ) : (
        <p className="hint">{t("owners.nobody")}</p>
      )}
      <AddOwner {...props} />
    </section>
  );
}

/** The buttons' actions return this to a fetcher; without JavaScript they redirect to the settings. */
type Answer = { form?: FormState; added?: string; isSaved?: true };

/** Sent by fetchers, so that the action returns data instead of redirecting. */
const inPlace = "inPlace";

interface OwnerRowProps {
  owner: Owner;
  answer: OwnershipsProps["answer"];
  /** The response belongs to this row's button. */
  wasPressed: boolean;
}

function OwnerRow({ owner, answer, wasPressed }: OwnerRowProps) {
  const { t } = useTranslation(["folders", "shell"]);
  const { beside } = useOverlay();
  const { submit, state, data } = useFetcher<Answer>();
  const element = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  const { id, role, active, name, email, may } = owner;
  const action = beside(overlay("ownership", { ownershipId: id }));
  const messages = useMessages(data ? data.form : wasPressed ? answer?.form : undefined);
  const field = `role-${id}`;
  const chosen = typedText(answer?.form.values, field, role);
  const isOn = typedText(answer?.form.values, `active-${id}`, active ? "on" : "off") === "on";
  const isUnsaved = chosen !== role || isOn !== active;

  // Show the stored values, which may arrive shortly after the row was saved. React keeps what the user chose, even if it was rejected.
  useEffect(() => {
    const row = element.current;
    const isFirst = !wasShown.current;
    wasShown.current = true;
    if (isFirst || state !== "idle" || !row) return;
    for (const option of row.querySelectorAll("option")) option.selected = option.defaultSelected = option.value === role;
    // Not with form.reset(): React would not notice it and would ignore the next click.
    for (const box of row.querySelectorAll<HTMLInputElement>("[type=checkbox]")) box.checked = box.defaultChecked = active;
  }, [state, role, active]);

  const saving = useSaveOnChange<HTMLDivElement>((_, target) => {
    const change: Record<string, string> =
      target instanceof HTMLSelectElement ? { [field]: target.value } : { [`active-${id}`]: isChecked(target) ? "on" : "off" };
    submit({ ...change, [inPlace]: "on" }, { method: "post", action });
  });
  return (
    <li className="cluster owner" data-apart>
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
          <br />
          <small className="soft">{may}</small>
        </span>
      </span>
      <Saved>{(state === "idle" && data?.isSaved) || (!data && wasPressed && answer?.isSaved) ? t("folders:owners.saved") : null}</Saved>
      <div className="cluster row-form" ref={element} {...saving}>
        <input type="hidden" name={`roleBefore-${id}`} value={role} />
        <input type="hidden" name={`activeBefore-${id}`} value={active ? "on" : "off"} />
        <label className="vh" htmlFor={field}>
          {t("folders:owners.role", { name })}
        </label>
        <select className="input short" name={field} defaultValue={chosen} {...describedBy(field, { errors: messages })}>
          <option value="editor">{t("shell:roles.editor")}</option>
          <option value="admin">{t("shell:roles.admin")}</option>
        </select>
        <label className="switch bare">
          {/* Sent if the switch is off. */}
          <input type="hidden" name={`active-${id}`} value="off" />
          <input type="checkbox" role="switch" name={`active-${id}`} value="on" defaultChecked={isOn} />
          <span>
            {t("folders:owners.active")}
            <span className="vh"> {name}</span>
          </span>
        </label>
        {/* Unsaved values are this form's defaults after a round trip, so the browser does not report them as changed. */}
        <button
          className={isUnsaved && !data?.isSaved ? "btn small" : "btn small dirty-save"}
          type="submit"
          formAction={action}
          aria-busy={state !== "idle" || undefined}
        >
          {t("folders:owners.save")}
          <span className="vh"> {name}</span>
        </button>
      </div>
      {messages?.length ? (
        <div role="alert">
          <FieldError id={field} errors={messages} />
        </div>
      ) : null}
    </li>
  );
}

/** Accepts names or e-mail addresses, with suggestions. */
function AddOwner({ owners, people, peopleOf, submissionKey, answer, about }: OwnershipsProps) {
  const { t } = useTranslation(["folders", "shell"]);
  const { beside } = useOverlay();
  const { submit, state, data } = useFetcher<Answer>();
  const element = useRef<HTMLDivElement>(null);
  /** The page's `answer` at the time the fetcher's data arrived. If it has changed since, it is newer than the data. */
  const arrived = useRef({ data, answer });
  if (arrived.current.data !== data) arrived.current = { data, answer };
  const isLatest = data !== undefined && arrived.current.answer === answer;
  const latest: Answer | undefined = isLatest ? data : answer;
  const isAbout = isLatest || about === "person";
  const form = isAbout ? latest?.form : atField(latest?.form);
  const errors = useMessages(form);
  const { person } = fieldsOf({ values: latest?.form?.values ?? {}, errors: {} }, { person: t("folders:owners.add") });
  const action = beside(overlay("ownerships"));

  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    const fields = new FormData();
    for (const { name, value, type, checked } of element.current?.querySelectorAll("input") ?? [])
      if (type !== "checkbox" || checked) fields.append(name, value);
    fields.append(inPlace, "on");
    submit(fields, { method: "post", action });
  };
  const said = latest?.added ?? (isAbout && latest?.isSaved ? t("folders:owners.saved") : null);
  return (
    <div className="field" data-apart ref={element}>
      <input type="hidden" name="key" value={typedText(form?.values, "key", submissionKey)} />
      <PeopleField
        field={{ ...person, errors }}
        hint={
          <>
            {t("folders:owners.roleHint")} <WhoCanBeAdded />
          </>
        }
        people={people}
        of={peopleOf}
        except={owners.map(({ email }) => email)}
        action={
          <button className="btn" type="submit" formAction={action} onClick={add} aria-busy={state !== "idle" || undefined}>
            {t("folders:owners.submit")}
          </button>
        }
        answer={latest}
        hasFocus={isAbout && latest !== undefined}
      />
      <Saved>{state === "idle" ? said : null}</Saved>
    </div>
  );
}

/** Only the errors of this field, if the whole form was rejected. */
const atField = (form: FormState | undefined): FormState | undefined =>
  form && { values: form.values, errors: form.errors.person ? { person: form.errors.person } : {} };

/** Inline, because flash messages would be hidden behind the dialog. */
function Saved({ children }: { children: ReactNode }) {
  return (
    <span className="got push" role="status">
      {children ? (
        <>
          <Icon name="success" small />
          {children}
        </>
      ) : null}
    </span>
  );
}

const isChecked = (target: EventTarget) => target instanceof HTMLInputElement && target.checked;
