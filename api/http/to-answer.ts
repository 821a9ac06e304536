import type { z } from "zod";
import { type Camel, toWire } from "../../contract/wire";

/** Dates become text on the wire. */
type WithDates<T> = T extends readonly (infer Item)[]
  ? WithDates<Item>[]
  : T extends object
    ? { [K in keyof T]: WithDates<T[K]> }
    : string extends T
      ? T | Date
      : T;

/** Renames the keys of a value for the wire, and drops those that the schema does not have. */
export const toAnswer = <S extends z.ZodType>(schema: S, value: WithDates<Camel<z.output<S>>>): z.output<S> => schema.parse(toWire(value));
