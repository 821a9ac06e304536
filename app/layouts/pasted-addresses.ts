/** The addresses of a text that holds nothing else, separated by spaces: fields of one line drop line breaks. */
export function pastedAddresses(text: string): string | undefined {
  const addresses = text.trim().split(/\s+/);
  return addresses.every((one) => /^https?:\/\/./i.test(one)) ? addresses.join(" ") : undefined;
}
