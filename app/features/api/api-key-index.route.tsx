import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dayOfMoment, momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { SettingsPage } from "~/layouts/settings-page";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { listApiKeys } from "~/upstream/api-keys.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["settings", "apiKeys"] };

/** The user's own API keys. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const keys = await listApiKeys(upstream);
  const now = Date.now();
  return data({
    title: translator(locale)("settings:tabs.settingsApiKeys"),
    keys: keys.map(({ id, name, start, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      id,
      name,
      start,
      scopes,
      created: dayOfMoment(createdAt),
      expires: dayOfMoment(expiresAt),
      isExpired: Date.parse(expiresAt) <= now,
      used: lastUsedAt === null ? null : momentText(lastUsedAt, locale),
    })),
  });
}

type KeyEntry = ReturnType<typeof useLoaderData<typeof loader>>["keys"][number];

export default function ApiKeyIndex() {
  const { t } = useTranslation("apiKeys");
  const { keys } = useLoaderData<typeof loader>();
  const create = (
    <Link className="btn primary" to={href("apiKeyNew")} preventScrollReset>
      <Icon name="plus" />
      {t("index.create")}
    </Link>
  );
  return (
    <SettingsPage>
      <p className="limit">{t("index.lead")}</p>
      {keys.length > 0 ? (
        <>
          <p>{create}</p>
          <KeyTable keys={keys} />
        </>
      ) : (
        <Empty title={t("index.empty.title")} action={create}>
          {t("index.empty.text")}
        </Empty>
      )}
    </SettingsPage>
  );
}

function KeyTable({ keys }: { keys: KeyEntry[] }) {
  const { t } = useTranslation("apiKeys");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("fields.name")}</th>
            <th scope="col">{t("fields.scopes")}</th>
            <th scope="col">{t("index.created")}</th>
            <th scope="col">{t("index.expires")}</th>
            <th scope="col">{t("index.used")}</th>
            <th scope="col">{t("index.action")}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} {...key} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ id, name, start, scopes, created, expires, isExpired, used }: KeyEntry) {
  const { t } = useTranslation("apiKeys");
  return (
    <tr>
      <th scope="row">
        <div>
          <b dir="auto">{name}</b> <small className="soft">{`${start}…`}</small>
        </div>
      </th>
      <td data-label={t("fields.scopes")}>{scopes.map((scope) => t(`scopes.${scope}.short`)).join(", ")}</td>
      <td data-label={t("index.created")}>
        <DateText date={created} />
      </td>
      <td data-label={t("index.expires")}>
        <DateText date={expires} /> {isExpired ? <span className="badge">{t("index.expired")}</span> : null}
      </td>
      <td data-label={t("index.used")}>{used ? <DateText date={used} /> : t("index.never")}</td>
      <td>
        <Link className="btn small" to={href("apiKeyDelete", { keyId: id })} aria-label={t("index.revokeOf", { name })} preventScrollReset>
          {t("index.revoke")}
        </Link>
      </td>
    </tr>
  );
}
