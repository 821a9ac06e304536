import { Form, Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import type { Role } from "../../contract/rest/users";
import { changedSearch } from "./list-state";

interface PeopleToolsProps {
  term?: string;
  role?: Role;
}

/** Searches a list of people, and narrows it to a role. Every state of it has an address. */
export function PeopleTools({ term = "", role }: PeopleToolsProps) {
  const { t } = useTranslation("people");
  return (
    <div className="cluster tools">
      <Form className="with-icon grow" role="search" preventScrollReset key={term}>
        <Icon name="search" />
        <label className="vh" htmlFor="term">
          {t("search")}
        </label>
        <input className="input short" id="term" type="search" name="term" defaultValue={term} placeholder={t("placeholder")} />
        {role ? <input type="hidden" name="role" value={role} /> : null}
        {/* For text browsers, which send no form by the Enter key. */}
        <button className="vh" type="submit">
          {t("submit")}
        </button>
      </Form>
      <RoleFilter role={role} />
    </div>
  );
}

/** All of them, or those of one role. */
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
