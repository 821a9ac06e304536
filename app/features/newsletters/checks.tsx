import { Link, useFetcher, useParams } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useOverlay } from "~/layouts/overlay";
import { Icon } from "~/ui/icon";
import { href, overlay } from "../../../contract/paths";

interface Check {
  code: string;
  level: "warning" | "error";
  message: string;
  content: { id: string; title: string } | null;
  url: string | null;
  recipients: { id: string; email: string; name: { full: string } }[];
}

/** Errors come first and prevent sending; warnings do not. */
export function Checks({ checks }: { checks: readonly Check[] | null }) {
  const { t } = useTranslation("newsletters");
  if (!checks) return <p className="soft">{t("checks.failed")}</p>;
  if (checks.length === 0) {
    return (
      <p className="got">
        <Icon name="check" small />
        {t("checks.fine")}
      </p>
    );
  }
  const kinds = [...new Set(checks.map(({ code }) => code))]
    .map((code) => checks.filter((check) => check.code === code))
    .sort(([a], [b]) => Number(b?.level === "error") - Number(a?.level === "error"));
  return (
    <ul className="stack tight">
      {kinds.map(([first, ...others]) =>
        first ? (
          <li key={first.code} className={`notice plain ${first.level}`}>
            <Icon name={first.level} />
            <div>
              <span className="vh">{t(`checks.${first.level}`)} </span>
              <CheckText check={first} />
              {others.length > 0 ? (
                <details className="picker-more">
                  <summary>
                    <Icon name="chevron-right" small />
                    {t("checks.more", { count: others.length })}
                  </summary>
                  <ul className="stack tight">
                    {others.map((check) => (
                      <li key={`${check.content?.id}${check.url}`}>
                        <CheckText check={check} />
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
            </div>
          </li>
        ) : null,
      )}
    </ul>
  );
}

function CheckText({ check: { message, content, recipients } }: { check: Check }) {
  return (
    <>
      <b>{message}</b>
      {content ? (
        <p>
          <a href={href("article", { contentId: content.id })} target="_blank" rel="noopener" dir="auto">
            {content.title}
          </a>
        </p>
      ) : null}
      {recipients.length > 0 ? <p className="soft">{recipients.map(({ email }) => email).join(", ")}</p> : null}
    </>
  );
}

/** The checks within the summary, loaded after it is shown. Without JavaScript, a link leads to them. */
export function DeferredChecks() {
  const { t } = useTranslation("newsletters");
  const { product = "", folderId = "", newsletterId = "" } = useParams();
  const { beside } = useOverlay();
  const { load, data, state } = useFetcher<{ checks: Check[] | null }>();
  const address = href("newsletterStep", { product, folderId, newsletterId, step: "checks" });
  useEffect(() => load(address), [load, address]);
  return (
    <section className="stack tight" aria-label={t("checks.title")} aria-busy={state !== "idle"}>
      <h4>{t("checks.title")}</h4>
      <div role="status">
        {data ? (
          <Checks checks={data.checks} />
        ) : state === "loading" ? (
          <p className="soft">{t("checks.running")}</p>
        ) : (
          <Link to={beside(overlay("newsletterStep", { newsletterId, step: "checks" }))} preventScrollReset>
            {t("checks.ask")}
          </Link>
        )}
      </div>
    </section>
  );
}
