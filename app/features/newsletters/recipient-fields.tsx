import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FormState, fieldsOf } from "~/forms/form-state";
import { Empty } from "~/ui/empty";
import { FieldError } from "~/ui/field";
import { SearchableSelect } from "~/ui/searchable-select";
import { ChooseAllOrNone, ChooseButton } from "./choose-button";
import { PreviewPanel } from "./preview-panel";

interface Person {
  id: string;
  email: string;
  name: string;
  interests: { id: string; name: string }[];
  /** As displayed. */
  role: string;
  subscribed: boolean;
  bounced: boolean;
  selected: boolean;
}

export const recipientsTyped = { previewRecipients: "newsletters:fields.previewRecipients" } as const;

interface RecipientFieldsProps {
  people: Person[];
  /** Subscribers without an account, who are chosen together. */
  outside: { count: number; selected: boolean };
  /** Separated by commas. */
  previewRecipients: string;
  form: FormState | undefined;
}

/** The recipients of the newsletter and of its preview. */
export function RecipientFields({ people, outside, previewRecipients, form }: RecipientFieldsProps) {
  const { t } = useTranslation(["newsletters"]);
  const fields = fieldsOf<string, "recipients" | "subscribers" | "previewRecipients">(
    form ?? { values: { previewRecipients }, errors: {} },
    {
      recipients: t("fields.recipients"),
      subscribers: t("fields.subscribers"),
      previewRecipients: t(recipientsTyped.previewRecipients),
    },
  );
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState(
    () => new Set(form ? fields.recipients.values : people.filter(({ selected }) => selected).map(({ id }) => id)),
  );
  const open = people.filter(({ subscribed }) => subscribed);
  const interests = [...new Map(people.flatMap((person) => person.interests.map((tag) => [tag.id, tag] as const))).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  const interestField = useRef<HTMLSpanElement>(null);

  const choose = (ids: Iterable<string>) => {
    setChosen(new Set(ids));
    list.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const toggle = (id: string, selected: boolean) =>
    setChosen((now) => new Set(selected ? [...now, id] : [...now].filter((other) => other !== id)));
  const addInterested = () => {
    // Read from the DOM: the interest may have been chosen before hydration.
    const interest = interestField.current?.querySelector("select")?.value;
    choose([...chosen, ...open.filter((person) => person.interests.some(({ id }) => id === interest)).map(({ id }) => id)]);
  };
  // Enter would otherwise submit the step.
  const addWithEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    addInterested();
  };
  return (
    <div className="rail wizard">
      <div className="stack" id="recipients" tabIndex={-1}>
        {people.length > 0 ? (
          <div className="controls">
            <p className="count" role="status">
              <b>{chosen.size}</b> {t("ofPeople", { count: people.length })}
            </p>
            <ChooseAllOrNone onAll={() => choose(open.map(({ id }) => id))} onNone={() => choose([])} />
            {interests.length > 0 ? (
              <span className="inline-form">
                <label className="vh" htmlFor="interest">
                  {t("choose.interest")}
                </label>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: a key of the field within */}
                <span className="field" ref={interestField} onKeyDown={addWithEnter}>
                  <SearchableSelect
                    id="interest"
                    name="interest"
                    emptyLabel={t("choose.interest")}
                    groups={[{ name: "", options: interests }]}
                  />
                </span>
                <ChooseButton value="interest" onChoose={addInterested}>
                  {t("choose.add")}
                </ChooseButton>
              </span>
            ) : null}
          </div>
        ) : (
          <Empty icon="user" title={t("noPeople.title")}>
            {t("noPeople.text")}
          </Empty>
        )}
        <FieldError id="recipients" errors={fields.recipients.errors} />
        {outside.count > 0 ? (
          <div className="select-list">
            <input type="hidden" name="subscribersOffered" value="1" />
            <label className="select-row person">
              <input type="checkbox" name="subscribers" defaultChecked={form ? fields.subscribers.value === "on" : outside.selected} />
              <span className="body">
                <b>{t("outside.label", { count: outside.count })}</b> <small>{t("outside.hint")}</small>
              </span>
            </label>
          </div>
        ) : null}
        <ul className="select-list" ref={list}>
          {people.map(({ id, name, email, role, interests: tags, subscribed, bounced }) => (
            <li key={id}>
              <label className="select-row person">
                <input
                  type="checkbox"
                  name="recipients"
                  value={id}
                  checked={chosen.has(id)}
                  disabled={!subscribed}
                  onChange={({ target }) => toggle(id, target.checked)}
                />
                <span className="body">
                  <b dir="auto">{name}</b>{" "}
                  <small>
                    {email === name ? null : `${email}, `}
                    {role}
                  </small>
                  {subscribed ? null : (
                    <>
                      {" "}
                      <span className="badge warn">{t("unsubscribed")}</span>
                    </>
                  )}
                  {bounced && subscribed ? (
                    <>
                      {" "}
                      <span className="badge warn">{t("bounced")}</span>
                    </>
                  ) : null}
                </span>
                {tags.length > 0 ? (
                  <span className="tags wide">
                    {tags.map((tag) => (
                      <span className="tag" key={tag.id}>
                        {tag.name}{" "}
                      </span>
                    ))}
                  </span>
                ) : null}
              </label>
            </li>
          ))}
        </ul>
      </div>
      <aside className="stack stick" aria-label={t("preview.send")}>
        <PreviewPanel field={fields.previewRecipients} />
      </aside>
    </div>
  );
}
