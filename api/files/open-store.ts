import { join } from "node:path";
import { openDiskStore } from "./disk-store";
import { openS3Store, type S3Address } from "./s3-store";
import type { FileStore } from "./store";

/** Opens the configured bucket, or else the directory. Throws `StoreFailed` if the bucket cannot be opened. */
export async function openFileStore({ dataDir, s3 }: { dataDir: string; s3: S3Address | undefined }): Promise<FileStore> {
  const directory = join(dataDir, "files");
  return s3 ? openS3Store(s3, join(directory, "tmp")) : openDiskStore(directory);
}
