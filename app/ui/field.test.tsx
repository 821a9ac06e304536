import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FieldError } from "./field";

const said = (errors: string[]) => renderToStaticMarkup(<FieldError id="email" errors={errors} />).replace(/<[^>]*>/g, "");

it.each([
  ["one", ["„a“ ist keine E-Mail-Adresse."], "„a“ ist keine E-Mail-Adresse."],
  [
    "two sentences, without a full stop before the comma",
    ["„a“ ist keine E-Mail-Adresse.", "„b“ ist bereits eingeladen."],
    "„a“ ist keine E-Mail-Adresse, „b“ ist bereits eingeladen.",
  ],
  [
    "texts that are not sentences unchanged",
    ["Dies ist ein Pflichtfeld", "Zu lang …", "Zu kurz"],
    "Dies ist ein Pflichtfeld, Zu lang …, Zu kurz",
  ],
])("The messages of a field are joined by commas: %s", (_, errors, text) => expect(said(errors)).toBe(text));
