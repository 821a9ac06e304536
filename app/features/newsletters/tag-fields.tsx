import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FormState, typedList } from "~/forms/form-state";
import { Empty } from "~/ui/empty";
import { FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { ChooseAllOrNone } from "./choose-button";
import { SortButtons } from "./sort-buttons";
import { useOrder } from "./use-order";

interface TagFieldsProps {
  tags: { id: string; name: string; selected: boolean; titles: string[] }[];
  groupByTags: boolean;
  form: FormState | undefined;
}

/** The folder's tags in the order of the newsletter's sections, with their articles. */
export function TagFields({ tags, groupByTags, form }: TagFieldsProps) {
  const { t } = useTranslation("newsletters");
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState("");
  const sorting = useOrder(form ? typedList(form.values, "order") : tags.map(({ id }) => id), () =>
    list.current?.dispatchEvent(new Event("input", { bubbles: true })),
  );
  const chosen = new Set(form ? typedList(form.values, "tags") : tags.filter(({ selected }) => selected).map(({ id }) => id));
  if (tags.length === 0) {
    return (
      <Empty icon="tag" title={t("noTags.title")}>
        {t("noTags.text")}
      </Empty>
    );
  }
  const byId = new Map(tags.map((tag) => [tag.id, tag]));
  const order = sorting.order.filter((id) => byId.has(id));
  const shown = order.flatMap((id) => byId.get(id) ?? []);
  const choose = (selected: boolean) => {
    for (const box of list.current?.querySelectorAll<HTMLInputElement>("input[name=tags]") ?? []) box.checked = selected;
    list.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="form narrow">
      <label className="switch">
        <input type="checkbox" role="switch" name="groupByTags" defaultChecked={groupByTags} />
        <span>
          {t("group.label")} <small>{t("group.hint")} </small>
        </span>
      </label>
      <fieldset className="section" id="tags" tabIndex={-1}>
        <legend className="vh">{t("fields.tags")}</legend>
        <div className="controls">
          <ChooseAllOrNone onAll={() => choose(true)} onNone={() => choose(false)} />
        </div>
        <FieldError id="tags" errors={form?.errors.tags} />
        <ul className="select-list" ref={list}>
          {shown.map(({ id, name, titles }, place) => (
            <li key={id} data-entry={id} id={`entry-${id}`} className={sorting.dragged === id ? "sorted dragged" : "sorted"}>
              <input type="hidden" name="order" value={id} />
              <label className="select-row">
                <input type="checkbox" name="tags" value={id} defaultChecked={chosen.has(id)} />
                <span className="body">
                  <b>{name}</b>
                </span>
              </label>
              <SortButtons
                id={id}
                name={name}
                sorting={sorting}
                among={order}
                place={place}
                onMoved={(to) => setSaid(t("sort.moved", { name, place: to, count: shown.length }))}
              />
              <details className="picker-more">
                <summary>
                  <Icon name="chevron-right" small />
                  {t("articles", { count: titles.length })}
                  <span className="vh">: {name}</span>
                </summary>
                <ul className="plain-list">
                  {titles.map((title, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two articles may have the same title, and their order is fixed
                    <li key={index} dir="auto">
                      {title}
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        </ul>
      </fieldset>
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}
