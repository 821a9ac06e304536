import { isIP } from "node:net";

/**
 * The IP address seen by the outermost trusted proxy: everything further left in the header was written by the client. For IPv6 only the
 * network, because a single customer controls all addresses in it.
 */
export function findAddress(forwardedFor: string | undefined, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return undefined;
  return networkOf(withoutPort((forwardedFor ?? "").split(",").at(-trustedProxies)?.trim() ?? ""));
}

/** Some proxies include the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** An IPv4 address, or the network of an IPv6 address; `undefined` for anything else. */
export function networkOf(address: string): string | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...missing, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
