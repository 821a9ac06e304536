import { parseHTML } from "linkedom";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { i18nOf } from "~/i18n/resources.server";
import { FieldGroup, PasswordField, SelectField, SwitchField, TextAreaField, TextField } from "./controls";

const field = { name: "city", label: "City", value: "", values: [], errors: ["No such city"] };

const text = { field, hint: "Where you live" };

it.each<[string, JSX.Element]>([
  ["A text field", <TextField key="control" {...text} />],
  ["A password field", <PasswordField key="control" {...text} />],
  ["A text area", <TextAreaField key="control" {...text} />],
  [
    "A select",
    <SelectField key="control" {...text}>
      <option>Berlin</option>
    </SelectField>,
  ],
  ["A switch", <SwitchField key="control" field={field} />],
  [
    "A group",
    <FieldGroup key="control" {...text}>
      <input type="radio" name="city" />
    </FieldGroup>,
  ],
])("%s is described by its hint and its error", (kind, control) => {
  const { document } = parseHTML(renderToStaticMarkup(<I18nextProvider i18n={i18nOf("en")}>{control}</I18nextProvider>));
  const ids = document.querySelector("[aria-describedby]")?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const described = ids.map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(kind === "A switch" ? ["No such city"] : ["Where you live", "No such city"]);
});
