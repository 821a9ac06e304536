import { addressOfRunning } from "@folda/pglite-server";
import type { FieldProblem } from "../../contract/errors";
import errors from "../../locales/en/errors.json";
import { readConfig } from "../config";
import { Connection } from "../db/connection";
import { ClientDisabled, InvalidFields } from "../domain/errors";
import { NoSuchClient, OwnerMissing } from "../domain/workspace/operator";
import { createLog } from "../log";
import { openServices } from "../open-services";
import { commands, describeCommands, type Outcome, UsageError } from "./commands";
import { jobs } from "./jobs";

const exit = { done: 0, failed: 1, misunderstood: 2 } as const;

const help = describeCommands({ ...commands, jobs });

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text.replaceAll(/^/gm, "operator: ")}\n`);

async function main(args: string[]): Promise<number> {
  const [name = "", ...rest] = args;
  if (name === "--help" || name === "-h" || name === "help") {
    say(help);
    return exit.done;
  }
  const command = { ...commands, jobs }[name];
  if (!command) {
    complain(name === "" ? "no command is given" : `there is no command ${name}`);
    process.stderr.write(`\n${help}\n`);
    return exit.misunderstood;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    say(command.help);
    return exit.done;
  }
  try {
    const ofClients = commands[name];
    const { text, data } = await (ofClients ? withServices(ofClients.prepare(rest)) : withQueue(jobs.prepare(rest)));
    say(rest.includes("--json") ? JSON.stringify(data, null, 2) : text);
    return exit.done;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    complain(inWords(error));
    if (isUsage) complain(`see operator ${name} --help`);
    return isUsage ? exit.misunderstood : exit.failed;
  }
}

async function withServices(run: ReturnType<(typeof commands)[string]["prepare"]>): Promise<Outcome> {
  const config = readConfig();
  // Standard output is reserved for the result.
  const opened = await openServices(config, createLog("error", process.stderr));
  try {
    return await run(opened.services);
  } finally {
    await opened.close();
  }
}

/** Uses the embedded database of a running product through its local socket, which only the product's own user can open. */
async function withQueue(run: ReturnType<typeof jobs.prepare>): Promise<Outcome> {
  try {
    return await withServices(({ database }) => run(database.pool));
  } catch (error) {
    if (!isInUse(error)) throw error;
    const client = new Connection({ ...addressOfRunning(error.directory), query_timeout: 30_000 });
    await client.connect();
    return await run(client).finally(() => client.end());
  }
}

function inWords(error: unknown): string {
  if (error instanceof NoSuchClient) return `there is no client ${error.workspace}`;
  if (error instanceof OwnerMissing) return "the client has no owner";
  if (error instanceof ClientDisabled) return "the client is disabled, and no mail is sent to its people.\nEnable it first, or use --link.";
  if (error instanceof InvalidFields) {
    return Object.entries(error.problems)
      .flatMap(([field, problems]) => problems.map((problem) => `${field}: ${problemText(problem)}`))
      .join("\n");
  }
  if (isInUse(error)) {
    return `the product is running (process ${error.pid}) and has the embedded database in ${error.directory}.\nStop it, run this again, and start it.`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Texts for problems with a workspace's name, the only argument that the domain validates. */
const problemText = ({ key }: FieldProblem) => String((errors as Record<string, unknown>)[key] ?? key);

const isInUse = (error: unknown): error is Error & { pid: number; directory: string } =>
  error instanceof Error && "code" in error && error.code === "data_directory_in_use";

// No `process.exit`, so that everything is written; nothing is left that would keep the process alive.
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exit.failed;
});
