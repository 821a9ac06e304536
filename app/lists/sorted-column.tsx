import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { chosenOrder, type ListOrder, type Sortable } from "./list-order";
import { changedSearch } from "./list-state";

interface SortedColumnProps<F extends string> {
  field: F;
  label: string;
  order: ListOrder<F>;
  sortable: Sortable<F>;
}

/** The header of a sortable column. It is a link, so every order has a URL. */
export function SortedColumn<F extends string>({ field, label, order, sortable }: SortedColumnProps<F>) {
  const { t } = useTranslation("people");
  const { search } = useLocation();
  const direction = order.sortBy === field ? order.sortDir : undefined;
  return (
    <th scope="col" aria-sort={direction && (direction === "asc" ? "ascending" : "descending")}>
      <Link to={`.${changedSearch(search, chosenOrder(field, order, sortable))}`} preventScrollReset>
        {label}
        {direction ? (
          <>
            <Icon name={direction === "asc" ? "sort-up" : "sort-down"} small />
            {/* For text browsers, which ignore `aria-sort`. */}
            <span className="vh"> {t(`sorted.${direction}`)}</span>
          </>
        ) : null}{" "}
      </Link>
    </th>
  );
}
