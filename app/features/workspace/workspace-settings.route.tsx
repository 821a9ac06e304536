import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { filesInit, withFiles } from "~/forms/form-with-files.server";
import { conflictForm, formAnswer, refusalInit, refusedForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ClientPage } from "~/layouts/client-page";
import { FormBoundary } from "~/layouts/form-boundary";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { requireClient, updateClient, updateClientWithLogo } from "~/upstream/workspace.server";
import { href } from "../../../contract/paths";
import { ClientSettingsForm, clientTyped } from "./workspace-form";
import { type ClientForm, clientForm, type FieldName, mergeClient, readClientForm } from "./workspace-form.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = {
  i18n: ["client"],
  takesFiles: true,
  typed: clientTyped,
  textAreas: ["emailSignature", "emailWhitelist", "emailBlacklist"],
};

/** For the owner only; admins are redirected to the tags. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  if (user.role !== "owner") return redirect(href("clientTags"));
  const client = await requireClient(upstream, user.client.id);
  return data({
    title: translator(locale)("client:tabs.clientSettings"),
    form: clientForm(client),
    logo: client.logo,
  });
}

/**
 * Saves the settings including a new logo. If someone else has saved since the form was opened, only the fields that this person changed are
 * saved; if both changed the same field, the form says what is stored.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, user, locale } = await requireSession(request);
  const t = translator(locale);
  const { id } = user.client;
  return withFiles(request, async (sent) => {
    const reading = readClientForm(sent, t);
    if (!reading.ok) return formAnswer(reading.form, {}, filesInit(sent));
    const [logo] = sent.files;
    const { opened: _, ...change } = reading.value;
    const result = await (logo ? updateClientWithLogo(upstream, id, change, logo) : updateClient(upstream, id, change));
    const saved = () => redirectWithFlash(href("clientSettings"), "saved");
    if (result.ok) return saved();
    const form = refusedForm<FieldName>(result, reading.values, t);
    const lost = logo ? { logo: [t("client:logo.again")] } : {};
    if (result.status !== 409) return formAnswer({ ...form, errors: { ...lost, ...form.errors } }, {}, refusalInit(result));
    const stored = await requireClient(upstream, id);
    const merged = mergeClient(reading.values, stored, t);
    // The stored logo may be one that this person has not seen, so changing it asks again.
    const changesLogo = logo !== undefined || merged.change?.removeLogo;
    if (merged.change && !changesLogo && Object.keys(merged.errors).length === 0) {
      const { opened: _opened, ...ownChange } = merged.change;
      const again = await updateClient(upstream, id, ownChange);
      if (again.ok) return saved();
    }
    const conflict = conflictForm({ ...form, values: merged.values, errors: { ...lost, ...merged.errors } }, stored, t);
    return formAnswer(conflict, { version: String(stored.lockVersion) }, refusalInit(result));
  });
}

export default function ClientSettings() {
  const { form: saved, logo } = useLoaderData<typeof loader>();
  const answer = useActionData<{ form: ClientForm; version?: string }>();
  // Values that others have saved replace those that this person has not changed.
  const version = `${answer?.version} ${JSON.stringify(saved)}`;
  return (
    <ClientPage>
      <ClientSettingsForm form={{ ...saved, ...answer?.form }} logo={logo} version={version} isAnswer={answer !== undefined} />
    </ClientPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <ClientPage>
          <ClientSettingsForm form={form} logo={null} isAnswer />
        </ClientPage>
      )}
    </FormBoundary>
  );
}
