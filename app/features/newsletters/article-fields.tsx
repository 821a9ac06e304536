import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FormState, typedList } from "~/forms/form-state";
import { SelectArticle } from "~/lists/select-article";
import { Empty } from "~/ui/empty";
import { FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { ChooseAllOrNone, ChooseButton } from "./choose-button";
import { chooseArticles, groupsOf } from "./newsletter-choices";
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
  /** Headline, teaser or picture differ from the article's own. */
  isAdapted: boolean;
  tag: { id: string; name: string };
  selected: boolean;
}

/** A text between articles. */
interface TextBlock {
  id: string;
  heading: string;
  excerpt: string;
}

interface ArticleFieldsProps {
  articles: Article[];
  textBlocks: TextBlock[];
  /** The ids of all of them. */
  order: string[];
  isGrouped: boolean;
  form: FormState | undefined;
}

/** The articles of the selected tags, without repetitions, and the texts between them, in the order of the newsletter. */
export function ArticleFields({ articles, textBlocks, order, isGrouped, form }: ArticleFieldsProps) {
  const { t } = useTranslation("newsletters");
  const list = useRef<HTMLDivElement>(null);
  const sinceField = useRef<HTMLSelectElement>(null);
  const [said, setSaid] = useState("");
  const [chosen, setChosen] = useState(
    () => new Set(form ? typedList(form.values, "contents") : articles.filter(({ selected }) => selected).map(({ id }) => id)),
  );
  const sorting = useOrder(form ? typedList(form.values, "order") : order, () =>
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
  const textById = new Map(textBlocks.map((block) => [block.id, block]));
  const known = sorting.order.filter((id) => byId.has(id) || textById.has(id));
  const shown = known.flatMap((id) => byId.get(id) ?? []);
  const names = isGrouped ? [...new Map(shown.map(({ tag }) => [tag.id, tag.name]))] : [["", t("fields.contents")] as const];
  const groups = groupsOf(known, new Map(shown.map(({ id, tag }) => [id, isGrouped ? tag.id : ""])), chosen);
  const inGroups = new Map(names.map(([group]) => [group, [] as string[]]));
  for (const id of known) inGroups.get(groups.get(id) ?? "")?.push(id);
  const items = [...inGroups.values()].flat();
  const placeOf = new Map(items.map((id, place) => [id, place]));
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
        const ofTag = inGroups.get(tagId) ?? [];
        const ofArticles = ofTag.filter((id) => byId.has(id));
        const count = ofArticles.filter((id) => chosen.has(id)).length;
        const rowOf = (id: string) => ({
          id: `entry-${id}`,
          "data-entry": id,
          "data-group": tagId,
          className: sorting.dragged === id ? "sorted dragged" : "sorted",
        });
        const sortButtons = (id: string, of: string, among: readonly string[], place: number) => (
          <SortButtons
            id={id}
            name={of}
            sorting={sorting}
            among={among}
            place={place}
            onMoved={(to) => setSaid(t("sort.moved", { name: of, place: to, count: among.length }))}
          />
        );
        return (
          <fieldset className="section" key={tagId}>
            <legend className="vh">{name}</legend>
            <div className="section-head">
              <h4>{name}</h4> <span className="soft">{t("ofAll", { count, total: ofArticles.length })}</span>
            </div>
            <ul className="select-list">
              {ofTag.map((id, place) => {
                const block = textById.get(id);
                if (block) {
                  const text = block.heading || block.excerpt;
                  return (
                    <li key={id} {...rowOf(id)}>
                      <input type="hidden" name="order" value={id} />
                      <div className="text-block">
                        <Icon name="quote" />
                        <span className="body">
                          <span className="badge">{t("text.label")}</span> <b dir="auto">{text}</b>
                        </span>
                      </div>
                      {sortButtons(id, text, items, placeOf.get(id) ?? 0)}
                      <span className="item-actions">
                        <ItemButton name="editText" value={id} icon="edit" label={t("text.edit")} of={text} />
                      </span>
                    </li>
                  );
                }
                const article = byId.get(id);
                if (!article) return null;
                const { title, facts, shareable, sent, pictureId, isAdapted } = article;
                return (
                  <li key={id} {...rowOf(id)}>
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
                      {isAdapted ? <span className="badge">{t("adapt.badge")}</span> : null}
                    </SelectArticle>
                    {sortButtons(id, title, ofTag, place)}
                    <span className="item-actions">
                      <ItemButton name="adapt" value={id} icon="edit" label={t("adapt.action")} of={title} />{" "}
                      <ItemButton name="addText" value={id} icon="plus" label={t("text.above")} of={title} />
                    </span>
                  </li>
                );
              })}
            </ul>
          </fieldset>
        );
      })}
      <ItemButton name="addText" value="" icon="plus" label={t("text.atEnd")} />
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}

interface ItemButtonProps {
  name: "adapt" | "editText" | "addText";
  value: string;
  icon: string;
  label: string;
  /** The item's name. */
  of?: string;
}

/** Saves the step and opens an item. */
function ItemButton({ name, value, icon, label, of }: ItemButtonProps) {
  return (
    <button className={of === undefined ? "btn small start" : "btn quiet small"} type="submit" name={name} value={value}>
      <Icon name={icon} small />
      {label}
      {of === undefined ? null : <span className="vh"> {of}</span>}
    </button>
  );
}
