import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import type { Services } from "../../services";
import { readClaims } from "../signed-tokens";

/** Less than the hour after which the cleanup job deletes the file, by more than the clocks of two machines differ. */
const keptMinutes = 45;

const sealedUploadSchema = z.object({
  name: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  storageKey: z.string(),
  contentType: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});

/** Describes a stored file that may become an attachment. */
export type SealedUpload = z.output<typeof sealedUploadSchema>;

/** A signed description of a stored file, valid for `keptMinutes` and for one person, so that no row has to be kept and deleted. */
export const sealUpload = ({ config }: Services, userId: string, upload: SealedUpload): Promise<string> =>
  new SignJWT({ ...upload })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setExpirationTime(`${keptMinutes} minutes`)
    .sign(toKey(config.sessionSecrets[0]));

/** The description; `undefined` if it is expired, forged or another person's. */
export async function openSealedUpload({ config }: Services, userId: string, sealed: string): Promise<SealedUpload | undefined> {
  const claims = await readClaims(sealed, config.sessionSecrets.map(toKey), { requiredClaims: ["exp"], subject: userId });
  return sealedUploadSchema.safeParse(claims).data;
}

/** Another key than that of sessions, so that neither token passes as the other. */
const toKey = (secret: string) => createHmac("sha256", secret).update("upload").digest();
