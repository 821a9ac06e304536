import { useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type JsonFailure, unlessFailure } from "~/forms/failed-form";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedList, typedText } from "~/forms/form-state";
import { sortFields } from "~/lists/list-state";
import { href } from "~/paths";
import { describedBy, Field, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Chips, type PickerOption } from "~/ui/picker";
import { limits } from "../../../contract/limits";

export interface FilterChoice {
  options: PickerOption[];
  /** So many stand there before the others unfold. */
  first: number;
}

export interface FilterChoices {
  tags: FilterChoice;
  countries: FilterChoice;
  folders: FilterChoice;
  /** Names of sources, a hundred at most. */
  sources: string[];
  /** The folder whose articles are filtered. */
  folderId: string | undefined;
}

interface FieldsProps {
  form: FormState;
  choices: FilterChoices;
}

type Fields = { form: FormState };

/** Every field of a filter, by the names of the address. */
export function FilterFields({ form, choices }: FieldsProps) {
  const { t } = useTranslation("filter");
  const labels = Object.fromEntries(
    (
      [
        "term",
        "tags",
        "published_at_from",
        "published_at_until",
        "created_at_from",
        "created_at_until",
        "source_name",
        "countries",
      ] as const
    ).map((name) => [name, t(`fields.${name}`)]),
  );
  return (
    <>
      <FormErrors form={form} labels={labels} />
      <Field id="term" label={t("fields.term")} errors={form.errors.term}>
        <div className="with-icon">
          <Icon name="search" />
          <input
            className="input"
            name="term"
            type="search"
            maxLength={limits.text}
            defaultValue={typedText(form.values, "term")}
            dir="auto"
            {...describedBy("term", { errors: form.errors.term })}
          />
        </div>
      </Field>
      <ChoiceField form={form} name="tags" {...choices.tags} more="more.tags" />
      <RangeField form={form} name="published_at" />
      <RangeField form={form} name="created_at" />
      <SourceField form={form} sources={choices.sources} folderId={choices.folderId} />
      <ChoiceField form={form} name="folder_ids" {...choices.folders} more="more.folders" />
      <ChoiceField form={form} name="countries" {...choices.countries} more="more.countries" />
      <RadioField form={form} name="priority" values={["normal", "high"]} />
      <RadioField form={form} name="external" values={["with_source_url", "without_source_url"]} />
      <SortFields form={form} />
    </>
  );
}

interface ChoiceFieldProps extends Fields {
  name: "tags" | "folder_ids" | "countries";
  options: PickerOption[];
  /** So many stand there, the chosen ones among them; the others unfold. */
  first: number;
  more: "more.tags" | "more.folders" | "more.countries";
}

function ChoiceField({ form, name, options, first, more }: ChoiceFieldProps) {
  const { t } = useTranslation("filter");
  const chosen = typedList(form.values, name).flatMap((value) => value.split(","));
  const isChosen = new Set(chosen);
  const others = options.filter(({ value }) => !isChosen.has(value));
  const open = others.slice(0, Math.max(first - chosen.length, 0));
  const folded = others.slice(open.length);
  const selected = chosen.map((value) => options.find((option) => option.value === value) ?? { value, label: value });
  if (options.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset className="field">
      <legend className="label" id={name} tabIndex={-1}>
        {t(`fields.${name}`)}
      </legend>
      <FieldError id={name} errors={form.errors[name]} />
      {selected.length + open.length > 0 ? (
        <div className="chips">
          <Chips name={name} options={selected} checked />
          <Chips name={name} options={open} />
        </div>
      ) : null}
      {folded.length > 0 ? (
        <details className="picker-more">
          <summary>
            <Icon name="chevron-right" small />
            {t(selected.length + open.length > 0 ? `${more}More` : more, { count: folded.length })}
          </summary>
          <div className="chips">
            <Chips name={name} options={folded} />
          </div>
        </details>
      ) : null}
    </fieldset>
  );
}

