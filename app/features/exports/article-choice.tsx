import { useTranslation } from "react-i18next";
import { SelectArticle } from "~/lists/select-article";
import { Empty } from "~/ui/empty";
import { FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import * as limits from "../../../contract/limits";
import type { ExportSource } from "./export-source.server";

interface ArticleChoiceProps {
  source: ExportSource;
  /** The ids of the articles that may be exported. */
  exportable: string[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  errors: string[] | undefined;
}

/** Selection of the list's articles: individually, all or none. */
export function ArticleChoice({ source, exportable, chosen, onChoose, errors }: ArticleChoiceProps) {
  const { t, i18n } = useTranslation("exports");
  const { articles, beyond, hidden, isFolder, isNarrowed } = source;
  const count = exportable.filter((id) => chosen.has(id)).length;
  const notes = [
    isNarrowed ? t("notes.narrowed") : null,
    hidden > 0 ? t("notes.hidden", { count: hidden }) : null,
    beyond ? t(beyond.isExact ? "notes.beyond" : "notes.farBeyond", { max: limits.exportContents, total: beyond.count }) : null,
  ].filter((note) => note !== null);
  return (
    <div className="stack" id="contentIds" tabIndex={-1}>
      {articles.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second one around the list's checkboxes
        <div className="controls" role="group" aria-label={t("selection.label")}>
          <p className="count" role="status">
            <b>{count.toLocaleString(i18n.language)}</b> {t("selection.of", { total: exportable.length })}
          </p>
          <button
            className="btn small"
            type="submit"
            name="select"
            value="all"
            onClick={(event) => {
              event.preventDefault();
              onChoose(new Set(exportable));
            }}
          >
            {t("selection.all")}
          </button>{" "}
          <button
            className="btn small"
            type="submit"
            name="select"
            value="none"
            onClick={(event) => {
              event.preventDefault();
              onChoose(new Set());
            }}
          >
            {t("selection.none")}
          </button>
        </div>
      ) : null}
      {notes.map((note) => (
        <p className="hint" key={note}>
          {note}
        </p>
      ))}
      <FieldError id="contentIds" errors={errors} />
      {articles.length === 0 ? (
        <Empty icon="file" title={t("empty.title")}>
          {t(isFolder ? "empty.folder" : "empty.search")}
        </Empty>
      ) : (
        <ul className="select-list">
          {articles.map(({ id, title, facts, language, shareable, pictureId }) => (
            <li key={id}>
              <SelectArticle
                name="contentIds"
                value={id}
                checked={shareable && chosen.has(id)}
                disabled={!shareable}
                onChange={({ target }) => onChoose(new Set(target.checked ? [...chosen, id] : [...chosen].filter((other) => other !== id)))}
                title={title}
                facts={facts}
                language={language}
                pictureId={pictureId}
              >
                {shareable ? null : (
                  <span className="badge warn">
                    <Icon name="lock" small />
                    {t("notShareable")}
                  </span>
                )}
              </SelectArticle>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
