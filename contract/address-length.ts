/** The length of an address in code points, with percent-encoded letters and signs decoded, as browsers show it. */
export function addressLength(address: string): number {
  let length = 0;
  for (const _ of address.replace(/(?:%(?:[89a-f][\da-f]|22|3[ce]|5e|60|7[bd]))+/gi, decoded)) length += 1;
  return length;
}

function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}
