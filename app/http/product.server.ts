import { config } from "~/config.server";

/** Throws a 404 if the first segment of the path is not the product's slug. */
export function requireProduct(segment: string | undefined): void {
  if (segment !== config.product.slug) throw new Response(null, { status: 404 });
}
