import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useNews } from "~/layouts/news";
import { href } from "~/paths";
import { Icon } from "~/ui/icon";
import { limits } from "../../../contract/limits";

/** What is new since the stream was shown: the link shows it, on top. Its place is there before, so that nothing moves. */
export function FreshArticles() {
  const { t } = useTranslation("stream");
  const count = useNews();
  return (
    <div className="fresh-place" role="status">
      {count > 0 ? (
        <Link className="fresh" to={href("stream", {})} onClick={focusContent}>
          <Icon name="arrow-up" />
          {count > limits.news ? t("news.more", { count: limits.news }) : t("news.some", { count })}
        </Link>
      ) : null}
    </div>
  );
}

/** The link goes when what is new is there, and would take the focus with it. */
const focusContent = () => document.getElementById("inhalt")?.focus({ preventScroll: true });
