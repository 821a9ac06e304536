import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";

interface LeftOutProps {
  articles: readonly { id: string; title: string | null; reason: "not_shareable" | "gone" }[];
  /** Of a draft, or of a newsletter that was sent or scheduled. */
  is: "draft" | "sent";
}

/** More are folded away. */
const mostOpen = 3;

/** The chosen articles that are not in the newsletter, and why. */
export function LeftOut({ articles, is }: LeftOutProps) {
  const { t } = useTranslation("newsletters");
  if (articles.length === 0) return null;
  return (
    <details className="picker-more left-out" open={is === "draft" && articles.length <= mostOpen}>
      <summary>
        <Icon name="chevron-right" small />
        {t(`leftOut.${is}`, { count: articles.length })}
      </summary>
      <ul className="plain-list">
        {articles.map(({ id, title, reason }) => (
          <li key={id}>
            <b dir="auto">{title ?? t("leftOut.unnamed")}</b>, {t(`leftOut.${reason}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}
