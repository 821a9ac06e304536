import { beforeAll, describe, expect, test } from "vitest";
import { worldForTests } from "../support/harness";

interface Operation {
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { required?: boolean };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

const refusal = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };

const openCalls = [
  "POST /auth",
  "POST /users",
  "POST /password_resets",
  "GET /password_resets/{token}",
  "PUT /password_resets/{token}",
  "POST /password_strength",
  "GET /email_confirmations/{token}",
  "POST /email_confirmations/{token}",
  "GET /invitations/{token}",
  "POST /invitations/{token}/confirmation",
  "POST /inquiries",
  "PUT /inquiries/{id}",
  "GET /feeds/{token}/contents",
  "GET /exports/{id}/file",
  "GET /newsletter-pictures/{id}",
  "GET /newsletter_archives/{id}",
  "GET /unsubscriptions/{token}",
  "POST /unsubscriptions/{token}",
  "DELETE /unsubscriptions/{token}",
  "GET /newsletter_subscriptions/{id}",
  "POST /newsletter_subscriptions/{id}",
  "GET /newsletter_confirmations/{token}",
  "POST /newsletter_confirmations/{token}",
  "GET /digest_links/{token}",
  "POST /digest_links/{token}",
  "GET /notification_mails/{token}",
  "POST /notification_mails/{token}",
  "GET /logos/{id}",
];

describe("the description at /openapi.json", () => {
  const world = worldForTests();
  let document: {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown>; securitySchemes: object };
  };
  let operations: { call: string; path: string; operation: Operation }[];
  beforeAll(async () => {
    document = (await world.visitor.get("/openapi.json")).body;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, path, operation })),
    );
  });

  test("is open to everybody and is OpenAPI 3.1", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.components.securitySchemes).toEqual({ bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } });
  });

  test("names every call there is", () => {
    const undescribed = new Set(["GET /openapi.json", "POST /graphql"]);
    const registered = new Set(
      world.api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
    );
    expect(new Set([...operations.map(({ call }) => call), ...undescribed])).toEqual(new Set([...registered, ...undescribed]));
  });

  test("says of every call what it does and what it answers", () => {
    for (const { call, path, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      const open = operation.security?.length === 0;
      expect(operation.summary, call).toBeTruthy();
      expect(
        statuses.some((status) => status.startsWith("2")),
        call,
      ).toBe(true);
      if (!open) expect(statuses, call).toEqual(expect.arrayContaining(["401", "403"]));
      for (const status of statuses.filter((found) => /^40[134]$|^507$/.test(found)))
        expect(operation.responses[status]?.content, `${call} ${status}`).toEqual(refusal);
      if (path.includes("{")) expect(statuses, call).toContain("404");
      if (operation.requestBody) expect(statuses, call).toContain("422");
      const named = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(named, call).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test("is open to visitors in these calls only", () => {
    expect(operations.filter(({ operation }) => operation.security?.length === 0).map(({ call }) => call)).toEqual(openCalls);
  });

  test("asks for a session wherever the API does", async () => {
    for (const { call, path, operation } of operations) {
      const [method = "GET"] = call.split(" ");
      const response = await world.visitor.request(path.replace(/\{\w+\}/g, "x"), { method });
      if (operation.security?.length !== 0) expect(response.status, call).toBe(401);
    }
  });

  test("refuses a body without sense in every call", async () => {
    const bodies = ["", "null", '"x"', "[]", '{"x":{}}'];
    const withBody = operations.filter(({ operation }) => operation.requestBody?.required);
    for (const { call, path } of withBody) {
      const [method = ""] = call.split(" ");
      for (const body of bodies) {
        const init = { method, body, headers: { "Content-Type": "application/json" } };
        const { status } = await world.as("anna").request(path.replace(/\{\w+\}/g, crypto.randomUUID()), init);
        expect([400, 422], `${call} ${body}`).toContain(status);
      }
    }
    expect(withBody.length).toBeGreaterThan(40);
  });

  test("finds nothing by a malformed id", async () => {
    const byId = operations.filter((one) => one.path.includes("{id}"));
    expect(byId.length).toBeGreaterThan(40);
    for (const { call, path, operation } of byId) {
      const [method = ""] = call.split(" ");
      const lacksInput = operation.requestBody || operation.parameters?.some((one) => one.in === "query" && one.required);
      for (const id of ["x", "0", "%00", "%27%20or%201%3D1", "x".repeat(65)]) {
        const init = { method, ...(method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } }) };
        const { status } = await world.as("anna").request(path.replace("{id}", id), init);
        expect(lacksInput ? [404, 422] : [404], `${call} ${id}`).toContain(status);
      }
    }
  });

  test("says of what writes, and of nothing else, that there may be no room for it", () => {
    const refused = operations.filter(({ operation }) => operation.responses["507"]).map(({ call }) => call);
    expect(refused).toEqual(expect.arrayContaining(["POST /contents", "PUT /contents/{id}", "POST /attachments"]));
    expect(refused.filter((call) => /^(?:GET|DELETE)|^POST \/auth$/.test(call))).toEqual([]);
  });

  test("refers to no schema that it does not hold", () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name ?? "");
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["User", "Team", "Folder", "Credentials", "Session", "Refusal", "Invalid"]),
    );
  });
});
