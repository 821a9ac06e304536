import { createRoute, type z } from "@hono/zod-openapi";
import { digestLinkSchema, digestPreviewSchema, digestSettingsBodySchema, digestSettingsSchema } from "../../../contract/rest/digests";
import {
  changeDigestSettings,
  type DigestLinkState,
  endByDigestLink,
  getDigestSettings,
  previewDigest,
  requireDigestLink,
} from "../../domain/following/digests";
import type { Services } from "../../services";
import type { Api } from "../context";
import { invalid, json, jsonBody, refusals, tokenParams } from "../openapi";

const settingsRoute = createRoute({
  method: "get",
  path: "/digests/settings",
  summary: "When the caller gets digests of what they follow",
  tags: ["following"],
  responses: { 200: json(digestSettingsSchema, "The settings."), ...refusals(401) },
});

const changeSettingsRoute = createRoute({
  method: "put",
  path: "/digests/settings",
  summary: "Change when the caller gets digests",
  tags: ["following"],
  request: { body: jsonBody(digestSettingsBodySchema) },
  responses: { 200: json(digestSettingsSchema, "The settings."), ...invalid, ...refusals(400, 401, 413) },
});

const previewRoute = createRoute({
  method: "get",
  path: "/digests/preview",
  summary: "The digest that the caller would get now",
  tags: ["following"],
  responses: { 200: json(digestPreviewSchema, "The digest, or `null` if there is nothing new."), ...refusals(401) },
});

const path = "/digest_links/{token}";
const request = { params: tokenParams };

const linkRoute = createRoute({
  method: "get",
  path,
  summary: "What a link in a digest ends",
  tags: ["following"],
  security: [],
  request,
  responses: { 200: json(digestLinkSchema, "The follow, or all digests."), ...refusals(404) },
});

const endRoute = createRoute({
  method: "post",
  path,
  summary: "End a follow or all digests, without a session; the body is ignored (RFC 8058)",
  tags: ["following"],
  security: [],
  request,
  responses: { 200: json(digestLinkSchema, "Ended."), ...refusals(404) },
});

/** For readers of digests, who need no session. */
export function registerDigestLinks(api: Api, services: Services): void {
  api.openapi(linkRoute, async (c) => c.json(toWire(await requireDigestLink(services, c.req.valid("param").token)), 200));

  api.openapi(endRoute, async (c) => c.json(toWire(await endByDigestLink(services, c.req.valid("param").token)), 200));
}

export function registerDigests(api: Api, services: Services): void {
  api.openapi(settingsRoute, async (c) => c.json(await getDigestSettings(services, c.get("viewer")), 200));

  api.openapi(changeSettingsRoute, async (c) => {
    const { settings } = c.req.valid("json");
    await changeDigestSettings(services, c.get("viewer"), settings);
    return c.json(settings, 200);
  });

  api.openapi(previewRoute, async (c) => {
    const digest = await previewDigest(services, c.get("viewer"));
    return c.json({ digest: digest ? { subject: digest.subject, html: digest.html } : null }, 200);
  });
}

const toWire = ({ email, followId, name, isActive }: DigestLinkState): z.infer<typeof digestLinkSchema> => ({
  email,
  follow_id: followId,
  name,
  active: isActive,
});
