import { useTranslation } from "react-i18next";
import type { Examples } from "./examples";
import { Field } from "./field";
import { Icon } from "./icon";

function Select() {
  const { t } = useTranslation("playground");
  return (
    <div className="form beside">
      <Field id="example-select" label={t("select.one")}>
        <select className="input" id="example-select">
          <option value="">{t("select.choose")}</option>
          <option value="editor">{t("select.editor")}</option>
          <option value="admin">{t("select.admin")}</option>
        </select>
      </Field>
      <fieldset className="field">
        <legend className="label">{t("select.several")}</legend>
        <div>
          <label className="choice">
            <input type="checkbox" defaultChecked />
            <span>{t("select.shareable")}</span>
          </label>
          <label className="choice">
            <input type="checkbox" />
            <span>
              {t("select.external")}
              <small>{t("select.externalHint")}</small>
            </span>
          </label>
        </div>
      </fieldset>
      <fieldset className="field">
        <legend className="label">{t("select.oneOfFew")}</legend>
        <div>
          {["HTML", "PDF"].map((format) => (
            <label className="choice" key={format}>
              <input type="radio" name="example-format" defaultChecked={format === "HTML"} />
              <span>{format}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function Switch() {
  const { t } = useTranslation("playground");
  return (
    <div className="cluster">
      {(["on", "off", "disabled"] as const).map((state) => (
        <label className="switch" key={state}>
          <input type="checkbox" role="switch" defaultChecked={state === "on"} disabled={state === "disabled"} />
          <span>{t(`switch.${state}`)}</span>
        </label>
      ))}
    </div>
  );
}

function RadioBar() {
  const { t } = useTranslation("playground");
  return (
    <div className="cluster">
      <div className="radiobar" role="radiogroup" aria-label={t("radiobar.layout")}>
        {(["grid", "list"] as const).map((layout) => (
          <label key={layout}>
            <input type="radio" name="example-layout" value={layout} defaultChecked={layout === "grid"} />
            <Icon name={layout} />
            <span>{t(`radiobar.${layout}`)}</span>
          </label>
        ))}
      </div>
      <div className="radiobar" role="radiogroup" aria-label={t("radiobar.priority")}>
        {(["all", "normal", "high"] as const).map((priority) => (
          <label key={priority}>
            <input type="radio" name="example-priority" value={priority} defaultChecked={priority === "normal"} />
            {priority === "high" ? <Icon name="high" /> : null}
            <span>{t(`radiobar.${priority}`)}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

export const selectExamples: Examples = { id: "select", Content: Select };
export const switchExamples: Examples = { id: "switch", Content: Switch };
export const radioBarExamples: Examples = { id: "radiobar", Content: RadioBar };
