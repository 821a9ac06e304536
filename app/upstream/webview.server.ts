import { z } from "zod";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

/** Uses up a key of an embedding app by its digest; `undefined` from an API that keeps no record of them. */
export const createKeyUse = (upstream: Upstream, digest: string) =>
  unlessGone(upstream.write("POST", "/webview_keys", z.undefined(), { digest }));
