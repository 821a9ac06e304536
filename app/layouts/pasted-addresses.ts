import { cleanAddress } from "../../contract/clean-address";

/** The addresses of a text that holds nothing else, separated by spaces: fields of one line drop line breaks. */
export function pastedAddresses(text: string): string | undefined {
  const addresses = cleanAddress(text).split(/\s+/);
  return addresses.every((one) => /^https?:\/\/./i.test(one)) ? addresses.join(" ") : undefined;
}
