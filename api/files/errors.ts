/** The store is unreachable or refuses access; the message is for operators. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}

/** No disk space is left for the file. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}
