import { isRouteErrorResponse, type MetaFunction } from "@remix-run/react";
import { failedForm } from "~/forms/failed-form";
import type { loadShell } from "./shell.server";

type RootMatch = { root: typeof loadShell };

/** "Title – Product", from the `title` that a page's loader answers, or of what went wrong. An overlay's title is the document's. */
export const pageMeta: MetaFunction<unknown, RootMatch> = ({ data, error, matches }) => {
  const shell = shellOf(matches);
  const product = shell?.product.name ?? "Folda";
  const title = (data as { title?: string } | undefined)?.title ?? (error ? shell?.errorTitles[errorKind(error)] : undefined);
  return [{ title: title ? `${title} – ${product}` : product }];
};

/** The title of an error page; without an error it says nothing. */
export const errorMeta: MetaFunction<unknown, RootMatch> = ({ error, matches }) => {
  const shell = shellOf(matches);
  const title = error && shell ? (failedForm(error)?.kept?.title ?? shell.errorTitles[errorKind(error)]) : undefined;
  const product = shell?.product.name ?? "Folda";
  return [{ title: title ? `${title} – ${product}` : product }];
};

type ErrorKind = "notFound" | "forbidden" | "unavailable" | "tooLarge" | "failed";

/** The five things that can go wrong with a page, as keys below `errors` of the shell's texts. */
export function errorKind(error: unknown): ErrorKind {
  // What browsers throw for a network that is not there; the server says nothing of the kind of its errors.
  if (error instanceof TypeError) return "unavailable";
  return kindOfStatus(isRouteErrorResponse(error) ? error.status : 500);
}

/** Whether the same request may succeed later. */
export const mayPass = (error: unknown): boolean => ["failed", "unavailable"].includes(errorKind(error));

export function kindOfStatus(status: number): ErrorKind {
  if (status === 404) return "notFound";
  if (status === 403) return "forbidden";
  if (status === 413) return "tooLarge";
  return status === 503 ? "unavailable" : "failed";
}

/** The id of the request that the API failed, where the answer says it. A page fetched by script knows no other. */
export function failedRequest(error: unknown): string | undefined {
  const said = failedForm(error)?.requestId ?? (isRouteErrorResponse(error) ? error.data : undefined);
  return typeof said === "string" && /^[\w-]{8,64}$/.test(said) ? said : undefined;
}

function shellOf(matches: Parameters<MetaFunction<unknown, RootMatch>>[0]["matches"]) {
  return matches.find((match) => match.id === "root")?.data;
}
