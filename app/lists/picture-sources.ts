import { href } from "../../contract/paths";
import { variantWidths } from "../../contract/picture-variants";

/** The variants of a picture that browsers choose from, with their true widths: a width that is too large makes browsers enlarge them. */
export function pictureSources({ id, width }: { id: string; width: number | null }): { src: string; srcSet?: string } {
  const file = (variant: keyof typeof variantWidths) => href("file", { attachmentId: id, variant });
  const src = file("small");
  if (width !== null && width <= variantWidths.small) return { src };
  return {
    src,
    srcSet: `${src} ${variantWidths.small}w, ${file("large")} ${Math.min(width ?? variantWidths.large, variantWidths.large)}w`,
  };
}
