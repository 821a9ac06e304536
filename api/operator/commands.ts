import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { toFieldProblem } from "../../contract/errors";
import { workspaceSchema } from "../../contract/rest/session";
import { emailSchema, requiredLine } from "../../contract/rest/shared";
import { localeSchema } from "../../contract/rest/users";
import { exportClient } from "../domain/workspace/client-export";
import {
  type Access,
  type ClientRemoval,
  countClient,
  createClientWithOwner,
  deleteClient,
  listAllClients,
  requireOperatedClient,
  resetOwnerAccess,
  setClientDisabled,
} from "../domain/workspace/operator";
import { fieldTexts } from "../http/texts";
import type { Services } from "../services";

/** The arguments are invalid: exit status 2. */
export class UsageError extends Error {}

/** The output of a command: text for people, data for machines. */
export interface Outcome {
  text: string;
  data: unknown;
}

export interface Command {
  /** One line for the list of commands. */
  summary: string;
  help: string;
  /** Parses the arguments; throws `UsageError`. */
  prepare(args: string[]): (services: Services) => Promise<Outcome>;
}

/** The last lines of every command's help. */
export const commonHelp = `  --json    print the result as JSON
  --help    show this help`;

const create: Command = {
  summary: "create a client with its owner",
  help: `operator create WORKSPACE --name NAME --email ADDRESS [--first-name NAME] [--last-name NAME] [--locale de|en] [--link]

Creates a client and its owner. The owner gets a first password by mail, like invited people; the mail is sent as soon as the product
runs. With --link, a link is printed instead, which is valid once, for 24 hours.

  --name NAME          the organisation
  --email ADDRESS      the owner's
  --first-name NAME    the owner's; at the first sign-in the owner completes the profile, at least the salutation
  --last-name NAME
  --locale de|en       the owner's language; en by default
  --link               print a link instead of sending a mail
${commonHelp}`,
  prepare(args) {
    const strings = ["name", "email", "first-name", "last-name", "locale"] as const;
    const { values, workspace } = read(args, { strings, flags: ["link"] });
    const fields = requireFields(
      {
        workspace: workspaceSchema,
        name: requiredLine(),
        email: emailSchema,
        "first-name": requiredLine().optional(),
        "last-name": requiredLine().optional(),
        locale: localeSchema.default("en"),
      },
      { ...values, workspace },
    );
    const { name, email, locale } = fields;
    const owner = { email, locale, firstName: fields["first-name"] ?? null, lastName: fields["last-name"] ?? null };
    return async (services) => {
      const made = await createClientWithOwner(services, { workspace: fields.workspace, name, ...owner }, { asLink: values.link === true });
      return {
        text: `The client ${fields.workspace} has been created.\n${sayAccess(email, made.access)}`,
        data: { id: made.id, workspace: fields.workspace, owner: email, access: toData(made.access) },
      };
    };
  },
};

const list: Command = {
  summary: "list clients with people, articles and storage",
  help: `operator list

Lists every client by workspace: people with a confirmed address, articles, and the size of attachments (each file once,
without reduced versions of pictures).

${commonHelp}`,
  prepare(args) {
    read(args, { workspace: false });
    return async (services) => {
      const clients = await listAllClients(services);
      const rows = clients.map(({ workspace, name, owner, people, articles, storage, disabledAt }) => [
        workspace,
        name,
        owner ?? "–",
        String(people),
        String(articles),
        inMegabytes(storage),
        disabledAt ? "disabled" : "",
      ]);
      const data = clients.map(({ createdAt, disabledAt, ...client }) => ({
        ...client,
        created_at: createdAt,
        disabled_at: disabledAt,
      }));
      const text =
        rows.length === 0 ? "There is no client." : toTable([["WORKSPACE", "NAME", "OWNER", "PEOPLE", "ARTICLES", "STORAGE", ""], ...rows]);
      return { text, data };
    };
  },
};

const switching = (isDisabled: boolean): Command => {
  const word = isDisabled ? "disable" : "enable";
  return {
    summary: isDisabled ? "lock out the people of a client" : "let the people of a client in again",
    help: isDisabled
      ? `operator disable WORKSPACE

Locks out the people of a client. They are told when they sign in, or on their next request. Newsletters and feeds are unavailable,
nothing is sent any more, and nobody can join. Nothing is deleted.

${commonHelp}`
      : `operator enable WORKSPACE

Lets the people of a disabled client in again. Existing sessions continue, except in browsers that were signed out meanwhile. Waiting
newsletters are sent within an hour.

${commonHelp}`,
    prepare(args) {
      const { workspace } = read(args);
      return async (services) => {
        const client = await requireOperatedClient(services, workspace);
        const isChanged = await setClientDisabled(services, client, isDisabled);
        const text = isChanged ? `The client ${client.workspace} is ${word}d.` : `The client ${client.workspace} was already ${word}d.`;
        return { text, data: { workspace: client.workspace, disabled: isDisabled, changed: isChanged } };
      };
    },
  };
};

const resetOwner: Command = {
  summary: "reset the access of a client's owner",
  help: `operator reset-owner WORKSPACE [--link]

Ends the sessions of a client's owner, invalidates the password, and mails a first password to the owner; the mail is sent as soon as the
product runs. With --link, a link is printed instead, which is valid once, for 24 hours. A disabled client requires --link, because its
people get no mail.

  --link    print a link instead of sending a mail
${commonHelp}`,
  prepare(args) {
    const { values, workspace } = read(args, { flags: ["link"] });
    return async (services) => {
      const client = await requireOperatedClient(services, workspace);
      const { email, access } = await resetOwnerAccess(services, client, { asLink: values.link === true });
      return {
        text: `The access of ${email} has been reset.\n${sayAccess(email, access)}`,
        data: { workspace: client.workspace, owner: email, access: toData(access) },
      };
    };
  },
};

