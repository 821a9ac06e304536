import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useNews } from "~/layouts/news";
import { Icon } from "~/ui/icon";
import { mostNews } from "../../../contract/news";
import { href } from "../../../contract/paths";

/** Links to articles filed since the stream was rendered. Its space is always reserved, so that nothing moves. */
export function FreshArticles() {
  const { t } = useTranslation("stream");
  const count = useNews();
  return (
    <div className="fresh-place" role="status">
      {count > 0 ? (
        <Link className="fresh" to={href("stream")} onClick={focusContent}>
          <Icon name="arrow-up" />
          {count > mostNews ? t("news.more", { count: mostNews }) : t("news.some", { count })}
        </Link>
      ) : null}
    </div>
  );
}

/** The link disappears once the new articles are shown; move the focus before that. */
const focusContent = () => document.getElementById("inhalt")?.focus({ preventScroll: true });
