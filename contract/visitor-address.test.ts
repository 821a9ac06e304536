import { describe, expect, test } from "vitest";
import { findAddress, networkOf } from "./visitor-address.server";

describe("the address of a visitor", () => {
  test.each([
    ["no proxy is trusted", "192.0.2.1", 0, undefined],
    ["the proxy wrote it", "192.0.2.1", 1, "192.0.2.1"],
    ["the visitor prepended another one", "198.51.100.9, 192.0.2.1", 1, "192.0.2.1"],
    ["two proxies appended to it", "198.51.100.9, 192.0.2.1, 10.0.0.2", 2, "192.0.2.1"],
    ["fewer proxies appended to it than are trusted", "192.0.2.1", 2, undefined],
    ["there is no header", undefined, 1, undefined],
    ["it is not an address", "unknown", 1, undefined],
    ["it is an IPv6 address", "2001:DB8:0:7:1:2:3:4", 1, "2001:db8:0:7"],
    ["the proxy appended a port", "192.0.2.1:4711", 1, "192.0.2.1"],
    ["the proxy appended a port to an IPv6 address", "[2001:db8::1]:4711", 1, "2001:db8:0:0"],
    ["it is a short IPv6 address", "2001:db8::1", 1, "2001:db8:0:0"],
  ])("when %s", (_, header, proxies, address) => {
    expect(findAddress(header, proxies)).toBe(address);
  });

  test("networkOf normalises the address of a connection", () => {
    const connected = ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8:0:7:1:2:3:4", "::1", ""];
    expect(connected.map(networkOf)).toEqual(["192.0.2.1", "192.0.2.1", "2001:db8:0:7", "0:0:0:0", undefined]);
  });
});
