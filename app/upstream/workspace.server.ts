import type { z } from "zod";
import { writeMultipart } from "../../contract/multipart.server";
import { clientSchema } from "../../contract/rest/clients";
import { type Camel, toWire } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Client = Camel<z.output<typeof clientSchema>>;

/** What can be changed; what is left out stays. */
export interface ClientChange {
  workspace?: string;
  name?: string;
  emailSignature?: string | null;
  signupEnabled?: boolean;
  emailWhitelist?: string[];
  emailBlacklist?: string[];
  external?: boolean;
  shareable?: boolean;
  removeLogo?: boolean;
  /** As JSON; `null` for the product's own colours. */
  theme?: string | null;
  lockVersion?: number;
}

const clientPath = (id: string) => `/clients/${encodeURIComponent(id)}`;

export const requireClient = (upstream: Upstream, id: string) => upstream.get(clientPath(id), clientSchema);

/** Saves a change that started from `lockVersion`; 409 when somebody else saved since. */
export const updateClient = (upstream: Upstream, id: string, client: ClientChange) =>
  upstream.write("PUT", clientPath(id), clientSchema, { client });

/** The same with a new logo. */
export const updateClientWithLogo = (
  upstream: Upstream,
  id: string,
  client: ClientChange,
  logo: { name: string; content(): AsyncIterable<Uint8Array> },
) => {
  const fields = { client: JSON.stringify(toWire(client)) };
  const form = writeMultipart(fields, { field: "logo", filename: logo.name, content: logo.content() });
  return upstream.upload(clientPath(id), clientSchema, form, { method: "PUT" });
};

/** The drawing of a logo as the API answers it. */
export const openLogo = (upstream: Upstream, file: string) => upstream.open(`/logos/${encodeURIComponent(file)}`);
