import type { ComponentProps, ReactNode } from "react";
import { href } from "../../contract/paths";

interface SelectArticleProps extends Pick<ComponentProps<"input">, "name" | "value" | "checked" | "disabled" | "onChange"> {
  title: string;
  /** Source and date in one line. */
  facts: string;
  /** The language of the title, if it differs from the page's. */
  language?: string | null;
  pictureId: string | null;
  isPictureWide?: boolean;
  /** Explains why it cannot be chosen. */
  children?: ReactNode;
}

/** A selectable article. A click anywhere on its row toggles the checkbox. */
export function SelectArticle({ title, facts, language, pictureId, isPictureWide = false, children, ...box }: SelectArticleProps) {
  return (
    <label className="select-row">
      <input type="checkbox" {...box} />
      <span className="body">
        <b dir="auto" lang={language ?? undefined}>
          {title}
        </b>{" "}
        <small>{facts}</small>
        {children ? <> {children}</> : null}
      </span>
      {pictureId ? (
        <img
          className={isPictureWide ? "thumb wide" : "thumb"}
          src={href("file", { attachmentId: pictureId, variant: "small" })}
          width={480}
          height={320}
          alt=" "
          aria-hidden="true"
          loading="lazy"
          decoding="async"
        />
      ) : null}
    </label>
  );
}
