// Every variable that an operator can set. The web application and the API share it, so that one start reports all problems.
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { parseUrl } from "../contract/parse-url";
import { requiredLine, storedEmailSchema } from "../contract/rest/shared";
import { isPrivateHost } from "./private-host";
import { parseSecrets } from "./secrets";

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
const secrets = z.string().transform((text, context) => {
  const parsed = parseSecrets(text);
  if ("secrets" in parsed) return parsed.secrets;
  context.addIssue({ code: "custom", message: parsed.problem });
  return z.NEVER;
});

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== ""),
);

const address = (protocol: RegExp, example: string, isFit: (url: URL) => boolean) =>
  z.string().refine((text) => {
    const url = parseUrl(text);
    return url !== undefined && protocol.test(url.protocol) && isFit(url);
  }, `must be an address such as ${example}`);

const hasHost = ({ hostname }: URL) => hostname !== "";
/** PostgreSQL clients also connect to a socket, given by its directory. */
const hasHostOrSocket = (url: URL) => hasHost(url) || url.searchParams.has("host");
/** Has no parts that would be ignored. */
const isBase = ({ search, hash, username, password }: URL) => !search && !hash && !username && !password;
const isOrigin = (url: URL) => isBase(url) && url.pathname === "/";

/** `host` or `host:port`, in the notation of `URL`. */
const allowedHost = z.string().transform((text, context) => {
  const [, host = "", port = ""] = /^(\[[\da-f:.]+\]|[\p{L}\p{N}._-]+)(:\d{1,5})?$/u.exec(text) ?? [];
  const url = host === "" ? undefined : parseUrl(`http://${host}${port}`);
  if (url) return `${url.hostname}${port}`;
  context.addIssue({ code: "custom", message: "must be hosts such as intranet.example or 127.0.0.1:8080, with commas between them" });
  return z.NEVER;
});

/** `Folda <folda@example.org>`, or only the address. */
const sender = z.string().transform((text, context) => {
  const [, name = "", inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const email = storedEmailSchema.safeParse(inBrackets ?? text);
  if (email.success && !/[\r\n]/.test(text)) return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: email.data };
  context.addIssue({ code: "custom", message: "must be an address such as Folda <folda@example.org>" });
  return z.NEVER;
});

/** `https://key:secret@host/bucket`, with `?region=` if the store needs one. */
const bucket = z.string().transform((text, context) => {
  const { protocol, origin, username, password, pathname, searchParams } = parseUrl(text) ?? new URL("none:");
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

/** `https://app.example`, or an app's own scheme such as `capacitor://localhost`. */
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
  /** The public address; cookies are `Secure` if it is `https`. */
  PUBLIC_URL: address(/^https?:$/, "https://folda.example.org, without a path", isOrigin).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: address(/^postgres(ql)?:$/, "postgres://user@host:5432/folda", hasHostOrSocket).optional(),
  /** Another implementation of the API; the embedded one if unset. */
  UPSTREAM_API_URL: address(/^https?:$/, "https://api.example.org", isBase).optional(),
  SESSION_SECRET: secrets.optional(),
  /** Shared with embedding apps, which sign their users in with it (`docs/webview.md`). */
  WEBVIEW_SECRET: secrets.optional(),
  /** Origins of the pages that embed the product in a frame; an app's own window needs none. */
  WEBVIEW_FRAME_ORIGINS: list.pipe(z.array(frameOrigin)).default([]),
  S3_URL: bucket.optional(),
  SMTP_URL: address(/^smtps?:$/, "smtp://user:password@host:587", hasHost).optional(),
  MAIL_FROM: sender.optional(),
  /** Mails per second that the mail server accepts. */
  MAIL_RATE: wholeNumber(1, 1000).default(10),
  /** Different addresses outside the workspace to which one person may send newsletter previews per day. */
  PREVIEW_ADDRESSES_PER_DAY: wholeNumber(0, 10_000).default(20),
  /** Invitation mails per workspace and day, including repeated ones. */
  INVITATIONS_PER_DAY: wholeNumber(1, 100_000).default(500),
  /** Signs mails, together with `DKIM_SELECTOR`. A file with a private key in PEM. */
  DKIM_KEY_FILE: z.string().optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, "must be letters, digits, dots and hyphens")
    .optional(),
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(8, "must have at least 8 characters").optional(),
  IMPORT_ALLOW_HOSTS: list.pipe(z.array(allowedHost)).default([]),
  /** Hosts outside of private networks to which connections need no TLS. */
  PLAINTEXT_HOSTS: list.default([]),
  /** How many proxies in front of this process write `X-Forwarded-For`. */
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
  /** Days until entries of the audit log are deleted. */
  AUDIT_DAYS: wholeNumber(1, 3650).default(365),
  /** Days until things in the trash are deleted permanently. */
  TRASH_DAYS: wholeNumber(1, 3650).default(30),
  /** Pages that a process works on at once. */
  PAGES_AT_ONCE: wholeNumber(1, 1000).default(8),
  /** Seconds for which a process still accepts requests after a stop signal. */
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  OPERATOR_NAME: z.string().default("[OPERATOR_NAME]"),
  OPERATOR_ADDRESS: z.string().default("[OPERATOR_ADDRESS]"),
  OPERATOR_REPRESENTATIVES: z.string().default("[OPERATOR_REPRESENTATIVES]"),
  OPERATOR_EMAIL: z.string().pipe(storedEmailSchema).default("[OPERATOR_EMAIL]"),
  OPERATOR_PHONE: z.string().default("[OPERATOR_PHONE]"),
  OPERATOR_REGISTER: z.string().default("[OPERATOR_REGISTER]"),
  /** The enforcement body for accessibility with its address: in Germany the arbitration service or a state authority. */
  OPERATOR_ENFORCEMENT: z.string().default("[OPERATOR_ENFORCEMENT]"),
  /** Name or office of the data protection officer, with contact. `none` becomes an empty text: an empty variable counts as unset. */
  OPERATOR_DATA_PROTECTION_OFFICER: z
    .string()
    .default("[OPERATOR_DATA_PROTECTION_OFFICER]")
    .transform((officer) => (officer === "none" ? "" : officer)),
  /** The data protection authority that complaints go to, with its address. */
  OPERATOR_SUPERVISORY_AUTHORITY: z.string().default("[OPERATOR_SUPERVISORY_AUTHORITY]"),
  OPERATOR_VAT_ID: z.string().default("[OPERATOR_VAT_ID]"),
  /** Recipient of demo requests. */
  INQUIRIES_EMAIL: z.string().pipe(storedEmailSchema).optional(),
  /** Customer quotes on the home page, in the format of `app/features/home/testimonials.json`. */
  TESTIMONIALS_FILE: z.string().optional(),
  NODE_ENV: z.enum(["production", "development", "test"]).optional(),
});

