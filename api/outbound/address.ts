import ipaddr from "ipaddr.js";

/** Whether an IP address, in any notation, is an ordinary public one. Special, unknown and unreadable addresses are not. */
export function isPublicAddress(address: string): boolean {
  const unbracketed = address.startsWith("[") && address.endsWith("]") ? address.slice(1, -1) : address;
  if (!ipaddr.isValid(unbracketed)) return false;
  const parsed = ipaddr.parse(unbracketed);
  return parsed instanceof ipaddr.IPv4 ? isPublicIPv4(parsed) : isPublicIPv6(parsed as ipaddr.IPv6);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !platformAddresses.has(address.toString());
}

// Azure serves its machines here (metadata, DNS, health) although the address is publicly registered.
const platformAddresses = new Set(["168.63.129.16"]);

/**
 * Only global unicast (2000::/3) without its special ranges. That excludes every form that carries an IPv4 address: mapped, compatible,
 * translated and NAT64 addresses lie outside, 6to4 and Teredo are special ranges inside.
 */
function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.zoneId) return false;
  if (!address.match(globalUnicast) || address.range() !== "unicast") return false;
  if (retiredRanges.some((range) => address.match(range))) return false;
  return !isIsatap(address);
}

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

const retiredRanges = [
  ipaddr.IPv6.parseCIDR("2001::/23"), // protocol assignments: Teredo, benchmarking, ORCHID
  ipaddr.IPv6.parseCIDR("2001:db8::/32"), // documentation
  ipaddr.IPv6.parseCIDR("2002::/16"), // 6to4
  ipaddr.IPv6.parseCIDR("3ffe::/16"), // 6bone, handed back in 2006
  ipaddr.IPv6.parseCIDR("3fff::/20"), // documentation
];

// ISATAP hides an IPv4 address behind 0000:5efe or 0200:5efe in an otherwise public prefix (RFC 5214).
function isIsatap(address: ipaddr.IPv6): boolean {
  const high = address.parts[4];
  return (high === 0 || high === 0x200) && address.parts[5] === 0x5efe;
}
