import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkDirectory } from "../../../api/files/work-directory";

// Writes a file into a work directory of its own, prints its path, and lives until it is killed.
const [parent = ""] = process.argv.slice(2);
const { path } = await openWorkDirectory(parent);
const file = join(path, "unfinished");
writeFileSync(file, "x");
process.stdout.write(`${file}\n`);
setInterval(() => {}, 60_000);
