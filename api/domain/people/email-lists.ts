import { domainToASCII } from "node:url";

/** Which addresses may sign up in a workspace. Entries are addresses or domains; a domain includes its subdomains. */
export interface EmailLists {
  /** If empty, all addresses are allowed. */
  emailWhitelist: readonly string[];
  /** Takes precedence over the whitelist. */
  emailBlacklist: readonly string[];
}

/** Whether the lists allow this address, ignoring case. An address without exactly one "@" is not allowed. */
export function isEmailAllowed(email: string, { emailWhitelist, emailBlacklist }: EmailLists): boolean {
  const [local, domain, ...rest] = email.trim().toLowerCase().split("@");
  if (!local || !domain || rest.length > 0) return false;
  const address = { local, domain: asciiDomain(domain) };
  const isOn = (list: readonly string[]) => list.some((entry) => matches(entry, address));
  return !isOn(emailBlacklist) && (emailWhitelist.length === 0 || isOn(emailWhitelist));
}

/**
 * Whether a person with the address `current` may change it to `email`. People who were invited may have an address that the whitelist, which is about
 * sign-up, does not allow: another one of the same domain is as good.
 */
export function isEmailChangeAllowed(email: string, current: string, lists: EmailLists): boolean {
  const domainOf = (address: string) => asciiDomain(address.slice(address.lastIndexOf("@") + 1).toLowerCase());
  const isSameDomain = domainOf(email) === domainOf(current);
  return isEmailAllowed(email, isSameDomain ? { ...lists, emailWhitelist: [] } : lists);
}

function matches(entry: string, { local, domain }: { local: string; domain: string }): boolean {
  const at = entry.lastIndexOf("@");
  const listedLocal = entry.slice(0, Math.max(0, at)).trim().toLowerCase();
  const listedDomain = asciiDomain(
    entry
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  );
  if (listedDomain === "") return false;
  if (listedLocal !== "") return listedLocal === local && listedDomain === domain;
  return domain === listedDomain || domain.endsWith(`.${listedDomain}`);
}

/** The domain as mail servers know it: in punycode, without leading dots and a trailing dot. Empty if it is invalid. */
const asciiDomain = (domain: string) => domainToASCII(domain.replace(/^\.+|\.$/g, ""));
