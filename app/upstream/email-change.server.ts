import { z } from "zod";
import { pendingEmailSchema } from "../../contract/rest/users";
import type { Upstream } from "./client.server";

export interface EmailChange {
  currentPassword: string;
  email: string;
  emailConfirmation: string;
}

/** The change of one's own address that waits to be confirmed, or `null`. */
export const findEmailChange = (upstream: Upstream) => upstream.get("/change_email", pendingEmailSchema);

export const changeEmail = (upstream: Upstream, change: EmailChange) => upstream.write("POST", "/change_email", z.undefined(), change);

export const cancelEmailChange = (upstream: Upstream) => upstream.write("DELETE", "/change_email", z.undefined());
