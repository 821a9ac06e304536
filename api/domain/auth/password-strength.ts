import { findPasswordResetLink } from "../../db/auth/links";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { TooManyAttempts } from "../errors";
import { requireUser } from "../people/users";
import { createCounter } from "../rate-limit";
import { hashLinkSecret } from "./link-secrets";
import { type KnownBy, knownBy, passwordScore } from "./passwords";

/** Each costs a tenth of a second at most. Visitors of whom nobody says where they come from share one allowance. */
const allowance = { calls: 120, seconds: 60 };

interface Judged {
  password: string;
  /** The secret of a mail's link: its account's words count too. */
  token: string | undefined;
  words: string[];
}

/**
 * The score that a password would get where it is set: with the words of who is signed in, of the account behind a link, and those
 * given. A link that is not good any more adds none. Throws `TooManyAttempts`.
 */
export function createPasswordJudge(services: Services) {
  const count = createCounter(services, "password-strength", allowance);

  return async function judge(judged: Judged, { viewer, address }: { viewer: Viewer | undefined; address: string | undefined }) {
    const wait = await count(viewer?.userId ?? address ?? "");
    if (wait) throw new TooManyAttempts(wait);
    const words = [...(await wordsOfViewer(services, viewer)), ...(await wordsOfLink(services, judged.token)), ...judged.words];
    return passwordScore(judged.password, words);
  };
}

async function wordsOfViewer(services: Services, viewer: Viewer | undefined): Promise<KnownBy> {
  if (!viewer) return [];
  return knownBy(await requireUser(services, viewer, viewer.userId));
}

async function wordsOfLink({ database }: Services, token: string | undefined): Promise<KnownBy> {
  const link = token === undefined ? undefined : await findPasswordResetLink(database.db, hashLinkSecret(token));
  return link ? knownBy({ ...link.user, client: link.client }) : [];
}
