import type { ReactNode } from "react";
import { Icon } from "./icon";

interface FieldProps {
  /** The control's id, from which the ids of hint and error are derived. */
  id: string;
  label: ReactNode;
  /** Shown after the label of an optional field. */
  optional?: string;
  hint?: ReactNode;
  errors?: string[];
  children: ReactNode;
}

/** Renders label, hint, error and control, in this order. */
export function Field({ id, label, optional, hint, errors, children }: FieldProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {optional ? <span className="opt"> {optional}</span> : null}
      </label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={id} errors={errors} />
      {children}
    </div>
  );
}

/** The errors of one field, joined by commas. Full stops before a comma are removed. */
export function FieldError({ id, errors }: { id: string; errors?: string[] }) {
  if (!errors?.length) return null;
  return (
    <p className="field-error" id={`${id}-error`}>
      <Icon name="error" />
      {errors.map((text, index) => (index < errors.length - 1 ? text.replace(/\.$/, "") : text)).join(", ")}
    </p>
  );
}

/** Attributes that associate a control with its hint and error. */
export function describedBy(id: string, { hint, errors }: { hint?: unknown; errors?: string[] }) {
  const ids = [hint ? `${id}-hint` : "", errors?.length ? `${id}-error` : ""].filter(Boolean);
  return {
    id,
    "aria-invalid": errors?.length ? (true as const) : undefined,
    "aria-describedby": ids.length > 0 ? ids.join(" ") : undefined,
  };
}
