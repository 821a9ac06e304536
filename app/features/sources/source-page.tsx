import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "~/layouts/page";
import { useProductSlug } from "~/layouts/shell";
import { Breadcrumb } from "~/ui/breadcrumb";
import { href } from "../../../contract/paths";

interface SourcePageProps {
  /** Missing on error pages. */
  folder?: { id: string; name: string };
  title: string;
  lead?: string;
  /** Whether the page is below the list of sources. */
  isBelow?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages about a folder's sources. */
export function SourcePage({ folder, title, lead, isBelow = false, action, children }: SourcePageProps) {
  const { t } = useTranslation(["sources", "folders", "shell"]);
  const product = useProductSlug();
  const links = folder
    ? [
        { to: href("folders", { product }), text: t("folders:title") },
        { to: href("folder", { product, folderId: folder.id }), text: folder.name },
        ...(isBelow ? [{ to: href("folderSources", { product, folderId: folder.id }), text: t("sources:title") }] : []),
      ]
    : [];
  return (
    <Page>
      {folder ? <Breadcrumb label={t("shell:path")} links={links} current={title} /> : null}
      <div className="head">
        <div>
          <h1 dir="auto">{title}</h1>
          {lead ? <p>{lead}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </Page>
  );
}
