import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { filesInit, withFiles } from "~/forms/form-with-files.server";
import { formAnswer, overtakenForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { FormBoundary } from "~/layouts/form-boundary";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { requireClient, updateClient, updateClientWithLogo } from "~/upstream/workspace.server";
import { ClientForm } from "./workspace-form";
import { clientValues, readClientForm } from "./workspace-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["client"], takesFiles: true };

/** Only for the owner; admins are redirected to the tags. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  if (user.role !== "owner") return redirect(href("clientTags", {}));
  const client = await requireClient(upstream, user.client.id);
  return data({
    title: translator(locale)("client:tabs.clientSettings"),
    form: { values: clientValues(client), errors: {} },
    logo: client.logo,
  });
}

/** Saves the settings, and a new logo with them, unless somebody else saved since the form was opened. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const t = translator(locale);
  const { id } = user.client;
  return withFiles(request, async (sent) => {
    const reading = readClientForm(sent, t);
    if (!reading.ok) return formAnswer(reading.form, {}, filesInit(sent));
    const [logo] = sent.files;
    const change = reading.value;
    const result = await (logo ? updateClientWithLogo(upstream, id, change, logo) : updateClient(upstream, id, change));
    const overtaken = !result.ok && result.status === 409 ? await requireClient(upstream, id) : undefined;
    if (!result.ok) {
      const form = refusedForm(result, reading.values, t);
      if (logo && !form.errors.logo) form.errors = { ...form.errors, logo: [t("client:logo.again")] };
      return formAnswer(overtaken ? overtakenForm(form, overtaken, t) : form, {}, refusalInit(result));
    }
    return redirect(href("clientSettings", {}), { headers: { "Set-Cookie": showNotice("success", "saved") } });
  });
}

export default function ClientSettings() {
  const { form: saved, logo } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <ClientPage>
      <ClientForm form={form ?? saved} logo={logo} version={JSON.stringify(saved)} isAnswer={form !== undefined} />
    </ClientPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <ClientPage>
          <ClientForm form={form} logo={null} isAnswer />
        </ClientPage>
      )}
    </FormBoundary>
  );
}