/** Known names are offered; where there are more than a page holds, those that fit what is typed. */
function SourceField({ form, sources, folderId }: Fields & { sources: string[]; folderId: string | undefined }) {
  const { t } = useTranslation("filter");
  const { data, load } = useFetcher<string[] | JsonFailure>();
  const errors = form.errors.source_name;
  const isAll = sources.length < limits.sourcesFound;
  const look = (name: string) =>
    load(`${href("sources", {})}?${new URLSearchParams({ name, ...(folderId ? { folder_id: folderId } : {}) })}`);
  return (
    <Field id="source_name" label={t("fields.source_name")} errors={errors}>
      <input
        className="input"
        name="source_name"
        placeholder={t("allSources")}
        maxLength={limits.text}
        defaultValue={typedText(form.values, "source_name")}
        list="source-names"
        onInput={isAll ? undefined : ({ currentTarget }) => look(currentTarget.value)}
        autoComplete="off"
        dir="auto"
        {...describedBy("source_name", { errors })}
      />
      <datalist id="source-names">
        {(unlessFailure(data) ?? sources).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
}

/** Two days; both belong to the period, and either may stay open. */
function RangeField({ form, name }: Fields & { name: "created_at" | "published_at" }) {
  const { t } = useTranslation("filter");
  return (
    <fieldset className="field">
      <legend className="label">{t(`fields.${name}`)}</legend>
      {(["from", "until"] as const).map((end) => (
        <FieldError key={end} id={`${name}_${end}`} errors={form.errors[`${name}_${end}`]} />
      ))}
      <div className="range">
        {(["from", "until"] as const).map((end) => {
          const id = `${name}_${end}` as const;
          const text = typedText(form.values, id);
          return (
            <label className="soft" key={end} htmlFor={id}>
              <span className="vh">{`${t(`fields.${name}`)} `}</span>
              {`${t(`range.${end}`)} `}
              <input
                className="input short"
                // A field for dates would hide what is none.
                type={form.errors[id] && !/^\d{4}-\d\d-\d\d$/.test(text) ? "text" : "date"}
                name={id}
                defaultValue={text}
                {...describedBy(id, { errors: form.errors[id] })}
              />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function RadioField({
  form,
  name,
  values,
}: Fields &
  ({ name: "priority"; values: ("normal" | "high")[] } | { name: "external"; values: ("with_source_url" | "without_source_url")[] })) {
  const { t } = useTranslation("filter");
  const chosen = typedText(form.values, name);
  return (
    <fieldset className="field">
      <legend className="label">{t(`fields.${name}`)}</legend>
      <div className="radiobar block">
        {["", ...values].map((value) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={chosen === value} />
            {value === "high" ? <Icon name="high" /> : null}
            <span>{`${value === "" ? t("all") : withCapital(t(`${name}.${value}` as "priority.high"))} `}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Alone a word begins with a capital; in the summary of the list it stands behind another. */
const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Without a choice a list with a term is sorted by relevance, any other by the time of filing. */
function SortFields({ form }: Fields) {
  const { t } = useTranslation(["filter", "lists"]);
  const layout = typedText(form.values, "layout");
  return (
    <div className="pair">
      <Field id="sort_by" label={t("filter:fields.sort_by")}>
        <select className="input" id="sort_by" name="sort_by" defaultValue={typedText(form.values, "sort_by")}>
          <option value="">{t("filter:usualSort")}</option>
          {sortFields.map((field) => (
            <option key={field} value={field}>
              {t(`lists:sort.${field}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="sort_dir" label={t("filter:fields.sort_dir")}>
        <select className="input" id="sort_dir" name="sort_dir" defaultValue={typedText(form.values, "sort_dir", "desc")}>
          {(["desc", "asc"] as const).map((direction) => (
            <option key={direction} value={direction}>
              {t(`lists:sort.${direction}`)}
            </option>
          ))}
        </select>
      </Field>
      {layout ? <input type="hidden" name="layout" value={layout} /> : null}
    </div>
  );
}
