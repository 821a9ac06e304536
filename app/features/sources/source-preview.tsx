import { useTranslation } from "react-i18next";
import type { FoundFeed } from "./source-preview.server";

/** The feed that was found, with its newest entries. */
export function FeedPreview({ feed: { title, count, entries } }: { feed: FoundFeed }) {
  const { t } = useTranslation("sources");
  return (
    <div className="stack">
      <h2 dir="auto">{title}</h2>
      <p>{t("preview.entries", { count })}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul className="stack" role="list">
        {entries.map(({ title, teaser, published }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries need not have an address, and the list never changes
          <li key={index}>
            <b dir="auto">{title}</b> {published ? <small className="soft">{published.text}</small> : null}
            {teaser ? <p dir="auto">{teaser}</p> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The feeds of a website, with buttons that preview one of them. */
export function FeedChoices({ choices }: { choices: { address: string; title: string }[] }) {
  const { t } = useTranslation("sources");
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
    <ul className="stack" role="list">
      {choices.map(({ address, title }) => (
        <li className="cluster" key={address}>
          <span>
            <b dir="auto">{title}</b> <small className="soft">{address}</small>
          </span>{" "}
          <button
            className="btn small"
            type="submit"
            name="preview"
            value={address}
            aria-label={t("choices.chooseOf", { name: title || address })}
          >
            {t("choices.choose")}
          </button>
        </li>
      ))}
    </ul>
  );
}
