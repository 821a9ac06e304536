import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "./away";

const coded = (code: string) => Object.assign(new Error("x"), { code });

describe("A database that is away", () => {
  it.each([
    ["a port where nobody listens", coded("ECONNREFUSED")],
    ["a line that is cut", new Error("Connection terminated unexpectedly")],
    ["a server that stops", coded("57P01")],
    ["a host that takes no connection in time", new Error("timeout exceeded when trying to connect")],
    ["what the query builder makes of it", new DrizzleQueryError("select 1", [], coded("ECONNRESET"))],
    ["a host of two addresses", new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])],
  ])("is known by %s", (_, error) => expect(isDatabaseAway(error)).toBe(true));

  it.each([
    ["a bug", new TypeError("x is undefined")],
    ["a name taken twice", coded("23505")],
    ["no error", "ECONNREFUSED"],
    ["nothing", undefined],
    ["another server that does not listen", new Error("The file store cannot be reached", { cause: coded("ECONNREFUSED") })],
  ])("is not taken for %s", (_, error) => expect(isDatabaseAway(error)).toBe(false));
});
