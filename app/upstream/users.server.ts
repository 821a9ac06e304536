import { z } from "zod";
import { memberListSchema, type memberSorts, type Role, removalSchema, signedUpSchema, userSchema } from "../../contract/rest/users";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type User = Camel<z.output<typeof userSchema>>;
export type Removal = Camel<z.output<typeof removalSchema>>;

/** What people say of themselves. */
export interface Profile {
  salutation: User["salutation"];
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  /** Names of tags. */
  interests: string[];
  visibility: User["visibility"];
  locale: NonNullable<User["locale"]>;
}

const userPath = (id: string) => `/users/${encodeURIComponent(id)}`;

/** An account with its workspace; `newsAfter`, ISO 8601, asks of one's own whether others filed articles since then. */
export const requireUser = (upstream: Upstream, id: string, query: { newsAfter?: string } = {}) =>
  upstream.get(userPath(id), userSchema, query);

interface MemberQuery {
  term?: string;
  role?: Role;
  /** Counted from 0. */
  page: number;
  sortBy: (typeof memberSorts)[number];
  sortDir: "asc" | "desc";
}

/** A page of the people of the workspace. */
export const listMembers = (upstream: Upstream, query: MemberQuery) => upstream.get("/users", memberListSchema, { ...query });

/** Gives somebody of the workspace another role. */
export const updateRole = (upstream: Upstream, id: string, role: Exclude<Role, "owner">) =>
  upstream.write("PUT", userPath(id), userSchema, { user: { role } });

/** Removes somebody else from the workspace. */
export const removeMember = (upstream: Upstream, id: string) => upstream.write("DELETE", userPath(id), z.undefined());

/** Changes one's own profile; what is left out stays. */
export const updateProfile = (upstream: Upstream, id: string, profile: Partial<Profile>) =>
  upstream.write("PUT", userPath(id), userSchema, { user: profile });

/** What would become of what if the account were removed. */
export const requireRemoval = (upstream: Upstream, id: string) => upstream.get(`${userPath(id)}/removal`, removalSchema);

/** Closes one's own account. */
export const closeAccount = (upstream: Upstream, id: string, currentPassword: string) =>
  upstream.write("DELETE", userPath(id), z.undefined(), { currentPassword });

export interface SignUp {
  workspace: string;
  email: string;
  password: string;
  passwordConfirmation: string;
}

/** A new account, which counts once its address is confirmed. */
export const createAccount = (upstream: Upstream, user: SignUp) => upstream.write("POST", "/users", signedUpSchema, { user });
