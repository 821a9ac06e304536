import type { LoaderFunctionArgs } from "@remix-run/node";
import { localeOf } from "~/i18n/locale.server";
import { offlinePage } from "./offline-page.server";

/** What the worker shows where no page can be loaded. It is the same for everybody, and nothing else is kept. */
export const loader = async ({ request }: LoaderFunctionArgs) => offlinePage(await localeOf(request));
