import ipaddr from "ipaddr.js";

const privateRanges = ["loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat"];
const privateName = /\.(?:home\.arpa|internal|lan|local|localhost|svc)$/i;

/** Whether a host is this machine, also by the path of a socket, or in a private network. Judged by its address or name, which is not resolved. */
export function isPrivateHost(host: string): boolean {
  if (host.startsWith("/")) return true;
  const name = host.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(name)) return privateRanges.includes(ipaddr.process(name).range());
  return !name.includes(".") || privateName.test(name);
}
