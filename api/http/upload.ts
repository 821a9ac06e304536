import { HTTPException } from "hono/http-exception";
import { hasDiskSpace, reservedBytes } from "../../contract/disk-space.server";
import * as limits from "../../contract/limits";
import { MultipartRefused, readMultipart } from "../../contract/multipart.server";
import { dropUpload, receiveUpload, type Upload } from "../domain/articles/attachments";
import { InsufficientStorage, InvalidFields } from "../domain/errors";
import type { Services } from "../services";

const uploadLimits = { fileBytes: limits.attachment, files: 1, bytes: limits.attachment + 1024 * 1024 };

/** Receives the file of a multipart form, and discards the received copy after `use`. Throws `InvalidFields` for `field` if there is no file. */
export async function withUpload<T>(
  services: Services,
  request: Request,
  use: (form: { fields: Record<string, unknown>; upload: Upload }) => Promise<T>,
  { field = "file", fieldBytes = 10_000, fileBytes = uploadLimits.fileBytes } = {},
): Promise<T> {
  if (Number(request.headers.get("Content-Length")) > uploadLimits.bytes) throw new HTTPException(413);
  const bytes = Number(request.headers.get("Content-Length")) || fileBytes;
  if (!(await hasDiskSpace(services.config.dataDir, bytes + reservedBytes.files))) throw new InsufficientStorage();
  const uploads: Upload[] = [];
  try {
    const { fields } = await readMultipart(request, { ...uploadLimits, fieldBytes, fileBytes }, async ({ filename, content }) => {
      const file = await receiveUpload(services, content);
      uploads.push({ filename, file, isCut: content.truncated });
    });
    const [upload] = uploads;
    if (!upload) throw new InvalidFields({ [field]: [{ key: "required" }] });
    return await use({ fields: Object.fromEntries(fields), upload });
  } catch (error) {
    if (error instanceof MultipartRefused) throw new HTTPException(error.reason === "too_large" ? 413 : 400);
    throw error;
  } finally {
    for (const { file } of uploads) await dropUpload(services, file);
  }
}
