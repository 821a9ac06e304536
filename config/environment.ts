// Every variable that an operator can set. Both halves of the product read this, so that one start names all that is wrong.
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { requiredLine, storedEmailSchema } from "../contract/rest/shared";

export const shortestSecret = 32;

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, error)
    .transform(Number)
    .pipe(z.number(error).min(min, error).max(max, error));
};
const port = wholeNumber(0, 65_535);
const flag = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");
const secret = z.string().min(shortestSecret, `must have at least ${shortestSecret} characters`);

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== ""),
);

const address = (protocol: RegExp, example: string, isFit: (url: URL) => boolean) =>
  z.string().refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && protocol.test(url.protocol) && isFit(url);
  }, `must be an address such as ${example}`);

const hasHost = ({ hostname }: URL) => hostname !== "";
/** PostgreSQL's clients also reach a socket, by its directory. */
const hasHostOrSocket = (url: URL) => hasHost(url) || url.searchParams.has("host");
/** Nothing in it that would be left out. */
const isBase = ({ search, hash, username, password }: URL) => !search && !hash && !username && !password;
const isOrigin = (url: URL) => isBase(url) && url.pathname === "/";

/** `host` or `host:port`, as `URL` writes them. */
const allowedHost = z.string().transform((text, context) => {
  const [, host = "", port = ""] = /^(\[[\da-f:.]+\]|[\p{L}\p{N}._-]+)(:\d{1,5})?$/u.exec(text) ?? [];
  if (host !== "" && URL.canParse(`http://${host}${port}`)) return `${new URL(`http://${host}`).hostname}${port}`;
  context.addIssue({ code: "custom", message: "must be hosts such as intranet.example or 127.0.0.1:8080, with commas between them" });
  return z.NEVER;
});

/** `Folda <folda@example.org>`, or the address alone. */
const sender = z.string().transform((text, context) => {
  const [, name = "", inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const email = storedEmailSchema.safeParse(inBrackets ?? text);
  if (email.success && !/[\r\n]/.test(text)) return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: email.data };
  context.addIssue({ code: "custom", message: "must be an address such as Folda <folda@example.org>" });
  return z.NEVER;
});

/** `https://key:secret@host/bucket`, with `?region=` where the store has any. */
const bucket = z.string().transform((text, context) => {
  const { protocol, origin, username, password, pathname, searchParams } = new URL(URL.canParse(text) ? text : "none:");
  const [, name] = /^\/([\w.-]+)\/?$/.exec(pathname) ?? [];
  try {
    const keys = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
    if (/^https?:$/.test(protocol) && name && username && password)
      return { url: `${origin}/${name}/`, region: searchParams.get("region") ?? "us-east-1", ...keys };
  } catch {
    // A percent sign that encodes nothing.
  }
  context.addIssue({
    code: "custom",
    message: "must name key, secret and bucket, such as https://key:secret@s3.example.org/bucket?region=eu-central-1",
  });
  return z.NEVER;
});

/** `https://app.example`, or an app's own scheme, such as `capacitor://localhost`. */
const frameOrigin = z
  .string()
  .regex(/^[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(:\d{1,5})?$/, "must be origins such as https://app.example, with commas between them");

const isHost = (text: string) => isIP(text) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("de", { timeZone: name }));
  } catch {
    return false;
  }
}

