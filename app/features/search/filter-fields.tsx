import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { controlProps, FieldGroup, FormField, HiddenFields, SelectField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FieldState, type FormState, fieldsOf } from "~/forms/form-state";
import { SourceField } from "~/lists/source-field";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Picker, type PickerOption } from "~/ui/picker";
import {
  articleFilters,
  articleSorts,
  type FilterOf,
  type FilterParam,
  fieldsOfFilter,
  filterNames,
  hasIds,
  isFilterOf,
  toParam,
} from "../../../contract/article-filter";
import { toSnakeKey } from "../../../contract/wire";
import { periodNames } from "./periods";

export interface FilterChoice {
  options: PickerOption[];
  /** How many options are visible; the others are found by their names. */
  first: number;
}

export interface FilterChoices {
  lists: Record<FilterOf<"list">, FilterChoice>;
  sources: Pick<ComponentProps<typeof SourceField>, "sources" | "hasAll" | "folderId">;
}

type SortParam = "sort_by" | "sort_dir" | "layout";

interface FieldsProps {
  form: FormState<FilterParam | SortParam>;
  choices: FilterChoices;
}

/** All fields of a filter, named like the parameters of the URL. */
export function FilterFields({ form, choices }: FieldsProps) {
  const { t } = useTranslation("filter");
  const labels = filterNames.flatMap(fieldsOfFilter).map((field) => [toParam(field), t(`fields.${field}`)]);
  const fields = fieldsOf(form, Object.fromEntries(labels) as Record<FilterParam, string>);
  return (
    <>
      <FormErrors form={form} fields={fields} />
      {filterNames.map((name) => {
        if (isFilterOf(name, "range")) {
          const [from, until] = [fields[toParam(`${name}From`)], fields[toParam(`${name}Until`)]];
          return <RangeField key={name} name={name} from={from} until={until} />;
        }
        const field = fields[toParam(name)];
        if (name === "term") return <TermField key={name} field={field} />;
        if (name === "sourceName") return <SourceField key={name} field={field} placeholder={t("allSources")} {...choices.sources} />;
        if (isFilterOf(name, "choice")) return <RadioField key={name} field={field} name={name} />;
        return <ListField key={name} field={field} name={name} {...choices.lists[name]} />;
      })}
      <SortFields form={form} />
    </>
  );
}

function TermField({ field }: { field: FieldState }) {
  return (
    <FormField field={field}>
      <div className="with-icon">
        <Icon name="search" />
        <input className="input" type="search" maxLength={field.maxLength} dir="auto" {...controlProps(field)} />
      </div>
    </FormField>
  );
}

function ListField({ field, name, options, first }: FilterChoice & { field: FieldState; name: FilterOf<"list"> }) {
  const { t } = useTranslation("filter");
  const chosen = [...new Set(field.values.flatMap((value) => value.split(",")).filter(Boolean))];
  const isChosen = new Set(chosen);
  const others = options.filter(({ value }) => !isChosen.has(value));
  const offered = others.slice(0, Math.max(first - chosen.length, 0));
  if (options.length === 0 && chosen.length === 0) return null;
  return (
    <FieldGroup field={field}>
      <Picker
        name={field.name}
        options={options}
        chosen={chosen}
        unknownLabel={hasIds(name) ? t("unknown") : undefined}
        offered={offered.map(({ value }) => value)}
        moreLabel={t(chosen.length + offered.length > 0 ? `more.${name}More` : `more.${name}`, { count: others.length - offered.length })}
        field={{
          id: `${field.name}-search`,
          label: t(`find.${name}`),
          describedBy: describedBy(field.name, field)["aria-describedby"],
          invalid: Boolean(field.errors),
        }}
      />
    </FieldGroup>
  );
}

interface RangeFieldProps {
  name: FilterOf<"range">;
  from: FieldState;
  until: FieldState;
}

/** A range of days, both inclusive; either may be left empty. The button of a period applies the filter with it. */
function RangeField({ name: filter, from, until }: RangeFieldProps) {
  const { t } = useTranslation("filter");
  const label = t(`fields.${filter}`);
  const ends = Object.entries({ from, until }) as ["from" | "until", FieldState][];
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      {ends.map(([end, { name, errors }]) => (
        <FieldError key={end} id={name} errors={errors} />
      ))}
      <div className="range">
        {ends.map(([end, field]) => (
          <label className="soft" key={end} htmlFor={field.name}>
            <span className="vh">{`${label} `}</span>
            {`${t(`range.${end}`)} `}
            <input
              className="input short"
              // A date input would hide an invalid date.
              type={field.errors && !/^\d{4}-\d\d-\d\d$/.test(field.value) ? "text" : "date"}
              {...controlProps(field)}
            />
          </label>
        ))}
      </div>
      <div className="cluster">
        {periodNames.map((period) => (
          <button className="btn small" key={period} type="submit" name={toSnakeKey(filter)} value={period}>
            <span className="vh">{`${label}: `}</span>
            {t(`periods.${period}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function RadioField({ field, name }: { field: FieldState; name: FilterOf<"choice"> }) {
  const { t } = useTranslation("filter");
  return (
    <fieldset className="field">
      <legend className="label">{field.label}</legend>
      <div className="radiobar block">
        {(["", ...articleFilters[name].values] as const).map((value) => (
          <label key={value}>
            <input type="radio" name={field.name} value={value} defaultChecked={field.value === value} />
            {value === "high" ? <Icon name="high" /> : null}
            <span>{`${value === "" ? t("all") : withCapital(t(`values.${value}`))} `}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A separate word starts with a capital; in the list's summary the same word follows another one. */
const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Without a choice, lists with a search term are sorted by relevance, others by the time of filing. */
function SortFields({ form }: { form: FormState<SortParam> }) {
  const { t } = useTranslation("filter");
  const { sort_by, sort_dir } = fieldsOf(form, { sort_by: t("fields.sort_by"), sort_dir: t("fields.sort_dir") });
  return (
    <div className="pair">
      <SelectField field={sort_by}>
        <option value="">{t("usualSort")}</option>
        {articleSorts.map((field) => (
          <option key={field} value={field}>
            {t(`sort.${field}`)}
          </option>
        ))}
      </SelectField>
      <SelectField field={{ ...sort_dir, value: sort_dir.value || "desc" }}>
        {(["desc", "asc"] as const).map((direction) => (
          <option key={direction} value={direction}>
            {t(`sort.${direction}`)}
          </option>
        ))}
      </SelectField>
      <HiddenFields form={form} names={["layout"]} />
    </div>
  );
}
