import { href } from "../../contract/paths";
import { variantWidths } from "../../contract/picture-variants";

/** In pixels; `null` if they were never measured. */
interface Size {
  width: number | null;
  height: number | null;
}

const isSmaller = ({ width, height }: Size, leastWidth: number, leastHeight: number): boolean =>
  width !== null && height !== null && (width < leastWidth || height < leastHeight);

/** Whether a picture that fills its place would be enlarged: on a card, or in the list. */
export const isSmall = (size: Size, place: "card" | "row"): boolean =>
  place === "card" ? isSmaller(size, 416, 300) : isSmaller(size, 144, 96);

/** Whether a picture is large enough to fill four cells of the grid. */
export const mayLead = (size: Size): boolean => (size.width ?? 0) >= 800 && (size.height ?? 350) >= 350;

/** The variants of a picture that browsers choose from, with their true widths: a width that is too large makes browsers enlarge them. */
export function pictureSources({ id, width }: { id: string } & Pick<Size, "width">): { src: string; srcSet?: string } {
  const file = (variant: keyof typeof variantWidths) => href("file", { attachmentId: id, variant });
  const src = file("small");
  if (width !== null && width <= variantWidths.small) return { src };
  return {
    src,
    srcSet: `${src} ${variantWidths.small}w, ${file("large")} ${Math.min(width ?? variantWidths.large, variantWidths.large)}w`,
  };
}
