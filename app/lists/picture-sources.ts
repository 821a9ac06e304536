import { href } from "../../contract/paths";
import { variantWidths } from "../../contract/picture-variants";

/** In pixels; `null` if they were never measured. */
interface Size {
  width: number | null;
  height: number | null;
}

/** With fewer pixels, a picture would look enlarged on a card. */
export const isSmallOnCard = ({ width, height }: Size): boolean => width !== null && height !== null && (width < 400 || height < 200);

/** Whether a picture is wide enough to fill four cells of the grid. */
export const mayLead = ({ width }: Pick<Size, "width">): boolean => (width ?? 0) >= 800;

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
