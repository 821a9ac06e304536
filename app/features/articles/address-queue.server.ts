import type { Translate } from "~/i18n/translate";
import * as limits from "../../../contract/limits";
import { findSourceUrl } from "../../../contract/rest/source-url";
import type { AddressQueue } from "./address-queue";

type Reading = { ok: true; addresses: [string, ...string[]] } | { ok: false; errors: { sourceUrl: string[] } };

const isAddress = (text: string) => findSourceUrl(text, { allowLocalHosts: true }) !== undefined;

/** Reads one or more addresses, separated by white space, before anything is fetched. */
export function readAddresses(text: string, t: Translate): Reading {
  const refused = (message: string): Reading => ({ ok: false, errors: { sourceUrl: [message] } });
  const [first, ...others] = text.trim().split(/\s+/);
  if (!first) return refused(t("errors:required"));
  if (others.length === 0 && isAddress(first)) return { ok: true, addresses: [first] };
  if (others.length === 0 || !/https?:/i.test(text))
    return refused(text.length > limits.url ? t("errors:tooLong", { max: limits.url }) : t("errors:invalidUrl"));
  // They are kept in the address of the form.
  if (others.length >= limits.addressesAtOnce || encodeURIComponent(text).length > limits.addressesLength)
    return refused(t("articles:import.tooMany", { max: limits.addressesAtOnce }));
  const bad = [first, ...others].find((one) => !isAddress(one));
  if (bad !== undefined) return refused(t("articles:import.badAddress", { text: bad }));
  return { ok: true, addresses: [first, ...others] };
}

/** The queue in the parameters of an overlay, without what cannot be an address. */
export function readQueue(params: URLSearchParams): AddressQueue {
  const more = (params.get("more") ?? "").slice(0, limits.addressesLength).split(/\s+/);
  const nth = Number(params.get("nth"));
  return {
    nth: Number.isInteger(nth) && nth >= 1 && nth <= limits.addressesAtOnce ? nth : 1,
    more: more.slice(0, limits.addressesAtOnce).filter(isAddress),
  };
}
