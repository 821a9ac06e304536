import { describe, expect, test } from "vitest";
import { findAddress, networkOf } from "./visitor-address.server";

describe("the address of a visitor", () => {
  test.each([
    ["no proxy is trusted", "192.0.2.1", 0, undefined],
    ["the proxy wrote it", "192.0.2.1", 1, "192.0.2.1"],
    ["the visitor wrote another one before it", "198.51.100.9, 192.0.2.1", 1, "192.0.2.1"],
    ["two proxies wrote", "198.51.100.9, 192.0.2.1, 10.0.0.2", 2, "192.0.2.1"],
    ["fewer proxies wrote than are trusted", "192.0.2.1", 2, undefined],
    ["there is no header", undefined, 1, undefined],
    ["it is no address", "unknown", 1, undefined],
    ["it is one of a network of IPv6 addresses", "2001:DB8:0:7:1:2:3:4", 1, "2001:db8:0:7"],
    ["the proxy wrote a port behind it", "192.0.2.1:4711", 1, "192.0.2.1"],
    ["the proxy wrote a port behind an IPv6 address", "[2001:db8::1]:4711", 1, "2001:db8:0:0"],
    ["it is a short IPv6 address", "2001:db8::1", 1, "2001:db8:0:0"],
  ])("when %s", (_, header, proxies, address) => {
    expect(findAddress(header, proxies)).toBe(address);
  });

  test("that is connected itself", () => {
    const connected = ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8:0:7:1:2:3:4", "::1", ""];
    expect(connected.map(networkOf)).toEqual(["192.0.2.1", "192.0.2.1", "2001:db8:0:7", "0:0:0:0", undefined]);
  });
});
