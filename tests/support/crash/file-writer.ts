import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkDirectory } from "../../../api/files/work-directory";

// Writes a file into its own work directory, prints its path, and lives until it is killed.
const [parent = ""] = process.argv.slice(2);
const { path } = await openWorkDirectory(parent);
const file = join(path, "unfinished");
writeFileSync(file, "x");
process.stdout.write(`${file}\n`);
setInterval(() => {}, 60_000);
