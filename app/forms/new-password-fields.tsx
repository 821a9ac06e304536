import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { StrengthBar } from "~/ui/strength-bar";
import { controlProps, FormField } from "./controls";
import type { FieldState } from "./form-state";
import { passwordRules, rulesOf, type Strength } from "./password-rules";
import { useLiveStrength } from "./use-live-strength";

interface NewPasswordFieldsProps {
  fields: Record<"password" | "passwordConfirmation", FieldState>;
  /** The server's rating of the last posted password. */
  posted?: Strength;
  /** The user's own words that are not part of the form. */
  words?: string[];
  submit: string;
  /** Whether the button is narrower than the form. */
  narrow?: boolean;
}

/**
 * A new password, its confirmation, its strength and the submit button. Without JavaScript, the server reports the strength of the last
 * submission; with it, the bar updates while typing, and the button does not submit until the password is strong and confirmed. Pages must
 * load the `passwords` namespace.
 */
export function NewPasswordFields({ fields, posted, words = [], submit, narrow = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation("passwords");
  const inputs = { password: useRef<HTMLInputElement>(null), confirmation: useRef<HTMLInputElement>(null) };
  const { live, isHeldBack, inputProps, holdBack } = useLiveStrength(inputs, words);
  return (
    <>
      <FormField field={fields.password} hint={t("hint")}>
        <input ref={inputs.password} {...passwordProps(fields.password, t("hint"))} {...inputProps} />
        <PasswordStrength strength={live ?? posted} isPosted={live === undefined && posted !== undefined} />
      </FormField>
      <FormField field={fields.passwordConfirmation}>
        <input ref={inputs.confirmation} {...passwordProps(fields.passwordConfirmation)} {...inputProps} />
      </FormField>
      <button
        className={narrow ? "btn primary big start" : "btn primary big"}
        type="submit"
        aria-disabled={isHeldBack || undefined}
        aria-describedby={isHeldBack ? (live ? "password-reason" : "password-hint") : undefined}
        onClick={holdBack}
      >
        {submit}
      </button>
      {/* Below the button, so that the button does not move. */}
      {live?.isHeldBack ? (
        <p className="hint" id="password-reason">
          {t("reason")}
        </p>
      ) : null}
    </>
  );
}

const passwordProps = (field: FieldState, hint?: string) => ({
  className: "input",
  type: "password",
  autoComplete: "new-password",
  ...controlProps(field, hint),
  defaultValue: undefined,
});

/** With `isPosted`, the rating is that of a password that is no longer in the field. */
function PasswordStrength({ strength, isPosted }: { strength: Strength | undefined; isPosted: boolean }) {
  const { t } = useTranslation("passwords");
  const { score, rules } = strength ?? { score: undefined, rules: rulesOf("") };
  return (
    <>
      {isPosted ? <p className="hint">{t("posted")}</p> : null}
      {strength ? <StrengthBar score={score} label={t("strength")} text={t(`scores.${scoreKey(score)}`)} /> : null}
      <ul className="rules">
        {passwordRules.map((rule) => (
          <li key={rule} className={rules[rule] ? "done" : undefined}>
            <Icon name={rules[rule] ? "success" : "circle"} />
            <span>
              {t(`rules.${rule}`)}
              {rules[rule] ? <span className="vh">{t("followed")}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const scoreKeys = ["zero", "one", "two", "three", "four"] as const;
const scoreKey = (score = 0) => scoreKeys[score] ?? "zero";
