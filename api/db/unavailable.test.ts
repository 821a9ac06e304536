import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { isDatabaseFull, isDatabaseUnavailable } from "./unavailable";

const coded = (code: string) => Object.assign(new Error("x"), { code });

describe("An unavailable database", () => {
  it.each([
    ["a port where nobody listens", coded("ECONNREFUSED")],
    ["a lost connection", new Error("Connection terminated unexpectedly")],
    ["a server that shuts down", coded("57P01")],
    ["a session that was idle for too long", coded("57P05")],
    ["a transaction that was idle for too long", coded("25P03")],
    ["a statement that took too long", coded("57014")],
    ["a standby", coded("25006")],
    ...["08000", "08001", "08003", "08004", "08006", "08007", "08P01"].map((code): [string, Error] => [`class 08: ${code}`, coded(code)]),
    ["a query without an answer", new Error("Query read timeout")],
    ["a connection attempt that takes too long", new Error("timeout expired")],
    ["a connection that was closed meanwhile", new Error("Client was closed and is not queryable")],
    ["a host that accepts no connection in time", new Error("timeout exceeded when trying to connect")],
    ["an error wrapped by the query builder", new DrizzleQueryError("select 1", [], coded("ECONNRESET"))],
    ["a host with two addresses", new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])],
  ])("is recognised by %s", (_, error) => expect(isDatabaseUnavailable(error)).toBe(true));

  it.each([
    ["a bug", new TypeError("x is undefined")],
    ["a name taken twice", coded("23505")],
    ["a lock that another session holds", coded("55P03")],
    ["a division by zero", coded("22012")],
    ["no error", "ECONNREFUSED"],
    ["nothing", undefined],
    ["another server that is unreachable", new Error("The file store cannot be reached", { cause: coded("ECONNREFUSED") })],
  ])("is not reported for %s", (_, error) => expect(isDatabaseUnavailable(error)).toBe(false));
});

describe("A database whose disk is full", () => {
  const full = Object.assign(new pg.DatabaseError("could not extend file", 0, "error"), { code: "53100" });

  it("is recognised by its SQLSTATE, wrapped or not, and does not count as unavailable", () => {
    for (const error of [full, new DrizzleQueryError("insert", [], full)])
      expect([isDatabaseFull(error), isDatabaseUnavailable(error)]).toEqual([true, false]);
    expect(isDatabaseFull(coded("23505"))).toBe(false);
  });
});
