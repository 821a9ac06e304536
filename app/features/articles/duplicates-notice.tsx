import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type JsonFailure, unlessFailure } from "~/forms/failed-form";
import { href } from "~/paths";
import { DateText } from "~/ui/date-text";
import { Icon } from "~/ui/icon";
import type { Duplicates } from "./duplicates.server";

interface DuplicatesNoticeProps {
  /** What the server knows about the address that the form came with. */
  duplicates: Duplicates;
  /** The article being changed. */
  contentId?: string;
}

/** Says where the address in the form is filed already; with script as soon as it is entered. It may be filed again. */
export function DuplicatesNotice({ duplicates, contentId }: DuplicatesNoticeProps) {
  const { t } = useTranslation(["articles", "lists"]);
  const { load, data } = useFetcher<Duplicates | JsonFailure>();
  useEffect(() => {
    const field = document.getElementById("sourceUrl");
    const ask = () => {
      const address = (field as HTMLInputElement).value;
      const query = new URLSearchParams({ url: address, ...(contentId && { except: contentId }) });
      load(`${href("duplicates", {})}?${query}`);
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
            <p>{t("articles:duplicates.text")}</p>
            <ul>
              {entries.map(({ id, title, folder, filed }) => (
                <li key={id}>
                  <a href={href("article", { contentId: id })} target="_blank" rel="noopener">
                    {title}
                    <span className="vh">{t("lists:opensInNewWindow")}</span>
                  </a>{" "}
                  {t("articles:duplicates.in", { folder })} <DateText date={filed} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      ) : null}
    </div>
  );
}
