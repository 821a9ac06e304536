import { config } from "~/config.server";

/** A first segment that is not the product's is "Page not found" (decisions 1.1). */
export function requireProduct(segment: string | undefined): void {
  if (segment !== config.product.slug) throw new Response(null, { status: 404 });
}
