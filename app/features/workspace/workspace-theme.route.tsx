import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormState } from "~/forms/form-state";
import { formAnswer, overtakenForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { FormBoundary } from "~/layouts/form-boundary";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { requireClient, updateClient } from "~/upstream/workspace.server";
import { defaultTheme, isDefaultTheme, readTheme, type Theme } from "../../../contract/theme";
import { ThemeEditor } from "./theme-editor";
import stylesheet from "./theme-editor.css?url";
import { illegible, isVariable, readThemeForm, toTheme, withProposals } from "./theme-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const links = () => [{ rel: "stylesheet", href: stylesheet }];
export const handle = { i18n: ["client", "lists", "errors"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  if (user.role !== "owner" && user.role !== "admin") throw new Response(null, { status: 403 });
  const { theme, name, lockVersion } = await requireClient(upstream, user.client.id);
  const values = { ...readTheme(theme), lockVersion: String(lockVersion) };
  return data({ title: translator(locale)("client:tabs.clientTheme"), client: name, form: { values, errors: {} } });
}

/**
 * Saves the colours if they are legible or the person confirmed them. The other buttons only show colours: a preview of the typed
 * ones, the nearest legible one in place of one, or the product's own.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const shown = (form: FormState, status = 200) => formAnswer(form, { asks: false }, { status });
  const kept = { lockVersion: String(body.get("lockVersion") ?? "") };
  if (body.has("defaults")) return shown({ values: { ...defaultTheme, ...kept }, errors: {} });

  const reading = readThemeForm(body, t);
  if (!reading.ok) return shown(reading.form, 422);
  const { lockVersion, ...colors } = reading.value;
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
  const overtaken = !result.ok && result.status === 409 ? await requireClient(upstream, user.client.id) : undefined;
  if (!result.ok) {
    const form = refusedForm(result, { ...wanted, ...kept }, t);
    return formAnswer(overtaken ? overtakenForm(form, overtaken, t) : form, { asks: false }, refusalInit(result));
  }
  return redirect(href("clientTheme", {}), { headers: { "Set-Cookie": showNotice("success", "saved") } });
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
