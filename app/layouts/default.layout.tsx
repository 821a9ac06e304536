import { Outlet } from "@remix-run/react";
import { ErrorPage } from "./error-page";

export { errorMeta as meta } from "./page-meta";

/** The usual surroundings. What goes wrong in a page is shown inside them. */
export default function DefaultLayout() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
