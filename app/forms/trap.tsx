import { Field } from "~/ui/field";
import { controlProps } from "./controls";
import type { FieldState } from "./form-state";

/** A honeypot field that only bots fill in. It becomes visible to users who did so by mistake, so that they can empty it. */
export function Trap({ field }: { field: FieldState }) {
  const isHidden = !field.errors?.length;
  return (
    <div className={isHidden ? "vh" : undefined} aria-hidden={isHidden || undefined}>
      <Field id={field.name} label={field.label} errors={field.errors}>
        <input className="input" autoComplete="off" tabIndex={isHidden ? -1 : undefined} {...controlProps(field)} />
      </Field>
    </div>
  );
}
