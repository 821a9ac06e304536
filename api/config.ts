import { createPrivateKey, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readEnvironment, shortestSecret, WrongConfiguration } from "../config/environment";
import { keptSecret } from "../config/secrets";

/** Relative to the working directory, because the bundler moves this module. */
export const migrationsFolder = resolve("api/db/migrations");
export const exportFonts = resolve("api/exports/fonts");
export const exportWorker = resolve("build/workers/export-worker.js");
export const articleHtmlWorker = resolve("build/workers/article-html-worker.js");
export const outboundWorker = resolve("build/workers/outbound-worker.js");
export const drawingWorker = resolve("build/workers/drawing-worker.js");
export const databaseWorker = resolve("build/workers/embedded-database.js");

export type ApiConfig = ReturnType<typeof readConfig>;

/** Reads the environment, and makes and keeps the secret of sessions where `DATA_DIR` may hold it. Throws `WrongConfiguration`. */
export function readConfig(environment?: Record<string, string | undefined>) {
  const env = readEnvironment(environment);
  const dataDir = resolve(env.DATA_DIR);

  return {
    dataDir,
    databaseUrl: env.DATABASE_URL,
    /** Where files lie; unset, in `files` in the data directory. */
    s3: env.S3_URL,
    sessionSecret: env.SESSION_SECRET ?? sessionSecretIn(dataDir),
    importAllowHosts: env.IMPORT_ALLOW_HOSTS,
    /** Whether an empty database is filled with the demo workspace. */
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    /** What the demo workspace is filled with; unset, one is made then. */
    demoPassword: env.DEMO_PASSWORD,
    apiPort: env.API_PORT,
    /** For how long the API answers on after it was told to end. */
    drainSeconds: env.DRAIN_SECONDS,
    apiHost: env.HOST ?? "127.0.0.1",
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, dataDir },
    publicUrl: env.PUBLIC_URL,
    productName: env.PRODUCT_NAME,
    productSlug: env.PRODUCT_SLUG,
    timeZone: env.TIME_ZONE,
    /** For how many days the audit log is kept. */
    auditDays: env.AUDIT_DAYS,
    /** Whether anybody has said whose imprint it is. */
    hasImprint: env.OPERATOR_NAME !== "[OPERATOR_NAME]",
    /** Whom demo requests are mailed to; nobody, as long as the operator has no address either. */
    inquiriesEmail: env.INQUIRIES_EMAIL ?? (env.OPERATOR_EMAIL === "[OPERATOR_EMAIL]" ? undefined : env.OPERATOR_EMAIL),
    mail: {
      /** Unset, mails are written to `outbox` in the data directory. */
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? { name: env.PRODUCT_NAME, address: `no-reply@${env.PUBLIC_URL.hostname}` },
      perSecond: env.MAIL_RATE,
      previewAddressesPerDay: env.PREVIEW_ADDRESSES_PER_DAY,
      invitationsPerDay: env.INVITATIONS_PER_DAY,
      /** Unset, mails are not signed here. */
      dkim: readDkim(env),
    },
    logLevel: env.LOG_LEVEL,
    /** Whether the API shows what only its developers need: GraphQL's introspection. */
    development: env.NODE_ENV === "development",
    trustedProxies: env.TRUST_PROXY,
  };
}

/** The domain that signs is the sender's. */
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

function sessionSecretIn(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  const secret = keptSecret(file, () => randomBytes(32).toString("base64url"));
  if (secret.length >= shortestSecret) return secret;
  throw new WrongConfiguration([`SESSION_SECRET: the one kept in ${file} is damaged; remove the file, and everybody signs in again`]);
}
