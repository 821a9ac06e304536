import { Outlet } from "@remix-run/react";
import { ErrorPage } from "./error-page";

export { errorMeta as meta } from "./page-meta";

/** The default layout. A page's errors are shown inside it. */
export default function DefaultLayout() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
