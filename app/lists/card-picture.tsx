import { isSmallOnCard, pictureSources } from "./picture-sources";

export interface Picture {
  id: string;
  width: number | null;
  height: number | null;
}

interface CardPictureProps {
  picture: Picture | null;
  /** Set on cards; without it, the picture has a fixed width. */
  className?: string;
  eager: boolean;
  /** As shown in a wide window, as CSS length. */
  width: string;
}

/** Decorative, because the title already describes it. w3m shows the name of the file for an empty `alt`, but nothing for a space. */
export function CardPicture({ picture, className, eager, width: shownWidth }: CardPictureProps) {
  if (!picture) return null;
  const { width, height } = picture;
  return (
    <img
      className={className && isSmallOnCard(picture) ? `${className} small` : className}
      {...pictureSources(picture)}
      sizes={className ? `(width < 48rem) 100vw, ${shownWidth}` : shownWidth}
      width={width ?? 960}
      height={height ?? 540}
      alt=" "
      aria-hidden="true"
      loading={eager ? "eager" : "lazy"}
    />
  );
}