const exporting: Command = {
  summary: "write all data of a client to a directory",
  help: `operator export WORKSPACE --to DIRECTORY

Writes all data of a client, from one snapshot, to a new or empty directory: JSON lines for each table, the files, and a manifest.
docs/operations.md describes the format. Passwords and secrets of links are not included.

  --to DIRECTORY    the directory
${commonHelp}`,
  prepare(args) {
    const { values, workspace } = read(args, { strings: ["to"] });
    const { to } = requireFields({ to: z.string().min(1) }, values);
    return async (services) => {
      const client = await requireOperatedClient(services, workspace);
      const directory = resolve(to);
      const manifest = await exportClient(services, client, directory);
      const { files, tables } = manifest;
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      const missing = files.missing.length > 0 ? `\n${files.missing.length} files are missing in the store; the manifest lists them.` : "";
      return {
        text: `${rows} rows and ${files.count} files (${inMegabytes(files.bytes)}) of ${client.workspace} are in ${directory}.${missing}`,
        data: { directory, ...manifest },
      };
    };
  },
};

const deletion: Command = {
  summary: "delete a client with all its data",
  help: `operator delete WORKSPACE [--yes WORKSPACE]

Shows how much data of a client is stored. With --yes and the name of the workspace, all of it is deleted permanently, rows and files.
Export it first.

  --yes WORKSPACE    delete the data; without it, nothing is deleted
${commonHelp}`,
  prepare(args) {
    const { values, workspace } = read(args, { strings: ["yes"] });
    const isMeant = values.yes !== undefined;
    if (isMeant && String(values.yes).toLowerCase() !== workspace) {
      throw new UsageError(`--yes: has to be the name of the workspace, ${workspace}`);
    }
    return async (services) => {
      const client = await requireOperatedClient(services, workspace);
      const removal = isMeant ? await deleteClient(services, client) : await countClient(services, client);
      const title = isMeant
        ? `The client ${client.workspace} (${client.name}) is deleted:`
        : `This is stored of ${client.workspace} (${client.name}):`;
      const end = isMeant
        ? ""
        : `\n\nNothing is deleted. To delete all of it: operator delete ${client.workspace} --yes ${client.workspace}`;
      return {
        text: `${title}\n\n${sayRemoval(removal)}${end}`,
        data: { workspace: client.workspace, deleted: isMeant, rows: removal.rows, files: removal.files },
      };
    };
  },
};

export const commands: Record<string, Command> = {
  create,
  list,
  disable: switching(true),
  enable: switching(false),
  "reset-owner": resetOwner,
  export: exporting,
  delete: deletion,
};

export const describeCommands = (all: Record<string, { summary: string }>): string => `operator COMMAND

${toTable(Object.entries(all).map(([name, { summary }]) => [`  ${name}`, summary]))}

Each command has --help. It uses the configuration of the product: run it with the same environment, in the same directory. Only one process
can use the embedded database, so stop the product first, except for jobs; with DATABASE_URL it may keep running.
Exit status: 0 success, 1 failure, 2 invalid arguments. Messages go to standard error, results to standard output.`;

interface Shape {
  strings?: readonly string[];
  flags?: readonly string[];
  /** Whether the first argument is a workspace. */
  workspace?: boolean;
}

function read(args: string[], { strings = [], flags = [], workspace = true }: Shape = {}) {
  const options = {
    json: { type: "boolean" },
    ...Object.fromEntries(strings.map((name) => [name, { type: "string" }])),
    ...Object.fromEntries(flags.map((name) => [name, { type: "boolean" }])),
  } as Record<string, { type: "string" | "boolean" }>;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const [name, ...others] = positionals;
    if (workspace && name === undefined) throw new UsageError("WORKSPACE is missing");
    const superfluous = workspace ? others : positionals;
    if (superfluous.length > 0) throw new UsageError(`${superfluous[0]} is one argument too many`);
    return { values, workspace: (name ?? "").toLowerCase() };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The values, validated by their schemas. All problems are reported at once, one option per line. */
function requireFields<Shape extends z.ZodRawShape>(shape: Shape, values: Record<string, unknown>): z.output<z.ZodObject<Shape>> {
  const read = z.object(shape).safeParse(values);
  if (read.success) return read.data;
  const lines = read.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const option = name === "workspace" ? "WORKSPACE" : `--${name}`;
    if (values[name] === undefined) return `${option}: is missing`;
    const problem = toFieldProblem(issue, values[name]);
    return `${option}: ${fieldTexts("en", { value: [problem] }).value?.join(" ")}`;
  });
  throw new UsageError([...new Set(lines)].join("\n"));
}

const sayAccess = (email: string, access: Access): string =>
  access.by === "mail"
    ? `A first password goes to ${email} by mail as soon as the product runs.`
    : `The owner can set a password here, once, within ${access.validHours} hours:\n${access.url}`;

const toData = (access: Access) =>
  access.by === "mail" ? { by: "mail" } : { by: "link", url: access.url, valid_hours: access.validHours };

function sayRemoval({ rows, files }: ClientRemoval): string {
  const lines = Object.entries({ ...rows, files }).map(([name, count]) => [`  ${name}`, String(count)]);
  return toTable(lines);
}

export function toTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
