import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "~/layouts/page";
import { useProductSlug } from "~/layouts/shell";
import { Breadcrumb } from "~/ui/breadcrumb";
import { href } from "../../../contract/paths";

interface SubscriberPageProps {
  /** Missing on error pages. */
  folder?: { id: string; name: string };
  title: string;
  lead: string;
  /** Whether the page is below the list of subscribers. */
  isBelow?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages about a folder's subscribers. */
export function SubscriberPage({ folder, title, lead, isBelow = false, action, children }: SubscriberPageProps) {
  const { t } = useTranslation(["subscribers", "folders", "shell"]);
  const product = useProductSlug();
  const links = folder
    ? [
        { to: href("folders", { product }), text: t("folders:title") },
        { to: href("folder", { product, folderId: folder.id }), text: folder.name },
        ...(isBelow ? [{ to: href("subscribers", { product, folderId: folder.id }), text: t("subscribers:title") }] : []),
      ]
    : [];
  return (
    <Page>
      {folder ? <Breadcrumb label={t("shell:path")} links={links} current={title} /> : null}
      <div className="head">
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </Page>
  );
}
