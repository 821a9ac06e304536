/** What every API key begins with, so that secret scanners recognise it. */
export const apiKeyPrefix = "folda_";

/**
 * The operations that a key may be made for: reading, filing articles, and reading the audit log (`api/permissions/api-key-scopes.ts`). The last is
 * only for people who may read it.
 */
export const apiKeyScopes = ["read", "file", "audit"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** How many days a key may be valid. */
export const apiKeyDays = [30, 90, 365] as const;
