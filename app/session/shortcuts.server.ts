import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";

/** Whether keyboard shortcuts are on in this browser. Single keys must be switchable (WCAG 2.1.4). */
export const hasShortcuts = (request: Request): boolean => parse(request.headers.get("Cookie") ?? "")[cookieNames.shortcuts] !== "off";

/** The `Set-Cookie` value. */
export const switchShortcuts = (on: boolean): string =>
  serialize(cookieNames.shortcuts, on ? "" : "off", { ...cookieOptions, maxAge: on ? 0 : oneYear });
