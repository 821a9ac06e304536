import type { Translate } from "~/i18n/translate";
import { overlayBeside, pageBelow } from "~/layouts/overlay";
import { cleanAddress } from "../../../contract/clean-address";
import * as limits from "../../../contract/limits";
import { overlay } from "../../../contract/paths";
import { findSourceUrl, readSourceUrl } from "../../../contract/rest/source-url";
import { type AddressQueue, nextParams } from "./address-queue";

type Reading = { ok: true; first: string; queue: AddressQueue } | { ok: false; errors: { sourceUrl: string[] } };

/** Several addresses need their scheme, so that an address with a space is not taken for two. */
const isOneOfSeveral = (text: string) => /^https?:\/\//i.test(text) && findSourceUrl(text, { allowLocalHosts: true }) !== undefined;

/** Reads one or more addresses, separated by white space, before anything is fetched. New ones are put in front of those in the queue. */
export function readAddresses(text: string, { nth, more }: AddressQueue, t: Translate): Reading {
  const refused = (message: string): Reading => ({ ok: false, errors: { sourceUrl: [message] } });
  const [first, ...others] = cleanAddress(text).split(/[,;]?\s+/);
  if (!first) return refused(t("errors:required"));
  if (others.length === 0 || !/https?:/i.test(text)) {
    const reading = readSourceUrl(text, { allowLocalHosts: true });
    if ("url" in reading) return { ok: true, first, queue: { nth, more } };
    return refused(t(`errors:${reading.problem}`, { max: limits.url }));
  }
  const queue = { nth, more: [...others, ...more] };
  if (queue.more.length >= limits.addressesAtOnce) return refused(t("articles:import.tooMany", { max: limits.addressesAtOnce }));
  if (!fits(queue.more.join(" "))) return refused(t("articles:import.tooLong"));
  const bad = [first, ...others].find((one) => !isOneOfSeveral(one));
  if (bad !== undefined) return refused(t("articles:import.badAddress", { text: bad }));
  return { ok: true, first, queue };
}

/** The queue in the parameters of an overlay, without what cannot be an address. */
export function readQueue(params: URLSearchParams): AddressQueue {
  const more = params.get("more") ?? "";
  const nth = Number(params.get("nth"));
  return {
    nth: Number.isInteger(nth) && nth >= 1 && nth < 10_000 ? nth : 1,
    more: fits(more) ? more.split(/\s+/).slice(0, limits.addressesAtOnce).filter(isOneOfSeveral) : [],
  };
}

/** Whether the addresses can be kept in the address of the form. */
const fits = (more: string) => encodeURIComponent(more).length <= limits.addressesLength;

/** The path to go to after saving: the form of the next address, or the page below. */
export function pathAfterSaving(request: Request, overlayPath: string): string {
  const next = nextParams(readQueue(new URL(request.url).searchParams));
  return next ? overlayBeside(request, overlayPath, overlay("articleNew"), next) : pageBelow(request, overlayPath);
}
