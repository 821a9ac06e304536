import { join } from "node:path";
import { createDiskStore } from "./disk-store";
import { createS3Store, requireBucket, type S3Address } from "./s3-store";
import type { FileStore } from "./store";

/** The store of the configuration: a bucket where one is named, else a directory. Throws `StoreFailed` for a bucket that does not open. */
export async function openFileStore({ dataDir, s3 }: { dataDir: string; s3: S3Address | undefined }): Promise<FileStore> {
  const directory = join(dataDir, "files");
  if (!s3) return createDiskStore(directory);
  await requireBucket(s3);
  return createS3Store(s3, join(directory, "tmp"));
}
