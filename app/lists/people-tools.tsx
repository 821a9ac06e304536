import { Form, Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import type { Role } from "../../contract/rest/users";
import { changedSearch } from "./list-state";
import { useFormOfAddress } from "./use-form-of-address";

interface PeopleToolsProps {
  term?: string;
  role?: Role;
}

/** Search and role filter of a list of people. Every state has a URL. */
export function PeopleTools({ term = "", role }: PeopleToolsProps) {
  const { t } = useTranslation("people");
  return (
    <div className="cluster tools">
      <ListSearch term={term} label={t("search")} placeholder={t("placeholder")} />
      <RoleFilter role={role} />
    </div>
  );
}

interface ListSearchProps {
  term?: string;
  label: string;
  placeholder?: string;
}

/** Searches a list, keeping the other parameters of its URL. */
export function ListSearch({ term = "", label, placeholder }: ListSearchProps) {
  const { t } = useTranslation("people");
  const { search } = useLocation();
  const form = useFormOfAddress(search);
  const kept = [...new URLSearchParams(search)].filter(([name]) => name !== "term" && name !== "page");
  return (
    <Form className="with-icon grow" role="search" preventScrollReset ref={form}>
      <Icon name="search" />
      <label className="vh" htmlFor="term">
        {label}
      </label>
      <input className="input short" id="term" type="search" name="term" defaultValue={term} placeholder={placeholder} dir="auto" />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* For text browsers, in which Enter does not submit forms. */}
      <button className="vh" type="submit">
        {t("submit")}
      </button>
    </Form>
  );
}

function RoleFilter({ role }: { role?: Role }) {
  const { t } = useTranslation(["people", "shell"]);
  const { search } = useLocation();
  return (
    <nav className="radiobar" aria-label={t("people:byRole")}>
      {([undefined, "owner", "admin", "editor", "reader"] as const).map((one) => (
        <Link
          key={one ?? "all"}
          to={`.${changedSearch(search, { role: one ?? null })}`}
          aria-current={one === role ? "true" : undefined}
          preventScrollReset
        >
          {one ? t(`shell:roles.${one}`) : t("people:all")}{" "}
        </Link>
      ))}
    </nav>
  );
}