/** Variables have wrong values. The message has one line per variable, beginning with its name. */
export class WrongConfiguration extends Error {
  override readonly name = "WrongConfiguration";

  constructor(readonly problems: string[]) {
    super(problems.join("\n"));
  }
}

export type Environment = Record<string, string | undefined>;

/** Variables that hold secrets. Each may be given as `NAME_FILE` instead: the path of a file with the value. */
export const secretVariables = [
  "DATABASE_URL",
  "SESSION_SECRET",
  "WEBVIEW_SECRET",
  "S3_URL",
  "SMTP_URL",
  "DEMO_PASSWORD",
] as const satisfies (keyof typeof environmentSchema.shape)[];

/** Reads the configuration; empty variables count as unset. `findMore` reports further problems. Throws `WrongConfiguration`. */
export function readEnvironment(environment: Environment = process.env, findMore: (given: Environment) => string[] = () => []) {
  const { given, problems: unreadable } = readSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== "")),
  );
  const { success, data, error } = environmentSchema.safeParse(given);
  const problems = [
    ...unreadable,
    ...new Set(error?.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`)),
    ...findMissing(given),
    ...(success ? findPlaintext(given, data.PLAINTEXT_HOSTS) : []),
    ...findMore(given),
  ];
  if (!success || problems.length > 0) throw new WrongConfiguration(problems);
  return { ...data, PUBLIC_URL: new URL(data.PUBLIC_URL ?? `http://localhost:${data.PORT}`) };
}

/** Adds secrets given as files, without the trailing line break that editors add. */
function readSecretFiles(environment: Environment): { given: Environment; problems: string[] } {
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

/** Whether a connection to this host needs TLS. */
export const needsTls = (host: string, plaintextHosts: readonly string[]): boolean =>
  !isPrivateHost(host) && !plaintextHosts.includes(host.toLowerCase());

/** Addresses with which passwords and content would cross public networks in plain text. Mail servers offer TLS when they are connected to. */
function findPlaintext(given: Environment, plaintextHosts: readonly string[]): string[] {
  const rules: [name: string, isEncrypted: (url: URL) => boolean, how: string][] = [
    [
      "DATABASE_URL",
      ({ searchParams }) => {
        const mode = searchParams.get("sslmode");
        return mode === null ? /^(?:1|true)$/.test(searchParams.get("ssl") ?? "") : /^(?:require|verify-ca|verify-full)$/.test(mode);
      },
      "sslmode=verify-full",
    ],
    ["S3_URL", ({ protocol }) => protocol === "https:", "https"],
    ["UPSTREAM_API_URL", ({ protocol }) => protocol === "https:", "https"],
  ];
  return rules.flatMap(([name, isEncrypted, how]) => {
    const url = parseUrl(given[name] ?? "");
    const host = url?.searchParams.get("host") ?? url?.hostname ?? "";
    if (!url || isEncrypted(url) || !needsTls(host, plaintextHosts)) return [];
    return [`${name}: needs TLS (${how}), because its host is not in a private network; or list the host in PLAINTEXT_HOSTS`];
  });
}

/** Variables that other variables require. */
function findMissing(given: Environment): string[] {
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
