import { createRoute } from "@hono/zod-openapi";
import * as limits from "../../../contract/limits";
import {
  accountClosingSchema,
  changedUserSchema,
  memberListSchema,
  memberQuerySchema,
  memberSchema,
  removalSchema,
  userChangeBodySchema,
  userQuerySchema,
  userSchema,
} from "../../../contract/rest/users";
import { fromWire } from "../../../contract/wire";
import { changePassword } from "../../domain/account/password-change";
import { changeProfile } from "../../domain/account/profile";
import { closeAccount, type Removal, requireRemoval } from "../../domain/account/user-removal";
import { changeRole, listMembers, type Member, removeMember } from "../../domain/people/members";
import { requireUser, type User } from "../../domain/people/users";
import type { Services } from "../../services";
import { withAvatar } from "../articles/article-wire";
import type { Api } from "../context";
import { requireValid } from "../errors";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toMeta } from "../paging";
import { toAnswer } from "../to-answer";
import { withLogo } from "../workspace/client-wire";

const listRoute = createRoute({
  method: "get",
  path: "/users",
  summary: "A page of the members of the workspace, for owner and admins",
  tags: ["users"],
  request: { query: memberQuerySchema },
  responses: { 200: json(memberListSchema, "The page."), ...invalid, ...refusals(401, 403) },
});

const showRoute = createRoute({
  method: "get",
  path: "/users/{id}",
  summary: "An account with its workspace: the caller's own, any account for owner and admins, public profiles for others",
  tags: ["users"],
  request: { params: idParams, query: userQuerySchema },
  responses: { 200: json(userSchema, "The account."), ...invalid, ...refusals(401, 404) },
});

const changeRoute = createRoute({
  method: "put",
  path: "/users/{id}",
  summary: "Change the caller's password or profile (omitted fields stay); for owner and admins, the role of anyone but the owner",
  tags: ["users"],
  request: { params: idParams, body: jsonBody(userChangeBodySchema) },
  responses: { 200: json(changedUserSchema, "The changed account."), ...invalid, ...refusals(400, 401, 403, 404, 413, 429) },
});

const removalRoute = createRoute({
  method: "get",
  path: "/users/{id}/removal",
  summary: "Preview the removal of an account",
  tags: ["users"],
  request: { params: idParams },
  responses: { 200: json(removalSchema, "What stays, and what is deleted."), ...refusals(401, 403, 404) },
});

const closeRoute = createRoute({
  method: "delete",
  path: "/users/{id}",
  summary: "Close the caller's account, with its password; for owner and admins, remove anyone but the owner, without a body",
  tags: ["users"],
  // Required only for the caller's own account.
  request: { params: idParams, body: { ...jsonBody(accountClosingSchema.partial()), required: false } },
  responses: { 204: { description: "Closed, and its sessions have ended." }, ...invalid, ...refusals(400, 401, 403, 404, 413, 429) },
});

export function registerUsers(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const { role, page, term, sort_by: sortBy, sort_dir: sortDir } = c.req.valid("query");
    const wanted = { term, role: role === "all" ? undefined : role, page, sortBy, sortDir };
    const { entries, total, isBound } = await listMembers(services, c.get("viewer"), wanted);
    return c.json({ entries: entries.map(toMember), meta: toMeta(page, limits.membersPerPage, total, { isBound }) }, 200);
  });

  api.openapi(showRoute, async (c) => {
    const { news_after: newsAfter } = c.req.valid("query");
    return c.json(toWire(await requireUser(services, c.get("viewer"), c.req.valid("param").id, { newsAfter })), 200);
  });

  api.openapi(changeRoute, async (c) => {
    const { user } = c.req.valid("json");
    const { id } = c.req.valid("param");
    const viewer = c.get("viewer");
    if ("role" in user) return c.json(toWire(await changeRole(services, viewer, id, user.role)), 200);
    if (!("current_password" in user)) return c.json(toWire(await changeProfile(services, viewer, id, fromWire(user))), 200);
    const changed = await changePassword(services, viewer, id, fromWire(user), c.req.header("User-Agent"));
    return c.json({ ...toWire(changed.user), auth_token: changed.token }, 200);
  });

  api.openapi(removalRoute, async (c) => {
    return c.json(toRemoval(await requireRemoval(services, c.get("viewer"), c.req.valid("param").id)), 200);
  });

  api.openapi(closeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const viewer = c.get("viewer");
    if (id !== viewer.userId) await removeMember(services, viewer, id);
    else await closeAccount(services, viewer, id, requireValid(accountClosingSchema, c.req.valid("json")).current_password);
    return c.body(null, 204);
  });
}

const toWire = (user: User) =>
  toAnswer(userSchema, {
    ...withAvatar(user),
    hasNews: user.hasNews ?? undefined,
    hasUnread: user.hasUnread ?? undefined,
    client: withLogo(user.client),
  });

const toMember = (member: Member) => toAnswer(memberSchema, withAvatar(member));

const toRemoval = (removal: Removal) => toAnswer(removalSchema, removal);
