/** The store cannot be reached, or refuses; the message is for the operator. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}

/** There is no room for the file. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}
