import { config } from "~/config.server";

/** The options of cookies. */
export const cookieOptions = {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  get secure() {
    return config.secureCookies;
  },
} as const;

/** In seconds. */
export const oneYear = 365 * 24 * 60 * 60;
