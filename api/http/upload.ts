import { HTTPException } from "hono/http-exception";
import { limits } from "../../contract/limits";
import { MultipartRefused, readMultipart } from "../../contract/multipart.server";
import { hasRoom, reserved } from "../../contract/room.server";
import { dropUpload, receiveUpload, type Upload } from "../domain/articles/attachments";
import { InvalidFields, NoRoom } from "../domain/errors";
import type { Services } from "../services";

const uploadLimits = { fileBytes: limits.attachment, files: 1, bytes: limits.attachment + 1024 * 1024 };

/** Takes in the file of a multipart form, and drops it again once `use` has seen it. Throws `InvalidFields` at its field where there is none. */
export async function withUpload<T>(
  services: Services,
  request: Request,
  use: (form: { fields: Record<string, unknown>; upload: Upload }) => Promise<T>,
  { field = "file", fieldBytes = 10_000, fileBytes = uploadLimits.fileBytes } = {},
): Promise<T> {
  if (Number(request.headers.get("Content-Length")) > uploadLimits.bytes) throw new HTTPException(413);
  const bytes = Number(request.headers.get("Content-Length")) || fileBytes;
  if (!(await hasRoom(services.config.dataDir, bytes + reserved.files))) throw new NoRoom();
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
