import { buildWorkers } from "../../scripts/build-workers.js";

/** Vitest's global setup: the workers are built once before any test starts. */
export default async function setup(): Promise<void> {
  await buildWorkers();
}
