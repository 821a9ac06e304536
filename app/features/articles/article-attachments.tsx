import { lazy, type MouseEvent, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AttachmentItem } from "~/forms/attachments-field";
import { Icon } from "~/ui/icon";
import { href } from "../../../contract/paths";

/** Pictures in a gallery, other files as downloads. */
export function ArticleAttachments({ attachments }: { attachments: AttachmentItem[] }) {
  const { t } = useTranslation("articles");
  const pictures = attachments.filter(({ isPicture }) => isPicture);
  const files = attachments.filter(({ isPicture }) => !isPicture);
  if (attachments.length === 0) return null;
  return (
    <section className="section" aria-labelledby="anhaenge">
      <div className="section-head">
        <h2 id="anhaenge">{t("attachments")}</h2>
        <span className="soft push">{t("filesCount", { count: attachments.length })}</span>
      </div>
      <div className="stack tight">
        {pictures.length > 0 ? <Gallery pictures={pictures} /> : null}
        {files.map(({ id, name, kind }) => (
          <a className="attachment" key={id} href={href("file", { attachmentId: id, variant: "original" })} download={name}>
            <Icon name="file" />
            <span>
              <b>{name}</b> <small>{kind}</small>
            </span>
            <Icon name="download" />
          </a>
        ))}
      </div>
    </section>
  );
}

const Lightbox = lazy(() => import("./lightbox"));

/** Pictures link to their large version; with JavaScript they open in a lightbox instead. */
function Gallery({ pictures }: { pictures: AttachmentItem[] }) {
  const [shown, setShown] = useState<number>();
  const open = (event: MouseEvent, index: number) => {
    // Let the browser open a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setShown(index);
  };
  return (
    <>
      <div className="gallery">
        {pictures.map(({ id, name, width, height, alt }, index) => (
          <a key={id} href={href("file", { attachmentId: id, variant: "large" })} onClick={(event) => open(event, index)}>
            <img
              src={href("file", { attachmentId: id, variant: "small" })}
              width={width ?? 480}
              height={height ?? 320}
              alt={alt ?? name}
              loading="lazy"
              decoding="async"
            />
          </a>
        ))}
      </div>
      {shown === undefined ? null : (
        <Suspense fallback={null}>
          <Lightbox pictures={pictures} first={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}
