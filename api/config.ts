import { createPrivateKey, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Environment, needsTls, readEnvironment, WrongConfiguration } from "../config/environment";
import { keptSecret, parseSecrets, type Secrets } from "../config/secrets";

/** Relative to the working directory, because the bundler moves this module. */
export const migrationsFolder = resolve("api/db/migrations");
export const exportFonts = resolve("api/exports/fonts");
export const exportWorker = resolve("build/workers/export-worker.js");
export const bookmarksWorker = resolve("build/workers/bookmarks-worker.js");
export const articleHtmlWorker = resolve("build/workers/article-html-worker.js");
export const feedWorker = resolve("build/workers/feed-worker.js");
export const fetcherWorker = resolve("build/workers/fetcher-worker.js");
export const readerWorker = resolve("build/workers/reader-worker.js");
export const drawingWorker = resolve("build/workers/drawing-worker.js");
export const databaseWorker = resolve("build/workers/embedded-database.js");

export type ApiConfig = ReturnType<typeof readConfig>;

/** Reads the environment. Without `SESSION_SECRET`, a secret is generated and stored in `DATA_DIR`. Throws `WrongConfiguration`. */
export function readConfig(environment?: Environment) {
  const env = readEnvironment(environment);
  const dataDir = resolve(env.DATA_DIR);

  return {
    dataDir,
    databaseUrl: env.DATABASE_URL,
    /** The bucket for files; if unset, they are stored in `files` in the data directory. */
    s3: env.S3_URL,
    sessionSecrets: env.SESSION_SECRET ?? sessionSecretsIn(dataDir),
    importAllowHosts: env.IMPORT_ALLOW_HOSTS,
    /** Whether an empty database is filled with the demo workspace. */
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    /** The password of all demo accounts; generated if unset. */
    demoPassword: env.DEMO_PASSWORD,
    apiPort: env.API_PORT,
    /** How long requests may continue after the process was asked to stop. */
    drainSeconds: env.DRAIN_SECONDS,
    apiHost: env.HOST ?? "127.0.0.1",
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, dataDir },
    publicUrl: env.PUBLIC_URL,
    productName: env.PRODUCT_NAME,
    productSlug: env.PRODUCT_SLUG,
    timeZone: env.TIME_ZONE,
    /** For how many days the audit log is kept. */
    auditDays: env.AUDIT_DAYS,
    trashDays: env.TRASH_DAYS,
    /** Whether the operator's name for the imprint is configured. */
    hasImprint: env.OPERATOR_NAME !== "[OPERATOR_NAME]",
    /** The address that demo requests are mailed to; unset if the operator has none either. */
    inquiriesEmail: env.INQUIRIES_EMAIL ?? (env.OPERATOR_EMAIL === "[OPERATOR_EMAIL]" ? undefined : env.OPERATOR_EMAIL),
    mail: {
      /** If unset, mails are written to `outbox` in the data directory. */
      smtpUrl: env.SMTP_URL,
      requireTls: env.SMTP_URL !== undefined && needsTls(new URL(env.SMTP_URL).hostname, env.PLAINTEXT_HOSTS),
      from: env.MAIL_FROM ?? { name: env.PRODUCT_NAME, address: `no-reply@${env.PUBLIC_URL.hostname}` },
      perSecond: env.MAIL_RATE,
      previewAddressesPerDay: env.PREVIEW_ADDRESSES_PER_DAY,
      invitationsPerDay: env.INVITATIONS_PER_DAY,
      /** If unset, mails are not signed. */
      dkim: readDkim(env),
    },
    logLevel: env.LOG_LEVEL,
    /** Enables GraphQL introspection. */
    development: env.NODE_ENV === "development",
    trustedProxies: env.TRUST_PROXY,
  };
}

/** Mails are signed for the sender's domain. */
function readDkim({ DKIM_KEY_FILE: file, DKIM_SELECTOR: keySelector }: { DKIM_KEY_FILE?: string; DKIM_SELECTOR?: string }) {
  if (file === undefined && keySelector === undefined) return undefined;
  if (file === undefined) throw new WrongConfiguration(["DKIM_KEY_FILE: is required with DKIM_SELECTOR"]);
  if (keySelector === undefined) throw new WrongConfiguration(["DKIM_SELECTOR: is required with DKIM_KEY_FILE"]);
  try {
    const privateKey = readFileSync(file, "utf8");
    createPrivateKey(privateKey);
    return { keySelector, privateKey };
  } catch {
    throw new WrongConfiguration([`DKIM_KEY_FILE: ${file} holds no private key in PEM`]);
  }
}

function sessionSecretsIn(dataDir: string): Secrets {
  const file = join(dataDir, "session-secret");
  const parsed = parseSecrets(keptSecret(file, () => randomBytes(32).toString("base64url")));
  if ("secrets" in parsed) return parsed.secrets;
  throw new WrongConfiguration([
    `SESSION_SECRET: ${file} is damaged (${parsed.problem}); correct it, or delete it, and everyone has to sign in again`,
  ]);
}
