/** Keys are snake_case on the wire and camelCase in the code; values do not change. */

type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;

/** `T` with its own keys in camelCase. */
export type CamelKeys<T> = { [K in keyof T as CamelKey<K>]: T[K] };

/** `T` with the keys of every nested object in camelCase. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends Date | Blob
    ? T
    : T extends object
      ? { [K in keyof T as CamelKey<K>]: Camel<T[K]> }
      : T;

/** The wire key for a key in the code. */
export type SnakeKey<K extends string> = K extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeKey<Tail>}`
  : K;

const toCamelKey = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const toSnakeKey = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function mapKeys(value: unknown, toKey: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, toKey));
  if (value instanceof Date) return value.toJSON();
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toKey(key), mapKeys(item, toKey)]));
}

/** Converts a parsed JSON value. */
export function fromWire<T>(value: T): Camel<T> {
  return mapKeys(value, toCamelKey) as Camel<T>;
}

/** Converts only the keys of one object, such as the fields of a schema. */
export const toCamelKeys = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [toCamelKey(key), item])) as CamelKeys<T>;

/** Converts a value for JSON: dates become text, and `undefined` members disappear. */
export function toWire(value: unknown): unknown {
  return mapKeys(value, toSnakeKey);
}
