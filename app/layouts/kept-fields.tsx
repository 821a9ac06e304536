import type { KeptForm } from "~/forms/failed-form";
import { Field } from "~/ui/field";
import { HiddenFields } from "~/ui/hidden-fields";

/** The fields of an unsaved form; read-only if it cannot be resubmitted. */
export function KeptFields({ kept: { fields, hidden }, isReadOnly = false }: { kept: KeptForm; isReadOnly?: boolean }) {
  return (
    <>
      {fields.map(({ name, label, value, isLong }, index) => {
        const id = `kept-${index}`;
        const control = {
          id,
          name: isReadOnly ? undefined : name,
          className: "input",
          defaultValue: value,
          dir: "auto",
          readOnly: isReadOnly || !name,
        };
        return (
          <Field key={id} id={id} label={label}>
            {isLong ? <textarea {...control} rows={8} /> : <input {...control} />}
          </Field>
        );
      })}
      {isReadOnly ? null : <HiddenFields fields={hidden} />}
    </>
  );
}
