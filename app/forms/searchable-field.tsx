import type { ComponentProps } from "react";
import { SearchableSelect } from "~/ui/searchable-select";
import { controlProps, FormField, type FormFieldProps } from "./controls";

type SearchableFieldProps = Pick<FormFieldProps, "field" | "hint"> &
  Pick<ComponentProps<typeof SearchableSelect>, "emptyLabel" | "groups" | "autoFocus" | "sendsWithEnter" | "onChange">;

/** A select whose options can be found by a part of their names. */
export const SearchableField = ({ field, hint, ...select }: SearchableFieldProps) => (
  <FormField field={field} hint={hint}>
    <SearchableSelect {...controlProps(field, hint)} {...select} />
  </FormField>
);
