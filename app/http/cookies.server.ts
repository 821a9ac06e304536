import { config } from "~/config.server";

/** What every cookie has: it is for all pages, comes along from no other site's forms, and no script reads it. */
export const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure: config.secureCookies } as const;

/** Seconds: how long a browser keeps what it is to know when it comes back. */
export const oneYear = 365 * 24 * 60 * 60;
