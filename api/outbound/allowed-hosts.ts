import { findSourceUrl } from "../../contract/rest/source-url";

/** Whether the operator listed the URL's host, as `host` or `host:port`. Listed hosts may be private and use any port. */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allowHosts.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted === url.hostname || wanted === `${url.hostname}:${port}`;
  });
}

/** The URL of a page, if its host has a top-level domain or is listed: other hosts are on this machine or its network. */
export function findAllowedSource(address: string, allowHosts: readonly string[]): URL | undefined {
  const url = findSourceUrl(address, { allowLocalHosts: true });
  return url && (findSourceUrl(address) || isAllowedHost(url, allowHosts)) ? url : undefined;
}
