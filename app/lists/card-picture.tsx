import { isSmall, pictureSources } from "./picture-sources";

export interface Picture {
  id: string;
  width: number | null;
  height: number | null;
}

interface CardPictureProps {
  picture: Picture | null;
  place: "card" | "row";
  eager: boolean;
  /** As shown in a wide window, as CSS length. */
  width: string;
}

/** Decorative, because the title already describes it. w3m shows the name of the file for an empty `alt`, but nothing for a space. */
export function CardPicture({ picture, place, eager, width: shownWidth }: CardPictureProps) {
  if (!picture) return null;
  const { width, height } = picture;
  return (
    <img
      className={`${place}-picture${isSmall(picture, place) ? " small" : ""}`}
      {...pictureSources(picture)}
      sizes={place === "card" ? `(width < 48rem) 100vw, ${shownWidth}` : shownWidth}
      width={width ?? 960}
      height={height ?? 540}
      alt=" "
      aria-hidden="true"
      loading={eager ? "eager" : "lazy"}
    />
  );
}
