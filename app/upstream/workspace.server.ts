import type { z } from "zod";
import { writeMultipart } from "../../contract/multipart.server";
import { type clientChangeSchema, clientSchema } from "../../contract/rest/clients";
import { type Camel, toWire } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Client = Camel<z.output<typeof clientSchema>>;

/** The changed settings; missing ones stay unchanged. */
export type ClientChange = Camel<z.output<typeof clientChangeSchema>>;

const clientPath = (id: string) => `/clients/${encodeURIComponent(id)}`;

export const requireClient = (upstream: Upstream, id: string) => upstream.get(clientPath(id), clientSchema);

/** Saves a change based on `lockVersion`; 409 if someone else has saved since. */
export const updateClient = (upstream: Upstream, id: string, client: ClientChange) =>
  upstream.write("PUT", clientPath(id), clientSchema, { client });

/** Like `updateClient`, with a new logo. */
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

/** The response with the SVG of a logo. */
export const openLogo = (upstream: Upstream, file: string) => upstream.open(`/logos/${encodeURIComponent(file)}`);
