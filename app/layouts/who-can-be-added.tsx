import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { href } from "~/paths";
import { useShell } from "./shell";

/** The hint of a field that takes people, with the way on for who looks for somebody that the workspace does not have yet. */
export function WhoCanBeAdded() {
  const { t } = useTranslation("people");
  const role = useShell()?.user?.role;
  return (
    <>
      {t("add.hint")}{" "}
      {role === "owner" || role === "admin" ? <Link to={href("clientInvitationNew", {})}>{t("add.invite")}</Link> : t("add.askToInvite")}
    </>
  );
}
