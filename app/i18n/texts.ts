import type { i18n as I18n } from "i18next";
import type { Locale } from "./locale";

/** The texts of a namespace, as in its file in `locales/`. */
export interface Texts {
  [key: string]: string | string[] | Texts;
}

interface Options {
  count?: number;
  returnObjects?: boolean;
  [variable: string]: unknown;
}

/** What react-i18next and the pages use of an instance of i18next. */
type Instance = Pick<I18n, "language" | "languages" | "isInitialized" | "options" | "hasLoadedNamespace" | "loadNamespaces" | "getFixedT">;

/**
 * Replaces i18next for react-i18next (decision 0073). It implements what `locales/` uses: nested keys, variables, numbers, plural forms and
 * groups of texts. `load` is called for a missing namespace.
 */
export function createI18n(locale: Locale, texts: Record<string, Texts>, load?: (namespace: string) => Promise<Texts>): I18n {
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  const translate =
    (namespace: string) =>
    (address: string, options: Options = {}) => {
      const [, ns = namespace, key = ""] = /^(?:(\w+):)?(.*)/s.exec(address) ?? [];
      const { count } = options;
      const at = (form: string) =>
        (key + form).split(".").reduce<Texts[string] | undefined>((node, part) => (node as Texts | undefined)?.[part], texts[ns]);
      const found =
        (count === undefined ? undefined : ((count === 0 ? at("_zero") : undefined) ?? at(`_${plural.select(count)}`))) ?? at("");
      if (typeof found !== "string") return options.returnObjects && found ? found : key;
      return found.replace(/\{\{(\w+)(, number)?\}\}/g, (variable, name: string, isNumber) => {
        if (!(name in options)) return variable;
        const value = options[name];
        return isNumber ? number.format(value as number) : String(value ?? "");
      });
    };
  const instance: Instance = {
    language: locale,
    languages: [locale],
    isInitialized: true,
    options: { defaultNS: "shell", react: { bindI18n: "" } },
    hasLoadedNamespace: (namespace) => String(namespace) in texts,
    async loadNamespaces(namespaces, done) {
      const loadMissing = async (namespace: string) => {
        texts[namespace] ??= (await load?.(namespace)) ?? {};
      };
      await Promise.all([namespaces].flat().map(loadMissing));
      done?.(null, instance.getFixedT(locale));
    },
    getFixedT: ((_: string, namespace: string) => translate(namespace)) as I18n["getFixedT"],
  };
  return instance as I18n;
}
