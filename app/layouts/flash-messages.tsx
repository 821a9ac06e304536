import { Form, Link, useLocation } from "@remix-run/react";
import { type AnimationEvent, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { FlashMessage } from "~/session/flash";
import { HiddenFields } from "~/ui/hidden-fields";
import { Icon } from "~/ui/icon";
import { href } from "../../contract/paths";

type FlashWithText = FlashMessage & { text: string; link?: { to: string; text: string } | undefined; undoText?: string | undefined };

/**
 * Flash messages at the bottom left, newest first, each shown once. CSS animations time them (10 s, plus 800 ms to close), so they also
 * disappear without JavaScript, and stay while hovered. Within an open modal dialog they are rendered inside it; outside they would be
 * covered and inert.
 */
export function FlashMessages({ flash }: { flash?: FlashWithText }) {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const [shown, setShown] = useState<FlashWithText[]>(flash ? [flash] : []);
  const [dialog, setDialog] = useState<Element | null>();

  useEffect(() => {
    if (!flash) return;
    setDialog(document.querySelector("dialog:modal"));
    setShown((before) => (before.some(({ uuid }) => uuid === flash.uuid) ? before : [flash, ...before]));
  }, [flash]);

  const remove = (uuid: string) => setShown((before) => before.filter((other) => other.uuid !== uuid));
  const messages = (
    <section className="notices" aria-label={t("flash.region")}>
      {shown.map(({ uuid, type, text, link, undo, undoText }) => (
        <div
          className={type === "error" ? "notice error" : `notice ${type} timed${undo ? " long" : ""}`}
          key={uuid}
          onAnimationEnd={(event: AnimationEvent) => {
            if (event.animationName === "notice-out") remove(uuid);
          }}
        >
          <Icon name={type} />
          <div role={type === "error" ? "alert" : "status"}>
            <p>
              {text}
              {link ? (
                <>
                  {" "}
                  <Link to={link.to}>{link.text}</Link>
                </>
              ) : null}
            </p>
            {undo ? (
              <Form method="post" action={href("trashRestore")} onSubmit={() => remove(uuid)} preventScrollReset>
                <HiddenFields
                  fields={[
                    ["of", undo.of],
                    ["id", undo.id],
                    ["to", undo.to ?? here],
                  ]}
                />
                <button className="btn small" type="submit">
                  {undoText}
                </button>
              </Form>
            ) : null}
          </div>
          <label className="close" title={t("flash.hide")}>
            <input type="checkbox" onChange={() => remove(uuid)} />
            <span className="vh">{t("flash.hide")}</span>
            <Icon name="close" small />
          </label>
        </div>
      ))}
    </section>
  );
  return dialog ? createPortal(messages, dialog) : messages;
}
