import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { typedValues } from "~/forms/form-state";
import { mergeStored, openedWith } from "~/forms/merge-stored.server";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { FormBoundary } from "~/layouts/form-boundary";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { requireClient, updateClient } from "~/upstream/workspace.server";
import { readColor } from "../../../contract/colors";
import { href } from "../../../contract/paths";
import { defaultTheme, deriveTheme, isDefaultTheme, readTheme, type Theme, themeVariables } from "../../../contract/theme";
import { ThemeEditor, themeTyped } from "./theme-editor";
import stylesheet from "./theme-editor.css?url";
import { illegible, isVariable, type ThemeForm, themeFormSchema, toTheme, withProposals } from "./theme-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const links = () => [{ rel: "stylesheet", href: stylesheet }];
export const handle = { i18n: ["client", "lists", "errors"], typed: themeTyped };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  if (user.role !== "owner" && user.role !== "admin") throw new Response(null, { status: 403 });
  const { theme, name, lockVersion } = await requireClient(upstream, user.client.id);
  const colors = readTheme(theme);
  const form = newForm(themeFormSchema, { ...colors, lockVersion: String(lockVersion), opened: openedWith(colors) });
  return data({ title: translator(locale)("client:tabs.clientTheme"), client: name, form });
}

/**
 * Saves the colours if they are legible or the user has confirmed them, and of those that somebody else has saved since, only the changed
 * ones. The other buttons only show colours: the typed ones, one of them replaced by the nearest legible colour, those derived from one colour,
 * or the product's defaults.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const shown = (form: ThemeForm, status = 200) => formAnswer(form, { asks: false }, { status });
  const kept = Object.fromEntries(["lockVersion", "opened", "base", "baseHex"].map((name) => [name, String(body.get(name) ?? "")]));
  if (body.has("defaults")) return shown({ values: { ...defaultTheme, ...kept }, errors: {} });

  if (body.has("derive")) {
    const main = readColor(kept.baseHex || kept.base || "");
    if (main) return shown({ values: { ...deriveTheme(main), ...kept }, errors: {} });
    return shown({ values: typedValues(body), errors: { baseHex: [t("errors:notAColor")] } }, 422);
  }

  const reading = readForm(body, themeFormSchema, t);
  if (!reading.ok) return shown(reading.form, 422);
  const { lockVersion, opened, base: _, baseHex: __, ...colors } = reading.value;
  const theme = toTheme(colors);
  const fix = body.get("fix");
  if (isVariable(fix)) return shown({ values: { ...withProposals(theme, [fix]), ...kept }, errors: {} });
  if (body.has("preview")) return shown({ values: { ...theme, ...kept }, errors: {} });

  const hard = illegible(theme);
  if (hard.length > 0 && !body.has("adopt") && !body.has("anyway")) {
    return formAnswer({ values: { ...theme, ...kept }, errors: {} }, { asks: true });
  }
  const wanted = body.has("adopt") ? withProposals(theme, hard) : theme;
  const result = await updateClient(upstream, user.client.id, { theme: toStored(wanted), lockVersion });
  if (result.ok) return redirectWithFlash(href("clientTheme"), "saved");
  if (result.status !== 409) return refusalAnswer(result, { ...wanted, ...kept }, t, { asks: false });
  const client = await requireClient(upstream, user.client.id);
  const stored = readTheme(client.theme);
  const { values, errors } = mergeStored(themeVariables, { typed: wanted, opened, stored }, (_, value) => t("client:stored", { value }));
  if (Object.keys(errors).length === 0) {
    const merged = toStored({ ...stored, ...(values as Theme) });
    const again = await updateClient(upstream, user.client.id, { theme: merged, lockVersion: client.lockVersion });
    if (again.ok) return redirectWithFlash(href("clientTheme"), "saved");
  }
  return refusalAnswer({ ...result, errors }, { ...values, opened: openedWith(stored) }, t, { asks: false }, client);
}

const toStored = (theme: Theme) => (isDefaultTheme(theme) ? null : JSON.stringify(theme));

export default function ClientTheme() {
  const { form: saved, client } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ClientPage>
      <ThemeEditor form={answer?.form ?? saved} isUnsaved={answer !== undefined} asks={answer?.asks ?? false} client={client} />
    </ClientPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <ClientPage>
          <ThemeEditor form={form} isUnsaved asks={false} client="" />
        </ClientPage>
      )}
    </FormBoundary>
  );
}
