import { embedlySchema } from "../../contract/rest/embedly";
import type { Upstream } from "./client.server";

/** What can be read from a web page, or why it cannot. */
export const importPage = (upstream: Upstream, url: string) => upstream.ask("/embedly", embedlySchema, { url });

/** A small preview of a picture on somebody else's page, fetched by the API so that the browser asks nobody else. */
export const openPicturePreview = (upstream: Upstream, url: string) => upstream.open("/embedly/picture", { url });
