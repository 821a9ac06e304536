import { embedlySchema } from "../../contract/rest/embedly";
import type { Upstream } from "./client.server";

/** The content of a web page, or why it cannot be read. */
export const importPage = (upstream: Upstream, url: string) => upstream.ask("/embedly", embedlySchema, { url });

/** A thumbnail of a picture on another site, fetched by the API so that the browser does not contact that site. */
export const openPicturePreview = (upstream: Upstream, url: string) => upstream.open("/embedly/picture", { url });
