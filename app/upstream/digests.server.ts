import { type DigestSettings, digestLinkSchema, digestPreviewSchema, digestSettingsSchema } from "../../contract/rest/digests";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

export const requireDigestSettings = (upstream: Upstream) => upstream.get("/digests/settings", digestSettingsSchema);

export const updateDigestSettings = (upstream: Upstream, settings: DigestSettings) =>
  upstream.write("PUT", "/digests/settings", digestSettingsSchema, { settings });

/** The digest that the user would get now; `null` if there is nothing new. */
export const previewDigest = async (upstream: Upstream) => (await upstream.get("/digests/preview", digestPreviewSchema)).digest;

const linkPath = (token: string) => `/digest_links/${encodeURIComponent(token)}`;

/** The state of the follow or digests that a link ends; `undefined` for an invalid link. */
export const findDigestLink = (upstream: Upstream, token: string) => unlessGone(upstream.get(linkPath(token), digestLinkSchema));

/** Ends the follow or digests of a link. Idempotent. */
export const endByDigestLink = (upstream: Upstream, token: string) => unlessGone(upstream.write("POST", linkPath(token), digestLinkSchema));
