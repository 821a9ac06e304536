import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FormState, typedList } from "~/forms/form-state";
import { SelectArticle } from "~/lists/select-article";
import { Empty } from "~/ui/empty";
import { FieldError } from "~/ui/field";
import { ChooseAllOrNone, ChooseButton } from "./choose-button";
import { chooseArticles } from "./newsletter-choices";
import { SortButtons } from "./sort-buttons";
import { useOrder } from "./use-order";

interface Article {
  id: string;
  title: string;
  /** Source, date and author, formatted. */
  facts: string;
  shareable: boolean;
  /** ISO date, and the day formatted. */
  publishedAt: string;
  published: string;
  /** New since the last newsletter. */
  isNew: boolean;
  /** The day of the latest newsletter with this article, formatted. */
  sent: string | null;
  pictureId: string | null;
  tag: { id: string; name: string };
  selected: boolean;
}

interface ArticleFieldsProps {
  articles: Article[];
  isGrouped: boolean;
  form: FormState | undefined;
}

/** The articles of the selected tags, without repetitions, in the order of the newsletter. */
export function ArticleFields({ articles, isGrouped, form }: ArticleFieldsProps) {
  const { t } = useTranslation("mailings");
  const list = useRef<HTMLDivElement>(null);
  const sinceField = useRef<HTMLSelectElement>(null);
  const [said, setSaid] = useState("");
  const [chosen, setChosen] = useState(
    () => new Set(form ? typedList(form.values, "contents") : articles.filter(({ selected }) => selected).map(({ id }) => id)),
  );
  const sorting = useOrder(form ? typedList(form.values, "order") : articles.map(({ id }) => id), () =>
    list.current?.dispatchEvent(new Event("input", { bubbles: true })),
  );
  if (articles.length === 0) {
    return (
      <Empty icon="file" title={t("noArticles.title")}>
        {t("noArticles.text")}
      </Empty>
    );
  }
  const byId = new Map(articles.map((article) => [article.id, article]));
  const shown = sorting.order.flatMap((id) => byId.get(id) ?? []);
  const names = isGrouped ? [...new Map(shown.map(({ tag }) => [tag.id, tag.name]))] : [["", t("fields.contents")] as const];
  const choose = (id: string, selected: boolean) =>
    setChosen((now) => new Set(selected ? [...now, id] : [...now].filter((other) => other !== id)));
  const days = [...new Map(articles.map(({ publishedAt, published }) => [publishedAt, published]))].sort(([a], [b]) => b.localeCompare(a));
  const chooseMany = (which: string) => {
    setChosen(new Set(chooseArticles(articles, which, sinceField.current?.value ?? "")));
    list.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="stack" id="contents" tabIndex={-1} ref={list}>
      <div className="controls">
        <p className="count" role="status">
          <b>{chosen.size}</b> {t("ofArticles", { count: articles.length })}
        </p>
        <ChooseAllOrNone onAll={() => chooseMany("all")} onNone={() => chooseMany("none")} />
        {articles.some(({ isNew }) => !isNew) ? (
          <ChooseButton value="new" onChoose={() => chooseMany("new")}>
            {t("choose.new")}
          </ChooseButton>
        ) : null}
        <span className="inline-form">
          <select className="input short" name="since" aria-label={t("choose.since")} ref={sinceField}>
            {days.map(([iso, text]) => (
              <option key={iso} value={iso}>
                {text}
              </option>
            ))}
          </select>
          <ChooseButton value="since" onChoose={() => chooseMany("since")}>
            {t("choose.sinceDay")}
          </ChooseButton>
        </span>
      </div>
      <FieldError id="contents" errors={form?.errors.contents} />
      {names.map(([tagId, name]) => {
        const ofTag = isGrouped ? shown.filter(({ tag }) => tag.id === tagId) : shown;
        const count = ofTag.filter(({ id }) => chosen.has(id)).length;
        return (
          <fieldset className="section" key={tagId}>
            <legend className="vh">{name}</legend>
            <div className="section-head">
              <h4>{name}</h4> <span className="soft">{t("ofAll", { count, total: ofTag.length })}</span>
            </div>
            <ul className="select-list">
              {ofTag.map(({ id, title, facts, shareable, sent, pictureId }) => (
                <li
                  key={id}
                  id={`entry-${id}`}
                  data-entry={id}
                  data-group={tagId}
                  className={sorting.dragged === id ? "sorted dragged" : "sorted"}
                >
                  <input type="hidden" name="order" value={id} />
                  <SelectArticle
                    name="contents"
                    value={id}
                    checked={chosen.has(id)}
                    disabled={!shareable}
                    onChange={({ target }) => choose(id, target.checked)}
                    title={title}
                    facts={facts}
                    pictureId={pictureId}
                    isPictureWide
                  >
                    {shareable ? null : <span className="badge warn">{t("notShareable")}</span>}
                    {sent ? <span className="badge">{t("sentOn", { day: sent })}</span> : null}
                  </SelectArticle>
                  <SortButtons
                    id={id}
                    name={title}
                    sorting={sorting}
                    among={ofTag.map((article) => article.id)}
                    onMoved={(place) => setSaid(t("sort.moved", { name: title, place, count: ofTag.length }))}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}
