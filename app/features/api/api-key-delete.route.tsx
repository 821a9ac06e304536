import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { ConfirmDialog } from "~/layouts/confirm-dialog";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { listApiKeys, revokeApiKey } from "~/upstream/api-keys.server";
import { unlessGone } from "~/upstream/failure.server";
import { href } from "../../../contract/paths";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["apiKeys"] };

export async function loader({ request, params: { keyId } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const key = (await listApiKeys(upstream)).find(({ id }) => id === keyId);
  if (!key) throw new Response(null, { status: 404 });
  return data({ title: translator(locale)("apiKeys:delete.title"), name: key.name });
}

/** Revokes the key permanently. A key that is already revoked is not an error. */
export async function action({ request, params: { keyId = "" } }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const result = await unlessGone(revokeApiKey(upstream, keyId));
  if (result && !result.ok) return refusalAnswer(result, {}, translator(locale));
  const keys = href("settingsApiKeys");
  return result ? redirectWithFlash(keys, "apiKeyRevoked") : redirectWithFlash(keys, "apiKeyGone", { type: "warning" });
}

export default function ApiKeyDelete() {
  const { t } = useTranslation(["apiKeys", "shell"]);
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={t("apiKeys:delete.title")}
      confirm={t("apiKeys:delete.confirm")}
      closeTo={href("settingsApiKeys")}
      answer={useActionData<typeof action>()?.form}
    >
      {t("apiKeys:delete.text", { name })}
    </ConfirmDialog>
  );
}
