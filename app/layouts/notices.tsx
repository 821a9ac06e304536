import { type AnimationEvent, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Notice } from "~/session/notice";
import { Icon } from "~/ui/icon";

type SaidNotice = Notice & { text: string };

/**
 * What was done, top right, newest first. A notice comes with one answer of the server and is shown once. Its time is the
 * stylesheet's (10 s, and 800 ms to close), so it also passes without script and waits while it is pointed at. It stands in the
 * dialog that is open: beside that it would be covered, and nobody's to hear or to press.
 */
export function Notices({ notice }: { notice?: SaidNotice }) {
  const { t } = useTranslation("shell");
  const [shown, setShown] = useState<SaidNotice[]>(notice ? [notice] : []);
  const [dialog, setDialog] = useState<Element | null>();

  useEffect(() => {
    if (!notice) return;
    setDialog(document.querySelector("dialog:modal"));
    setShown((before) => (before.some(({ uuid }) => uuid === notice.uuid) ? before : [notice, ...before]));
  }, [notice]);

  const remove = (uuid: string) => setShown((before) => before.filter((other) => other.uuid !== uuid));
  const notices = (
    <section className="notices" aria-label={t("notices.region")}>
      {shown.map(({ uuid, type, text }) => (
        <div
          className={type === "error" ? "notice error" : `notice ${type} timed`}
          role={type === "error" ? "alert" : "status"}
          key={uuid}
          onAnimationEnd={(event: AnimationEvent) => {
            if (event.animationName === "notice-out") remove(uuid);
          }}
        >
          <Icon name={type} />
          <div>
            <p>{text}</p>
          </div>
          <label className="close" title={t("notices.hide")}>
            <input type="checkbox" aria-label={t("notices.hide")} onChange={() => remove(uuid)} />
            <Icon name="close" small />
          </label>
        </div>
      ))}
    </section>
  );
  return dialog ? createPortal(notices, dialog) : notices;
}
