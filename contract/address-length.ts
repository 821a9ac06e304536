/** The length of an address in characters as people see it: not the bytes that letters and signs are encoded to. */
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
