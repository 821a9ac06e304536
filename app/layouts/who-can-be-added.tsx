import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { href } from "../../contract/paths";
import { useShell } from "./shell";

/** The hint of a field for people, with a link to invite someone who is not in the workspace yet. */
export function WhoCanBeAdded() {
  const { t } = useTranslation("people");
  const role = useShell()?.user?.role;
  return (
    <>
      {t("add.hint")}{" "}
      {role === "owner" || role === "admin" ? <Link to={href("clientInvitationNew")}>{t("add.invite")}</Link> : t("add.askToInvite")}
    </>
  );
}
