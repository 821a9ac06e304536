import { findPasswordResetLink } from "../../db/auth/links";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { requireUser } from "../people/users";
import { hashLinkSecret } from "./link-secrets";
import { type KnownBy, knownBy, passwordScore } from "./passwords";

interface Judged {
  password: string;
  /** The secret of a mail's link; the words about its account count too. */
  token: string | undefined;
  words: string[];
}

/**
 * The score that a password would get when it is set, given the words about the viewer, about the account of the link, and `words`. An invalid link
 * adds none. Throws `RateLimitReached`.
 */
export async function judgePassword(
  services: Services,
  judged: Judged,
  { viewer, address }: { viewer: Viewer | undefined; address: string | undefined },
) {
  await services.rateLimits.consume({ "password-strength": viewer?.userId ?? address ?? "" });
  const words = [...(await wordsOfViewer(services, viewer)), ...(await wordsOfLink(services, judged.token)), ...judged.words];
  return passwordScore(judged.password, words);
}

async function wordsOfViewer(services: Services, viewer: Viewer | undefined): Promise<KnownBy> {
  if (!viewer) return [];
  return knownBy(await requireUser(services, viewer, viewer.userId));
}

async function wordsOfLink({ database }: Services, token: string | undefined): Promise<KnownBy> {
  const link = token === undefined ? undefined : await findPasswordResetLink(database.db, hashLinkSecret(token));
  return link ? knownBy({ ...link.user, client: link.client }) : [];
}
