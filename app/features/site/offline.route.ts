import type { LoaderFunctionArgs } from "@remix-run/node";
import { localeOf } from "~/i18n/locale.server";
import { offlinePage } from "./offline-page.server";

/** The page that the service worker caches and shows while offline. It is the same for everyone. */
export const loader = async ({ request }: LoaderFunctionArgs) => offlinePage(await localeOf(request));
