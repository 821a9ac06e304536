import { Form, Link } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { HiddenFields } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, labelsOf, typedText } from "~/forms/form-state";
import { EnterButton, SubmitButton } from "~/forms/submit-button";
import { toColors } from "~/session/branding";
import { describedBy, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { useIsLive } from "~/ui/use-is-live";
import { readColor } from "../../../contract/colors";
import { href } from "../../../contract/paths";
import { defaultTheme, deriveTheme, judgeColor, type Theme, type ThemeVariable, themeVariables } from "../../../contract/theme";
import { Swatch } from "./swatch";
import type { ThemeForm } from "./theme-form.server";
import { ThemePreview } from "./theme-preview";

export const themeTyped = { baseHex: "client:theme.derive.hex" } as const;

interface ThemeEditorProps {
  form: ThemeForm;
  /** Whether these colours are unsaved. */
  isUnsaved: boolean;
  /** Whether to ask for confirmation, because some colours are hard to read. */
  asks: boolean;
  client: string;
}

const groups = {
  base: ["mainColor", "mainColorHover"],
  navigation: ["mainNavLink", "mainNavLinkHover", "mainNavLinkActive", "mainNavLogo", "mainNavLogoHover", "mainNavLogoActive"],
  links: ["linkColor", "linkColorHover", "buttonBackground", "buttonBackgroundHover", "addButtonColor", "addButtonColorHover"],
  tabs: ["navBarColor", "navBarColorHover", "navBarColorActive"],
  surfaces: ["dropdownBackground", "contentItemBackground", "contentAttachmentBackground", "contentAttachmentBackgroundHover"],
} as const satisfies Record<string, readonly ThemeVariable[]>;

const formId = "theme-form";

/** Discards the changes. */
const forget = () => document.getElementById(formId)?.dispatchEvent(new Event("reset"));

const groupNames = Object.keys(groups) as (keyof typeof groups)[];

/** All colours of a workspace with their contrast, next to a preview of real components. With JavaScript, both update on every change. */
export function ThemeEditor({ form, isUnsaved, asks, client }: ThemeEditorProps) {
  const { t } = useTranslation(["client"]);
  const [typed, setTyped] = useState(() => toTyped(form));
  const [base, setBase] = useState(() => toBase(form));
  const isLive = useIsLive();
  const theme = toTheme(typed);
  const shown = toTyped(form);
  const isChanged = isUnsaved || themeVariables.some((name) => typed[name] !== shown[name]);
  useEffect(() => {
    setTyped(toTyped(form));
    setBase(toBase(form));
  }, [form]);
  const change = (name: ThemeVariable, color: string) => setTyped((before) => ({ ...before, [name]: color }));
  const adopt = (name: ThemeVariable, color: string) => {
    change(name, color);
    noteInput();
  };
  const derive = (event: MouseEvent) => {
    const main = readColor(base.hex || base.color);
    // The server says what is wrong with the colour.
    if (!isLive || !main) return;
    event.preventDefault();
    setTyped(deriveTheme(main));
    noteInput();
  };
  const follow = ({ target }: FormEvent) => {
    const { name, value } = target as HTMLInputElement;
    if (name === "base") setBase({ color: value, hex: value });
    if (name === "baseHex") setBase(({ color }) => ({ color: readColor(value) ?? color, hex: value }));
    if (themeVariables.some((known) => known === name)) change(name as ThemeVariable, value);
  };
  const { baseHex, ...fields } = fieldsOf(form, {
    baseHex: t(themeTyped.baseHex),
    ...labelsOf(themeVariables, (name) => t(`theme.variables.${name}`)),
  });
  return (
    <div className="rail theme">
      <Form className="stack roomy" id={formId} method="post" onInput={follow} noValidate preventScrollReset>
        <EnterButton>{t("save")}</EnterButton>
        <FormErrors form={form} fields={{ baseHex, ...fields }} />
        {asks ? <Question count={themeVariables.filter((name) => !judgeColor(name, theme[name]).isLegible).length} /> : null}
        <p className="muted">{t("theme.lead", { client })}</p>
        <fieldset className="section stack tight">
          <legend className="vh">{t("theme.derive.title")}</legend>
          <div className="section-head">
            <h2>{t("theme.derive.title")}</h2>
          </div>
          <p className="hint" id="baseHex-hint">
            {t("theme.derive.hint")}
          </p>
          <div className="swatch">
            <input type="color" name="base" aria-label={t("theme.derive.color")} value={base.color} onChange={() => {}} />
            <div className="field">
              <label className="vh" htmlFor="baseHex">
                {baseHex.label}
              </label>
              <FieldError id="baseHex" errors={baseHex.errors} />
              <input
                className="input short"
                name="baseHex"
                placeholder={defaultTheme.mainColor}
                value={base.hex}
                onChange={() => {}}
                autoComplete="off"
                spellCheck={false}
                {...describedBy("baseHex", { hint: true, errors: baseHex.errors })}
              />
            </div>
          </div>
          <div>
            <button className="btn" type="submit" name="derive" value="1" onClick={derive}>
              {t("theme.derive.submit")}
            </button>
          </div>
        </fieldset>
        {groupNames.map((group) => (
          <fieldset className="section" key={group}>
            <legend className="vh">{t(`theme.groups.${group}`)}</legend>
            <div className="section-head">
              <h2>{t(`theme.groups.${group}`)}</h2>
            </div>
            <div className="swatches">
              {groups[group].map((name) => (
                <Swatch
                  key={name}
                  name={name}
                  field={{ ...fields[name], value: typed[name] }}
                  onAdopt={isLive ? (color) => adopt(name, color) : undefined}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <HiddenFields form={form} names={["lockVersion", "opened"]} />
        <div className="cluster savebar">
          <SubmitButton className="btn primary">{t("save")}</SubmitButton>
          {isLive ? null : (
            <button className="btn" type="submit" name="preview" value="1">
              {t("theme.updatePreview")}
            </button>
          )}
          <Link className="btn quiet" to={href("clientTheme")} onClick={forget} reloadDocument preventScrollReset>
            {t("theme.reset")}
          </Link>
          <button className="btn quiet" type="submit" name="defaults" value="1">
            {t("theme.defaults")}
          </button>
          <span className="soft" role="status">
            {isChanged ? t("theme.unsaved") : null}
          </span>
        </div>
      </Form>
      {/* Resets when the colours are saved or the form is returned. */}
      <AskBeforeLeaving key={`${typedText(form.values, "lockVersion")} ${isUnsaved}`} form={formId} touched={isUnsaved} />
      <aside className="stick" aria-label={t("theme.preview")}>
        <p className="soft">{t("theme.preview")}</p>
        <link rel="stylesheet" href={href("themeStyles", { file: `${toColors(toTheme(toTyped(form))) ?? defaultColors}.preview.css` })} />
        <ThemePreview theme={theme} client={client} />
      </aside>
    </div>
  );
}

/** Notifies `AskBeforeLeaving` as if a colour had been typed. */
const noteInput = () => document.getElementById(formId)?.dispatchEvent(new Event("input", { bubbles: true }));

/** The colour to derive the others from: as typed, as chosen, or the theme's main colour. */
const toBase = ({ values }: ThemeForm) => {
  const hex = typedText(values, "baseHex");
  const known = [hex, typedText(values, "base"), typedText(values, "mainColor")].map(readColor).find(Boolean);
  return { color: known ?? defaultTheme.mainColor, hex };
};

const defaultColors = themeVariables.map((name) => defaultTheme[name].slice(1)).join("");

const toTyped = ({ values }: ThemeForm) =>
  Object.fromEntries(themeVariables.map((name) => [name, typedText(values, name)])) as Record<ThemeVariable, string>;

/** Invalid colours are shown as the default ones. */
const toTheme = (typed: Record<ThemeVariable, string>) =>
  Object.fromEntries(themeVariables.map((name) => [name, readColor(typed[name]) ?? defaultTheme[name]])) as Theme;

/** Asks for confirmation before saving colours that are hard to read. */
function Question({ count }: { count: number }) {
  const { t } = useTranslation("client");
  return (
    <section className="panel stack" aria-labelledby="ask-title">
      <h2 className="cluster" id="ask-title" tabIndex={-1} ref={(heading) => heading?.focus()}>
        <Icon name="warning" /> {t("theme.ask.title")}
      </h2>
      <p>{t("theme.ask.text", { count })}</p>
      <div className="cluster">
        <button className="btn primary" type="submit" name="adopt" value="1">
          {t("theme.ask.adopt")}
        </button>
        <button className="btn" type="submit" name="anyway" value="1">
          {t("theme.ask.anyway")}
        </button>
      </div>
    </section>
  );
}
