import { sendDigests } from "../domain/following/digests";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const digestJobs = (services: Services): JobHandlers<"digests"> => ({
  digests: (_, signal) => sendDigests(services, signal),
});
