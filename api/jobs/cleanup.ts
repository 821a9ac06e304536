import { sweep } from "../domain/sweep";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const cleanupJobs = (services: Services): JobHandlers<"sweep"> => ({ sweep: () => sweep(services) });
