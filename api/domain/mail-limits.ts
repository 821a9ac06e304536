import type { FieldProblem } from "../../contract/errors";
import { listMemberEmails } from "../db/auth/accounts";
import type { Transaction } from "../db/pool";
import type { Viewer } from "../permissions/viewer";
import type { Services } from "../services";
import { MailLimitReached } from "./errors";

// Mails to typed addresses. Counted in the transaction that enqueues them: rejected or failed requests do not count, and concurrent requests
// wait for each other.

type Needs = Pick<Services, "rateLimits">;

const toHours = (seconds: number) => Math.ceil(seconds / 3600);

/**
 * Counts a preview to these addresses. Throws `MailLimitReached` when the person has sent too many previews in an hour, or when the person
 * or the workspace has used too many different addresses in a day that belong to no member of the workspace.
 */
export async function countPreview({ rateLimits }: Needs, tx: Transaction, viewer: Viewer, addresses: string[]): Promise<void> {
  const { clientId, userId } = viewer;
  const refuse = (problem: FieldProblem, seconds: number) => new MailLimitReached({ previewRecipients: [problem] }, seconds);
  const { used, max, seconds } = await rateLimits.countIn(tx, "previews", userId);
  if (used > max) throw refuse({ key: "previewsTooOften", values: { max, minutes: Math.ceil(seconds / 60) } }, seconds);

  const members = new Set(await listMemberEmails(tx, clientId, addresses));
  const outside = [...new Set(addresses.map((address) => address.toLowerCase()))].filter((address) => !members.has(address)).sort();
  if (outside.length === 0) return;
  for (const { name, of, key } of [
    { name: "preview-addresses", of: userId, key: "tooManyOutside" },
    { name: "preview-addresses-workspace", of: clientId, key: "tooManyOutsideWorkspace" },
  ] as const) {
    // Locks the sum before the addresses are counted. They expire with it.
    const { seconds: duration } = await rateLimits.countIn(tx, name, of, { points: 0 });
    let added = 0;
    for (const address of outside) {
      const { used: times } = await rateLimits.countIn(tx, "preview-address", `${of}\0${address}`, { duration });
      if (times === 1) added += 1;
    }
    const { used: sum, max: most } = await rateLimits.countIn(tx, name, of, { points: added });
    if (added > 0 && sum > most) throw refuse({ key, values: { max: most, hours: toHours(duration) } }, duration);
  }
}

/**
 * Counts mails with invitations. Throws `MailLimitReached` when the workspace sends too many in a day, or one person more than half of
 * them, so that one account cannot use up all of them.
 */
export async function countInvitations({ rateLimits }: Needs, tx: Transaction, { clientId, userId }: Viewer, count: number): Promise<void> {
  for (const { name, of, key } of [
    { name: "invitations", of: clientId, key: "tooManyInvitations" },
    { name: "invitations-by-person", of: userId, key: "tooManyOwnInvitations" },
  ] as const) {
    const { used, max, seconds } = await rateLimits.countIn(tx, name, of, { points: count });
    if (used <= max) continue;
    const values = { max, left: Math.max(0, max - (used - count)), hours: toHours(seconds) };
    throw new MailLimitReached({ emailAddresses: [{ key, values }] }, seconds);
  }
}
