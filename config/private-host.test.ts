import { expect, test } from "vitest";
import { isPrivateHost } from "./private-host";

test.each([
  [..."localhost database 127.0.0.1 127.1.2.3 [::1] 10.0.0.5 172.16.0.1 192.168.1.1 100.64.0.1 fd00::1 [fe80::1]".split(" ")],
  [
    ..."db.internal db.local db.ns.svc db.ns.svc.cluster.local host.docker.internal nas.home.arpa ::ffff:10.0.0.1".split(" "),
    "/var/run/pg.15",
  ],
])("%s and others are private", (...hosts) => {
  expect(hosts.filter((host) => !isPrivateHost(host))).toEqual([]);
});

test.each([..."db.example.org 8.8.8.8 172.32.0.1 [2a00:1450::1] local.example internal. 10.0.0.1.example ::ffff:8.8.8.8".split(" ")])(
  "%s is not",
  (host) => expect(isPrivateHost(host)).toBe(false),
);
