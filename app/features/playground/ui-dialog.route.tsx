import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { CloseFoot } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["playground"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await requireSession(request);
  return data({ title: translator(locale)("playground:modal.title") });
}

export default function UiDialog() {
  const { t } = useTranslation(["playground", "shell"]);
  const { below } = useOverlay();
  return (
    <Dialog title={t("playground:modal.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <div className="dialog-body">
        <p>{t("playground:modal.text")}</p>
      </div>
      <CloseFoot closeTo={below} label={t("playground:modal.done")} />
    </Dialog>
  );
}
