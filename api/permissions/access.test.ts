import { expect, test } from "vitest";
import { explainAccess } from "./access";
import type { Scope } from "./permissions";

const team: Scope = { clientId: "demo", team: { id: "netz", visibility: "is_public" } };
const folder: Scope = { ...team, folder: { id: "brücken", purpose: null } };
const personal: Scope = { clientId: "demo", team: { id: "netz", visibility: "is_personal" } };

test.each([
  [team, { client: "editor", team: "editor" }, "writes", "team"],
  [team, { client: "editor", team: "reader" }, "reads", "team"],
  [team, { client: "editor", team: "owner" }, "manages", "team"],
  [team, { client: "editor", team: null }, "nothing", null],
  [team, { client: "reader", team: "admin" }, "reads", "client"],
  [team, { client: "reader", team: null }, "nothing", null],
  [team, { client: "admin", team: "reader" }, "manages", "client"],
  [team, { client: "owner", team: "admin" }, "manages", "client"],
  [team, { client: "admin", team: null }, "manages", "client"],
  [personal, { client: "admin", team: null }, "nothing", null],
  [folder, { client: "editor", team: null, ownership: "editor" }, "writes", "ownership"],
  [folder, { client: "editor", team: null, ownership: "admin" }, "manages", "ownership"],
  [folder, { client: "editor", team: "reader", ownership: "editor" }, "writes", "ownership"],
  [folder, { client: "editor", team: "reader", ownership: null }, "reads", "team"],
  [folder, { client: "editor", team: "admin", ownership: "editor" }, "manages", "team"],
  [folder, { client: "editor", team: "admin", ownership: "admin" }, "manages", "team"],
  [folder, { client: "owner", team: "reader", ownership: "editor" }, "manages", "client"],
  [folder, { client: "reader", team: "reader", ownership: "admin" }, "reads", "client"],
  [folder, { client: "editor", team: null, ownership: null }, "nothing", null],
] as const)("In %j, %j: %s because of %s", (scope, roles, can, because) => {
  expect(explainAccess(roles, scope)).toEqual({ can, because });
});
