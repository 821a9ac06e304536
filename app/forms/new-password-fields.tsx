import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { describedBy, Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { StrengthBar } from "~/ui/strength-bar";
import { passwordRules, rulesOf, type Strength } from "./password-rules";
import { useLiveStrength } from "./use-live-strength";

interface NewPasswordFieldsProps {
  labels: { password: string; passwordConfirmation: string };
  errors?: Record<string, string[]>;
  /** What the server says of the password that came with the last post. */
  posted?: Strength;
  /** What its owner is known by, beside what stands in the form. */
  words?: string[];
  submit: string;
  /** Stands at the start of the line, not over all of it. */
  narrow?: boolean;
}

/**
 * A password that is chosen, twice, with its strength and the button that sends the form. Without script the server says how strong the
 * last one was; with it the bar follows the typing, and the button waits for a strong password, twice.
 * Pages name the namespace `passwords`.
 */
export function NewPasswordFields({ labels, errors = {}, posted, words = [], submit, narrow = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation("passwords");
  const inputs = { password: useRef<HTMLInputElement>(null), confirmation: useRef<HTMLInputElement>(null) };
  const { live, isHeldBack, inputProps, holdBack } = useLiveStrength(inputs, words);
  return (
    <>
      <Field id="password" label={labels.password} hint={t("hint")} errors={errors.password}>
        <input
          className="input"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          ref={inputs.password}
          {...inputProps}
          {...describedBy("password", { hint: true, errors: errors.password })}
        />
        <PasswordStrength strength={live ?? posted} isPosted={live === undefined && posted !== undefined} />
      </Field>
      <Field id="passwordConfirmation" label={labels.passwordConfirmation} errors={errors.passwordConfirmation}>
        <input
          className="input"
          name="passwordConfirmation"
          type="password"
          autoComplete="new-password"
          required
          ref={inputs.confirmation}
          {...inputProps}
          {...describedBy("passwordConfirmation", { errors: errors.passwordConfirmation })}
        />
      </Field>
      <button
        className={narrow ? "btn primary big start" : "btn primary big"}
        type="submit"
        aria-disabled={isHeldBack || undefined}
        aria-describedby={isHeldBack ? (live ? "password-reason" : "password-hint") : undefined}
        onClick={holdBack}
      >
        {submit}
      </button>
      {/* Below the button, which stays where it is when this comes and goes. */}
      {live?.isHeldBack ? (
        <p className="hint" id="password-reason">
          {t("reason")}
        </p>
      ) : null}
    </>
  );
}

/** `isPosted`: of one that is no longer in the field. */
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
