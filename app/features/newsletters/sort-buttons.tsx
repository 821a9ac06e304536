import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import type { useOrder } from "./use-order";

interface SortButtonsProps {
  id: string;
  name: string;
  sorting: ReturnType<typeof useOrder>;
  /** The ids of the entries among which it can move, in order. */
  among: readonly string[];
  /** The index of `id` in `among`. */
  place: number;
  onMoved: (place: number) => void;
}

/** Up and down buttons, and a drag handle. Without JavaScript, the buttons submit the form. */
export function SortButtons({ id, name, sorting, among, place, onMoved }: SortButtonsProps) {
  const { t } = useTranslation("newsletters");
  const step = (event: MouseEvent<HTMLButtonElement>, by: -1 | 1) => {
    event.preventDefault();
    const other = among[place + by];
    if (other === undefined) return;
    sorting.move(id, other);
    onMoved(place + by + 1);
  };
  return (
    <span className="sort">
      <button
        className="btn quiet small square"
        type="submit"
        name="up"
        value={id}
        aria-disabled={place === 0 || undefined}
        onClick={(event) => step(event, -1)}
      >
        <Icon name="arrow-up" />
        <span className="vh">{t("sort.up", { name })}</span>
      </button>
      <button
        className="btn quiet small square down"
        type="submit"
        name="down"
        value={id}
        aria-disabled={place === among.length - 1 || undefined}
        onClick={(event) => step(event, 1)}
      >
        <Icon name="arrow-up" />
        <span className="vh">{t("sort.down", { name })}</span>
      </button>
      <span className="handle" aria-hidden="true" {...sorting.handle(id)}>
        <Icon name="list" />
      </span>
    </span>
  );
}
