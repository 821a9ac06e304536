/** Whether the operator listed the URL's host, as `host` or `host:port`. Listed hosts may be private and use any port. */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allowHosts.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted === url.hostname || wanted === `${url.hostname}:${port}`;
  });
}
