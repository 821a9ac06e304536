import type { FieldProblem } from "../../contract/errors";
import { countInWindow, takeOnce } from "../db/attempts";
import { listMemberEmails } from "../db/auth/accounts";
import type { Transaction } from "../db/pool";
import type { Viewer } from "../permissions/viewer";
import type { Services } from "../services";
import { MailLimitReached } from "./errors";
import { counterKey } from "./rate-limit";

// Mails to typed addresses. Counted in the transaction that enqueues them: rejected or failed requests do not count, and requests at
// the same time wait for each other.

type Needs = Pick<Services, "config">;

const hour = 60 * 60;
const day = 24 * hour;
const previewsPerHour = 30;
/** A workspace sends previews to as many outside addresses as this many of its people. */
const peoplesWorth = 10;

/**
 * Counts a preview to these addresses. Throws `MailLimitReached` after 30 previews of a person in an hour, and when a person, or a
 * workspace, has more different addresses in a day that belong to no member of the workspace than configured.
 */
export async function countPreview({ config }: Needs, tx: Transaction, viewer: Viewer, addresses: string[]): Promise<void> {
  const { clientId, userId } = viewer;
  const refuse = (problem: FieldProblem, seconds: number) => new MailLimitReached({ preview_recipients: [problem] }, seconds);
  const previews = await countInWindow(tx, `previews:${userId}`, 1, hour);
  if (previews.points > previewsPerHour)
    throw refuse(
      { key: "previewsTooOften", values: { max: previewsPerHour, minutes: Math.ceil(previews.seconds / 60) } },
      previews.seconds,
    );

  const members = new Set(await listMemberEmails(tx, clientId, addresses));
  const outside = [...new Set(addresses.map((address) => address.toLowerCase()))].filter((address) => !members.has(address)).sort();
  if (outside.length === 0) return;
  const perPerson = config.mail.previewAddressesPerDay;
  for (const { name, of, max, key } of [
    { name: "preview-addresses", of: userId, max: perPerson, key: "tooManyOutside" },
    { name: "preview-addresses-workspace", of: clientId, max: perPerson * peoplesWorth, key: "tooManyOutsideWorkspace" },
  ] as const) {
    // Before the addresses are looked at: it locks the counter, and tells which day they are counted in.
    const { ends } = await countInWindow(tx, `${name}:${of}`, 0, day);
    let added = 0;
    for (const address of outside) {
      const isNew = await takeOnce(tx, `${name}:${ends}:${counterKey(config, name, `${of}\0${address}`)}`, day);
      if (isNew) added += 1;
    }
    const { points, seconds } = await countInWindow(tx, `${name}:${of}`, added, day);
    if (added > 0 && points > max) throw refuse({ key, values: { max, hours: Math.ceil(seconds / hour) } }, seconds);
  }
}

/**
 * Counts mails with invitations. Throws `MailLimitReached` when a workspace sends more in a day than configured, or one person more than half
 * of that, so that one account cannot use up all of them.
 */
export async function countInvitations({ config }: Needs, tx: Transaction, { clientId, userId }: Viewer, count: number): Promise<void> {
  const perWorkspace = config.mail.invitationsPerDay;
  for (const { of, max, key } of [
    { of: clientId, max: perWorkspace, key: "tooManyInvitations" },
    { of: userId, max: Math.ceil(perWorkspace / 2), key: "tooManyOwnInvitations" },
  ] as const) {
    const { points, seconds } = await countInWindow(tx, `invitations:${of}`, count, day);
    if (points <= max) continue;
    const values = { max, left: Math.max(0, max - (points - count)), hours: Math.ceil(seconds / hour) };
    throw new MailLimitReached({ email_addresses: [{ key, values }] }, seconds);
  }
}
