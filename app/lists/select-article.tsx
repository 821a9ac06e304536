import type { ComponentProps, ReactNode } from "react";
import { href } from "~/paths";

interface SelectArticleProps extends Pick<ComponentProps<"input">, "name" | "value" | "checked" | "disabled" | "onChange"> {
  title: string;
  /** Where it is from, and when, in one line. */
  facts: string;
  /** Of the title, where it is not the page's. */
  language?: string | null;
  pictureId: string | null;
  isPictureWide?: boolean;
  /** Why it cannot be chosen. */
  children?: ReactNode;
}

/** An article among others to choose from: all of its row ticks the box. */
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
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : null}
    </label>
  );
}