const environmentSchema = z.object({
  PORT: port.default(3000),
  API_PORT: port.default(4000),
  /** The port that serves metrics; off when unset. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().refine(isHost, "must be an IP address or a host name, such as 127.0.0.1").default("127.0.0.1"),
  HOST: z.string().refine(isHost, "must be an IP address or a host name, such as 127.0.0.1").optional(),
  /** The address people type; cookies are `Secure` when it is `https`. */
  PUBLIC_URL: address(/^https?:$/, "https://folda.example.org, without a path", isOrigin).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: address(/^postgres(ql)?:$/, "postgres://user@host:5432/folda", hasHostOrSocket).optional(),
  /** Another implementation of the upstream API; unset means the embedded one. */
  UPSTREAM_API_URL: address(/^https?:$/, "https://api.example.org", isBase).optional(),
  SESSION_SECRET: secret.optional(),
  /** Shared with embedding apps: they sign their people in with it (`docs/webview.md`). */
  WEBVIEW_SECRET: secret.optional(),
  /** Apps that show the product in a frame of theirs, by the origins of their pages; an app's own window needs none. */
  WEBVIEW_FRAME_ORIGINS: list.pipe(z.array(frameOrigin)).default([]),
  S3_URL: bucket.optional(),
  SMTP_URL: address(/^smtps?:$/, "smtp://user:password@host:587", hasHost).optional(),
  MAIL_FROM: sender.optional(),
  /** Mails a second that the mail server takes. */
  MAIL_RATE: wholeNumber(1, 1000).default(10),
  /** Different addresses outside their workspace to which one person sends previews of newsletters in a day. */
  PREVIEW_ADDRESSES_PER_DAY: wholeNumber(0, 10_000).default(20),
  /** Invitations that a workspace mails in a day, those that are sent again included. */
  INVITATIONS_PER_DAY: wholeNumber(1, 100_000).default(500),
  /** With the next: mails are signed. A file with a private key in PEM. */
  DKIM_KEY_FILE: z.string().optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, "must be letters, digits, dots and hyphens")
    .optional(),
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(8, "must have at least 8 characters").optional(),
  IMPORT_ALLOW_HOSTS: list.pipe(z.array(allowedHost)).default([]),
  /** How many proxies before this process write `X-Forwarded-For`. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  PRODUCT_NAME: requiredLine(60).default("Folda"),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "must be small letters, digits and hyphens, and begin with a letter")
    .default("folda"),
  DEVICE_TERMS_WORKSPACES: list.default(["db", "dbservice"]),
  /** Whether search engines may list published newsletters. */
  NEWSLETTERS_INDEXED: flag.default(false),
  TIME_ZONE: z.string().refine(isTimeZone, "must be a time zone such as Europe/Berlin").default("Europe/Berlin"),
  /** Days for which the audit log is kept. */
  AUDIT_DAYS: wholeNumber(1, 3650).default(365),
  /** How many pages a process works on at the same time. */
  PAGES_AT_ONCE: wholeNumber(1, 1000).default(8),
  /** Seconds for which a process goes on answering after it was told to end. */
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  OPERATOR_NAME: z.string().default("[OPERATOR_NAME]"),
  OPERATOR_ADDRESS: z.string().default("[OPERATOR_ADDRESS]"),
  OPERATOR_REPRESENTATIVES: z.string().default("[OPERATOR_REPRESENTATIVES]"),
  OPERATOR_EMAIL: z.string().pipe(storedEmailSchema).default("[OPERATOR_EMAIL]"),
  OPERATOR_PHONE: z.string().default("[OPERATOR_PHONE]"),
  OPERATOR_REGISTER: z.string().default("[OPERATOR_REGISTER]"),
  /** Who sees to it that accessibility is kept, with address: in Germany the arbitration service or a state's authority. */
  OPERATOR_ENFORCEMENT: z.string().default("[OPERATOR_ENFORCEMENT]"),
  OPERATOR_VAT_ID: z.string().default("[OPERATOR_VAT_ID]"),
  /** Whom demo requests are mailed to. */
  INQUIRIES_EMAIL: z.string().pipe(storedEmailSchema).optional(),
  /** What customers say on the home page, in the form of `app/features/home/testimonials.json`. */
  TESTIMONIALS_FILE: z.string().optional(),
  NODE_ENV: z.enum(["production", "development", "test"]).optional(),
});

/** Variables have wrong values; the message has one line for each, which begins with its name. */
export class WrongConfiguration extends Error {
  override readonly name = "WrongConfiguration";

  constructor(readonly problems: string[]) {
    super(problems.join("\n"));
  }
}

type Given = Record<string, string | undefined>;

/** Variables that hold a secret. Each may be given as `NAME_FILE` instead: the path of a file that holds the value. */
export const secretVariables = [
  "DATABASE_URL",
  "SESSION_SECRET",
  "WEBVIEW_SECRET",
  "S3_URL",
  "SMTP_URL",
  "DEMO_PASSWORD",
] as const satisfies (keyof typeof environmentSchema.shape)[];

/**
 * Reads what is set; an empty variable counts as one that is not. `findMore` names what is wrong beyond that. Throws
 * `WrongConfiguration`.
 */
export function readEnvironment(environment: Given = process.env, findMore: (given: Given) => string[] = () => []) {
  const { given, problems: unreadable } = readSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== "")),
  );
  const { success, data, error } = environmentSchema.safeParse(given);
  const problems = [
    ...unreadable,
    ...new Set(error?.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`)),
    ...findMissing(given),
    ...findMore(given),
  ];
  if (!success || problems.length > 0) throw new WrongConfiguration(problems);
  return { ...data, PUBLIC_URL: new URL(data.PUBLIC_URL ?? `http://localhost:${data.PORT}`) };
}

/** Adds the values of secrets that are given as files, without the line break that editors add. */
function readSecretFiles(environment: Given): { given: Given; problems: string[] } {
  const given = { ...environment };
  const problems: string[] = [];
  for (const name of secretVariables) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (file === undefined) continue;
    if (given[name] !== undefined) problems.push(`${variable}: ${name} is set too; set one of them`);
    else
      try {
        const value = readFileSync(file, "utf8").trimEnd();
        if (value === "") problems.push(`${variable}: ${file} is empty`);
        else given[name] = value;
      } catch (error) {
        problems.push(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
  }
  return { given, problems };
}

/** What other variables make necessary. */
function findMissing(given: Given): string[] {
  const rules: [name: string, isNeeded: boolean, why: string][] = [
    ["SESSION_SECRET", Boolean(given.DATABASE_URL), "with DATABASE_URL, so that every process knows the same one"],
    [
      "DEMO_PASSWORD",
      Boolean(given.DATABASE_URL) && given.DEMO === "1",
      "with DATABASE_URL and DEMO=1, so that every process knows the same one",
    ],
    ["MAIL_FROM", Boolean(given.SMTP_URL), "with SMTP_URL, because mail servers refuse senders that are not theirs"],
  ];
  return rules
    .filter(([name, isNeeded]) => isNeeded && !given[name] && !given[`${name}_FILE`])
    .map(([name, , why]) => `${name}: is required ${why}`);
}
