import { z } from "zod";
import {
  memberListSchema,
  type memberQuerySchema,
  type profileSchema,
  type Role,
  removalSchema,
  signedUpSchema,
  type signUpSchema,
  userSchema,
} from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type User = Camel<z.output<typeof userSchema>>;
export type Removal = Camel<z.output<typeof removalSchema>>;

/** The editable profile. */
export type Profile = Required<Camel<z.output<typeof profileSchema>>>;

const userPath = (id: string) => `/users/${encodeURIComponent(id)}`;

/** An account with its workspace. For the user's own account, `newsAfter` (ISO 8601) includes whether others have filed articles since. */
export const requireUser = (upstream: Upstream, id: string, query: { newsAfter?: string } = {}) =>
  upstream.get(userPath(id), userSchema, query);

type MemberQuery = Partial<Camel<z.output<typeof memberQuerySchema>>>;

/** A page of the workspace's people. */
export const listMembers = (upstream: Upstream, query: MemberQuery) => upstream.get("/users", memberListSchema, { ...query });

export const updateRole = (upstream: Upstream, id: string, role: Exclude<Role, "owner">) =>
  upstream.write("PUT", userPath(id), userSchema, { user: { role } });

/** Removes another person from the workspace. */
export const removeMember = (upstream: Upstream, id: string) => upstream.write("DELETE", userPath(id), z.undefined());

/** Changes the user's own profile; missing fields stay unchanged. */
export const updateProfile = (upstream: Upstream, id: string, profile: Partial<Profile>) =>
  upstream.write("PUT", userPath(id), userSchema, { user: profile });

/** Deletion preview of an account. */
export const requireRemoval = (upstream: Upstream, id: string) => upstream.get(`${userPath(id)}/removal`, removalSchema);

export const closeAccount = (upstream: Upstream, id: string, currentPassword: string) =>
  upstream.write("DELETE", userPath(id), z.undefined(), { currentPassword });

export type SignUp = Camel<z.output<typeof signUpSchema>>;

/** Creates an account, which becomes active once its e-mail address is confirmed. */
export const createAccount = (upstream: Upstream, user: SignUp) => upstream.write("POST", "/users", signedUpSchema, { user });
