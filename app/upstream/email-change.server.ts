import { z } from "zod";
import { type emailChangeSchema, pendingEmailSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type EmailChange = Camel<z.output<typeof emailChangeSchema>>;

/** The pending change of the user's own address, or `null`. */
export const findEmailChange = (upstream: Upstream) => upstream.get("/change_email", pendingEmailSchema);

export const changeEmail = (upstream: Upstream, change: EmailChange) => upstream.write("POST", "/change_email", z.undefined(), change);

export const cancelEmailChange = (upstream: Upstream) => upstream.write("DELETE", "/change_email", z.undefined());
