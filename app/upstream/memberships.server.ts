import { z } from "zod";
import { membershipListSchema, membershipSchema } from "../../contract/rest/memberships";
import type { Role } from "../../contract/rest/users";
import type { Upstream } from "./client.server";

interface MembershipQuery {
  teamId: string;
  term?: string;
  role?: Role;
  /** Zero-based. */
  page: number;
}

/** A page of a team's members, in the order in which they joined. */
export const listMemberships = (upstream: Upstream, { teamId, ...query }: MembershipQuery) =>
  upstream.get("/memberships", membershipListSchema, { teamId, ...query });

/** A page of a person's teams, sorted by name; for owner and admins only. */
export const listMembershipsOf = (upstream: Upstream, { userId, page }: { userId: string; page: number }) =>
  upstream.get("/memberships", membershipListSchema, { userId, page });

export const createMembership = (
  upstream: Upstream,
  membership: { teamId: string; userId: string; role: "editor" | "admin" },
  idempotencyKey?: string,
) => upstream.write("POST", "/memberships", membershipSchema, { membership }, { idempotencyKey });

const membershipPath = (id: string) => `/memberships/${encodeURIComponent(id)}`;

/** A membership that the user may change. */
export const requireMembership = (upstream: Upstream, id: string) => upstream.get(membershipPath(id), membershipSchema);

export const deleteMembership = (upstream: Upstream, id: string) => upstream.write("DELETE", membershipPath(id), z.undefined());

/** Missing fields stay unchanged. */
export const updateMembership = (upstream: Upstream, id: string, membership: { role?: "admin" | "editor" | "reader"; active?: boolean }) =>
  upstream.write("PUT", membershipPath(id), membershipSchema, { membership });
