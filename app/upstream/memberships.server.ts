import { membershipListSchema, membershipSchema } from "../../contract/rest/memberships";
import type { Role } from "../../contract/rest/users";
import type { Upstream } from "./client.server";

interface MembershipQuery {
  teamId: string;
  term?: string;
  role?: Role;
  /** Counted from 0. */
  page: number;
}

/** A page of a team's people, those who came first before all others. */
export const listMemberships = (upstream: Upstream, { teamId, ...query }: MembershipQuery) =>
  upstream.get("/memberships", membershipListSchema, { teamId, ...query });

/** A page of the teams that somebody is in, by name; for owner and admins. */
export const listMembershipsOf = (upstream: Upstream, { userId, page }: { userId: string; page: number }) =>
  upstream.get("/memberships", membershipListSchema, { userId, page });

export const createMembership = (
  upstream: Upstream,
  membership: { teamId: string; userId: string; role: "editor" | "admin" },
  idempotencyKey?: string,
) => upstream.write("POST", "/memberships", membershipSchema, { membership }, { idempotencyKey });

/** What is left out stays. */
export const updateMembership = (upstream: Upstream, id: string, membership: { role?: "admin" | "editor" | "reader"; active?: boolean }) =>
  upstream.write("PUT", `/memberships/${encodeURIComponent(id)}`, membershipSchema, { membership });
