import type { ApiKeyScope } from "../../contract/api-key";

/**
 * The operations that API keys can call, and the scopes that allow them. A key can call no others. It never has more rights than its holder:
 * the permissions of the person apply as well.
 */
const allowed: Record<string, readonly ApiKeyScope[]> = {
  "GET /folders": ["read", "file"],
  "GET /folders/:id": ["read", "file"],
  "GET /tags": ["read", "file"],
  "GET /countries": ["read", "file"],

  "GET /contents": ["read"],
  "GET /contents/frequent": ["read"],
  "GET /contents/duplicates": ["read"],
  "GET /contents/:id": ["read"],
  "GET /contents/:id/next": ["read"],
  "GET /sources": ["read"],
  "GET /subscriptions": ["read"],
  "GET /attachments/:id/file": ["read"],
  "GET /comments/content/:id": ["read"],
  "GET /teams": ["read"],
  "GET /teams/:id": ["read"],

  "GET /embedly": ["file"],
  "POST /contents": ["file"],
  "POST /attachments": ["file"],

  "GET /audit_entries/ndjson": ["audit"],
};

/** The scopes that allow an operation: a method and the pattern of its path. */
export const scopesFor = (operation: string): readonly ApiKeyScope[] => (Object.hasOwn(allowed, operation) && allowed[operation]) || [];
