import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { runWorker } from "@folda/pglite-server/worker";

await runWorker({ btree_gin, pg_trgm, unaccent });
