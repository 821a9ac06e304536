import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { href } from "../../contract/paths";

/** A mandatory step before anything else: it has no page below it, and the only alternative is to sign out. */
export function FullScreenPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation("shell");
  return (
    <dialog open className="full center" aria-modal="true" aria-labelledby="dialog-title">
      <header>
        <div className="wrap">
          <h2 id="dialog-title">{title}</h2>
          <form className="close" method="post" action={href("signOut")}>
            <button className="btn quiet" type="submit">
              <Icon name="logout" />
              {t("signOut")}
            </button>
          </form>
        </div>
      </header>
      <main className="scroll">
        <div className="wrap">
          <div className="gate">{children}</div>
        </div>
      </main>
    </dialog>
  );
}
