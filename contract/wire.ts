/**
 * Keys on the wire are snake_case, keys in the code are camelCase. Everything else of a value stays as it is.
 */

type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;

/** `T` with the keys of every nested object in camelCase. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends Date | Blob
    ? T
    : T extends object
      ? { [K in keyof T as CamelKey<K>]: Camel<T[K]> }
      : T;

const toCamelKey = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The key on the wire of a key in the code. */
export const toSnakeKey = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function mapKeys(value: unknown, toKey: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, toKey));
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toKey(key), mapKeys(item, toKey)]));
}

/** A parsed JSON value as the code sees it. */
export function fromWire<T>(value: T): Camel<T> {
  return mapKeys(value, toCamelKey) as Camel<T>;
}

/** A value of the code as it goes on the wire; `undefined` members vanish with JSON. */
export function toWire(value: unknown): unknown {
  return mapKeys(value, toSnakeKey);
}
