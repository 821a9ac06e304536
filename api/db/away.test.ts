import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { isDatabaseAway, isDatabaseFull } from "./away";

const coded = (code: string) => Object.assign(new Error("x"), { code });

describe("A database that is away", () => {
  it.each([
    ["a port where nobody listens", coded("ECONNREFUSED")],
    ["a line that is cut", new Error("Connection terminated unexpectedly")],
    ["a server that stops", coded("57P01")],
    ["a session that was idle for too long", coded("57P05")],
    ["a transaction that was idle for too long", coded("25P03")],
    ["a statement that took too long", coded("57014")],
    ["a standby", coded("25006")],
    ...["08000", "08001", "08003", "08004", "08006", "08007", "08P01"].map((code): [string, Error] => [`class 08: ${code}`, coded(code)]),
    ["a query without an answer", new Error("Query read timeout")],
    ["a connection that takes too long to be made", new Error("timeout expired")],
    ["a connection that was closed meanwhile", new Error("Client was closed and is not queryable")],
    ["a host that takes no connection in time", new Error("timeout exceeded when trying to connect")],
    ["what the query builder makes of it", new DrizzleQueryError("select 1", [], coded("ECONNRESET"))],
    ["a host of two addresses", new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])],
  ])("is known by %s", (_, error) => expect(isDatabaseAway(error)).toBe(true));

  it.each([
    ["a bug", new TypeError("x is undefined")],
    ["a name taken twice", coded("23505")],
    ["a lock that somebody else has", coded("55P03")],
    ["a division by zero", coded("22012")],
    ["no error", "ECONNREFUSED"],
    ["nothing", undefined],
    ["another server that does not listen", new Error("The file store cannot be reached", { cause: coded("ECONNREFUSED") })],
  ])("is not taken for %s", (_, error) => expect(isDatabaseAway(error)).toBe(false));
});

describe("A database whose disk is full", () => {
  const full = Object.assign(new pg.DatabaseError("could not extend file", 0, "error"), { code: "53100" });

  it("is known by PostgreSQL's code, whoever wraps it, and is not away", () => {
    for (const error of [full, new DrizzleQueryError("insert", [], full)])
      expect([isDatabaseFull(error), isDatabaseAway(error)]).toEqual([true, false]);
    expect(isDatabaseFull(coded("23505"))).toBe(false);
  });
});
