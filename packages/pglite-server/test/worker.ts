import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { runWorker } from "../src/worker";

await runWorker({ pg_trgm });
