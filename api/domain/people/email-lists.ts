import { domainToASCII } from "node:url";

/** Who may register in a workspace: entries are addresses or domains, and a domain stands for its subdomains too. */
export interface EmailLists {
  /** Empty lets everybody in. */
  emailWhitelist: readonly string[];
  /** Counts before the other. */
  emailBlacklist: readonly string[];
}

/** Whether the lists let this address in, whatever the case of its letters. What has not exactly one "@" is no address. */
export function isEmailAllowed(email: string, { emailWhitelist, emailBlacklist }: EmailLists): boolean {
  const [local, domain, ...rest] = email.trim().toLowerCase().split("@");
  if (!local || !domain || rest.length > 0) return false;
  const address = { local, domain: asciiDomain(domain) };
  const isOn = (list: readonly string[]) => list.some((entry) => isMeant(entry, address));
  return !isOn(emailBlacklist) && (emailWhitelist.length === 0 || isOn(emailWhitelist));
}

function isMeant(entry: string, { local, domain }: { local: string; domain: string }): boolean {
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

/** As mail servers know it: `ü` as punycode, without the dot that may end a name, and without one before it. Empty when it is no domain. */
const asciiDomain = (domain: string) => domainToASCII(domain.replace(/^\.+|\.$/g, ""));
