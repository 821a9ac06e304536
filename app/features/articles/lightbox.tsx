import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AttachmentItem } from "~/forms/attachments-field";
import { Icon } from "~/ui/icon";
import { href } from "../../../contract/paths";
import "./lightbox.css";

interface LightboxProps {
  pictures: AttachmentItem[];
  /** The index of the picture shown first. */
  first: number;
  onClose: () => void;
}

/** The minimum horizontal movement of a swipe. */
const swipePixels = 48;

/** Shows an article's pictures in a modal dialog. Arrow keys, Home and End navigate, Escape closes, and focus returns to where it was. */
export default function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const { t } = useTranslation(["articles", "shell"]);
  const [index, setIndex] = useState(first);
  const dialog = useRef<HTMLDialogElement>(null);
  const touched = useRef<number>();
  const count = pictures.length;
  const picture = pictures[index];

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing the dialog restores focus; removing an open dialog from the page does not.
    return () => element?.close();
  }, []);

  const step = (by: number) => setIndex((index + by + count) % count);
  const keys: Record<string, () => void> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => setIndex(0),
    End: () => setIndex(count - 1),
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const letGo = ({ clientX, pointerType }: PointerEvent) => {
    const moved = clientX - (touched.current ?? clientX);
    touched.current = undefined;
    if (pointerType !== "mouse" && Math.abs(moved) > swipePixels) step(moved < 0 ? 1 : -1);
  };

  if (!picture) return null;
  const { id, name, width, height, alt } = picture;
  return (
    <dialog
      className="lightbox"
      aria-label={t("articles:lightbox.label")}
      ref={dialog}
      onClose={onClose}
      onKeyDown={press}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <figure
        onPointerDown={({ clientX }) => {
          touched.current = clientX;
        }}
        onPointerUp={letGo}
      >
        <img
          key={id}
          src={href("file", { attachmentId: id, variant: "large" })}
          width={width ?? undefined}
          height={height ?? undefined}
          alt={alt ?? name}
          draggable={false}
        />
        <figcaption>
          <span role="status">
            {alt ?? name}
            {count > 1 ? <small>{t("articles:lightbox.position", { number: index + 1, count })}</small> : null}
          </span>
          <a href={href("file", { attachmentId: id, variant: "original" })} download={name}>
            {t("articles:lightbox.original")}
          </a>
        </figcaption>
      </figure>
      {count > 1 ? (
        <>
          <button className="btn square previous" type="button" onClick={() => step(-1)}>
            <Icon name="chevron-left" />
            <span className="vh">{t("articles:lightbox.previous")}</span>
          </button>
          <button className="btn square next" type="button" onClick={() => step(1)}>
            <Icon name="chevron-right" />
            <span className="vh">{t("articles:lightbox.next")}</span>
          </button>
        </>
      ) : null}
      <button className="btn square close" type="button" onClick={onClose}>
        <Icon name="close" />
        <span className="vh">{t("shell:close")}</span>
      </button>
    </dialog>
  );
}
