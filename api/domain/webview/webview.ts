import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { KeyUsed } from "../errors";
import { record } from "../workspace/audit";

/** Uses up a key of an embedding app. Throws `KeyUsed` if it has already been used. */
export async function useKey({ database, rateLimits }: Services, viewer: Viewer, digest: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    if ((await rateLimits.countIn(tx, "webview-key", digest)).used > 1) throw new KeyUsed();
    await record(tx, viewer, { kind: "webviewEntered" });
  });
}
