import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";

/** The claims of a token that one of these keys signed; undefined if none did, or if the token is expired or does not meet the options. */
export async function readClaims(
  token: string,
  keys: readonly Uint8Array[],
  options: Pick<JWTVerifyOptions, "requiredClaims" | "subject">,
): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, { ...options, algorithms: ["HS256"] })).payload;
    } catch {
      // Signed with another key, or invalid.
    }
  }
  return undefined;
}
