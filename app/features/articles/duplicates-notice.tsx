import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type JsonFailure, unlessFailure } from "~/forms/failed-form";
import { DateText } from "~/ui/date-text";
import { Icon } from "~/ui/icon";
import { href } from "../../../contract/paths";
import type { Duplicates } from "./duplicates.server";

interface DuplicatesNoticeProps {
  /** The duplicates that the server found for the form's initial URL. */
  duplicates: Duplicates;
  /** The article being edited. */
  contentId?: string;
}

/** Lists existing articles from the page at the form's source URL; with JavaScript, as soon as it is entered. Filing it again is allowed. */
export function DuplicatesNotice({ duplicates, contentId }: DuplicatesNoticeProps) {
  const { t } = useTranslation(["articles", "lists"]);
  const { load, data } = useFetcher<Duplicates | JsonFailure>();
  useEffect(() => {
    const field = document.getElementById("sourceUrl");
    const ask = () => {
      const address = (field as HTMLInputElement).value;
      const query = new URLSearchParams({ url: address, ...(contentId && { except: contentId }) });
      load(`${href("duplicates")}?${query}`);
    };
    field?.addEventListener("change", ask);
    return () => field?.removeEventListener("change", ask);
  }, [load, contentId]);

  const { address, entries } = unlessFailure(data) ?? duplicates;
  return (
    <div role="status">
      <input type="hidden" name="seenAddress" value={address} />
      {entries.length > 0 ? (
        <div className="notice warning plain">
          <Icon name="warning" />
          <div>
            <p>{t(entries[0]?.isCertain ? "articles:duplicates.text" : "articles:duplicates.likely")}</p>
            <ul>
              {entries.map(({ id, title, folder, filed, isCertain }) => (
                <li key={id}>
                  <a href={href("article", { contentId: id })} target="_blank" rel="noopener">
                    {title}
                    <span className="vh">{t("lists:opensInNewWindow")}</span>
                  </a>{" "}
                  {t("articles:duplicates.in", { folder })} <DateText date={filed} />
                  {isCertain || !entries[0]?.isCertain ? null : ` ${t("articles:duplicates.isLikely")}`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      ) : null}
    </div>
  );
}
