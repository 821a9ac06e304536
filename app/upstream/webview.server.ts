import { z } from "zod";
import type { Upstream } from "./client.server";
import { unlessGone } from "./failure.server";

/** Marks an embedding app's key as used, given its digest; `undefined` if the API does not record keys. */
export const createKeyUse = (upstream: Upstream, digest: string) =>
  unlessGone(upstream.write("POST", "/webview_keys", z.undefined(), { digest }));
