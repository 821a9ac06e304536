import { tellOfFailingSource } from "../domain/sources/failures";
import { pollSources } from "../domain/sources/polling";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const sourceJobs = (services: Services): JobHandlers<"source-polling" | "source-failing-mail"> => ({
  "source-polling": (_, signal) => pollSources(services, signal),
  "source-failing-mail": (mail) => tellOfFailingSource(services, mail),
});
