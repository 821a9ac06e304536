import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./address";

const special = [
  ["this network", ["0.0.0.0", "0.1.2.3", "0", "0x0"]],
  ["private", ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.255.255"]],
  ["loopback", ["127.0.0.1", "127.255.255.254", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "017700000001", "0x7f.0.0.1"]],
  ["link local and cloud metadata", ["169.254.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166"]],
  ["carrier grade NAT", ["100.64.0.1", "100.127.255.255", "100.100.100.200"]],
  ["protocol assignments", ["192.0.0.1", "192.0.0.192", "192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1"]],
  ["documentation and benchmarks", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.255"]],
  ["multicast, reserved, broadcast", ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"]],
  ["a cloud's own machines", ["168.63.129.16"]],
  ["IPv6 unspecified and loopback", ["::", "::1", "0:0:0:0:0:0:0:1", "[::1]"]],
  ["IPv6 private and local", ["fc00::1", "fd00:ec2::254", "fdff::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1"]],
  ["IPv6 multicast, discard, segment routing", ["ff02::1", "ff0e::1", "100::1", "5f00::1"]],
  ["IPv4 carried in IPv6", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::127.0.0.1", "::8.8.8.8", "::ffff:0:127.0.0.1"]],
  ["translated", ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::a00:1"]],
  [
    "6to4, Teredo, ISATAP",
    [
      ..."2002:7f00:1:: 2002:a00:1::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2a00:1450:4001::5efe:7f00:1".split(" "),
      "2a00:1450:4001:0:200:5efe:a00:1",
    ],
  ],
  [
    "IPv6 special inside the public range",
    ["2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2001:1::1", "3fff::1", "3ffe::1", "2620:4f:8000::1"],
  ],
  ["not yet given out", ["4000::1", "8000::1", "1::1", "e000::1"]],
  ["no address at all", ["", "localhost", "1.2.3.4.5", "::g", "8.8.8.8/8", "[8.8.8.8", "8.8.8.8%eth0", "2a00:1450:4001::1%eth0"]],
] as const;

describe("an address that must never be reached", () => {
  it.each(special.flatMap(([kind, addresses]) => addresses.map((address) => [kind, address] as const)))("%s: %s", (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("an ordinary public address", () => {
  it.each([
    ..."8.8.8.8 1.1.1.1 93.184.216.34 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 192.167.1.1 169.253.1.1 223.255.255.254".split(" "),
    ..."2a00:1450:4001:831::200e 2606:4700:4700::1111 2001:4860:4860::8888 2620:fe::fe [2a00:1450:4001::1]".split(" "),
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
