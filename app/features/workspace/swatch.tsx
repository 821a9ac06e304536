import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { FieldState } from "~/forms/form-state";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { readColor } from "../../../contract/colors";
import { defaultTheme, judgeColor, type ThemeVariable } from "../../../contract/theme";

interface SwatchProps {
  name: ThemeVariable;
  field: FieldState;
  /** With JavaScript, adopts the proposed colour without a request. */
  onAdopt?: (color: string) => void;
}

/** A colour with its contrast, and if that is too low, the nearest legible colour. */
export function Swatch({ name, field: { label, value: typed, errors }, onAdopt }: SwatchProps) {
  const { t, i18n } = useTranslation("client");
  const color = readColor(typed);
  const { ratio, least, use, isLegible, proposal, textColor } = judgeColor(name, color ?? defaultTheme[name]);
  // Rounded down, so that an insufficient contrast never looks sufficient.
  const inWords = (number: number) => (Math.floor(number * 10) / 10).toLocaleString(i18n.language, { minimumFractionDigits: 1 });
  const leastText = least.toLocaleString(i18n.language);
  const adopt = (event: MouseEvent) => {
    if (!onAdopt) return;
    event.preventDefault();
    onAdopt(proposal);
  };
  return (
    <div className="swatch">
      <input type="color" name={name} value={typed} onChange={() => {}} {...describedBy(name, { hint: !isLegible, errors })} />
      <label htmlFor={name}>
        <b>{label}</b> <code>{typed}</code>
        {textColor === "#000000" ? <small> {t("theme.blackText")}</small> : null}
      </label>
      {color ? (
        <span className={isLegible ? "badge ok" : "badge bad"}>
          <span className="vh">{t("theme.contrast")} </span>
          {t("theme.ratio", { ratio: inWords(ratio) })}
        </span>
      ) : null}
      <FieldError id={name} errors={errors} />
      {color && !isLegible ? (
        <p className="field-error" id={`${name}-hint`}>
          <Icon name="error" />
          <span>
            {t(use === "ground" ? "theme.tooDark" : "theme.tooLight", { least: leastText })} {t("theme.legible")} <code>{proposal}</code>.
          </span>{" "}
          <button className="btn small" type="submit" name="fix" value={name} onClick={adopt}>
            {t("theme.adopt")}
            <span className="vh"> {t("theme.adoptFor", { name: label })}</span>
          </button>
        </p>
      ) : null}
    </div>
  );
}
