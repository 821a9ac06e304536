// A server that only writes bodies to the disk: the minimum cost of an upload on this machine.
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

const path = join(tmpdir(), `folda-bare-upload-${process.pid}`);
const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(path, { flush: true }));
  response.end();
});
server.listen(Number(process.argv[2]), "127.0.0.1");
