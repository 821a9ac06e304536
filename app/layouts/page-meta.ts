import { isRouteErrorResponse, type MetaFunction } from "@remix-run/react";
import { failedForm, refusalReason } from "~/forms/failed-form";
import { type ErrorKind, kindOfStatus } from "~/http/error-kind";
import type { loadShell } from "./shell.server";

type RootMatch = { root: typeof loadShell };

/** "Title – Product", using the `title` returned by the page's loader, or that of an error. An overlay's title takes precedence. */
export const pageMeta: MetaFunction<unknown, RootMatch> = ({ data, error, matches }) => {
  const shell = shellOf(matches);
  const product = shell?.product.name ?? "Folda";
  const title =
    (data as { title?: string } | undefined)?.title ??
    (error ? (refusalReason(error)?.title ?? shell?.errorTitles[errorKind(error)]) : undefined);
  return [{ title: title ? `${title} – ${product}` : product }];
};

/** The title of an error page, or just the product's name without an error. */
export const errorMeta: MetaFunction<unknown, RootMatch> = ({ error, matches }) => {
  const shell = shellOf(matches);
  const title =
    error && shell ? (refusalReason(error)?.title ?? failedForm(error)?.kept?.title ?? shell.errorTitles[errorKind(error)]) : undefined;
  const product = shell?.product.name ?? "Folda";
  return [{ title: title ? `${title} – ${product}` : product }];
};

export function errorKind(error: unknown): ErrorKind {
  // Browsers throw a TypeError if there is no network; the server never reveals the types of its errors.
  if (error instanceof TypeError) return "unavailable";
  return kindOfStatus(isRouteErrorResponse(error) ? error.status : 500);
}

/** Whether the same request may succeed later. */
export const mayPass = (error: unknown): boolean => ["failed", "unavailable"].includes(errorKind(error));

/** The id of the request for which the API failed, if the response contains it. Pages loaded by JavaScript have no other id. */
export function failedRequest(error: unknown): string | undefined {
  const said = failedForm(error)?.requestId ?? (isRouteErrorResponse(error) ? error.data : undefined);
  return typeof said === "string" && /^[\w-]{8,64}$/.test(said) ? said : undefined;
}

function shellOf(matches: Parameters<MetaFunction<unknown, RootMatch>>[0]["matches"]) {
  return matches.find((match) => match.id === "root")?.data;
}
