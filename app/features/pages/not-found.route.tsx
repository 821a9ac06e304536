export const handle = { hydrate: false };

/** Any other path. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
