import { webviewKeySeconds } from "../../../contract/rest/webview";
import { takeOnce } from "../../db/attempts";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { KeyUsed } from "../errors";
import { counterKey } from "../rate-limit";
import { record } from "../workspace/audit";

/** Clocks of two machines may differ by so much. */
const toleratedSeconds = 600;

/** Notes that a key of an embedding app is used up by this person, over all processes. Throws `KeyUsed` when it was. */
export function createKeyUse(services: Services) {
  return async function use(viewer: Viewer, digest: string): Promise<void> {
    const key = `webview-key:${counterKey(services.config, "webview-key", digest)}`;
    await inTransaction(services.database, async (tx) => {
      if (!(await takeOnce(tx, key, webviewKeySeconds + toleratedSeconds))) throw new KeyUsed();
      await record(tx, viewer, { kind: "webviewEntered" });
    });
  };
}
