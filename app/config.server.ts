import { join, resolve } from "node:path";
import { readEnvironment, shortestSecret } from "../config/environment";
import { pagePaths, paths } from "./paths";

const pages = [...Object.values(paths), ...Object.values(pagePaths).flatMap((path) => Object.values(path))];

/** First segments of addresses that are something else than the product's own. */
export const takenSegments = new Set(["assets", "healthz", "readyz", ...pages.map((path) => path.split("/")[1] ?? "")]);

const env = readEnvironment(undefined, ({ PRODUCT_SLUG }) =>
  PRODUCT_SLUG && takenSegments.has(PRODUCT_SLUG) ? ["PRODUCT_SLUG: is the address of another page"] : [],
);

/** The web application's configuration, read once at start. The embedded API has its own in `api/config.ts`. */
export const config = {
  port: env.PORT,
  /** Unset, it listens on every address of the machine. */
  host: env.HOST,
  metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, dataDir: resolve(env.DATA_DIR) },
  publicUrl: env.PUBLIC_URL,
  secureCookies: env.PUBLIC_URL.protocol === "https:",
  upstreamApiUrl: env.UPSTREAM_API_URL,
  /** Where files of forms lie while a form is answered. */
  uploadsDir: join(resolve(env.DATA_DIR), "uploads"),
  product: { name: env.PRODUCT_NAME, slug: env.PRODUCT_SLUG },
  timeZone: env.TIME_ZONE,
  /** What the privacy statement says of the audit log. */
  auditDays: env.AUDIT_DAYS,
  /** Whether search engines may list published newsletters. */
  newslettersIndexed: env.NEWSLETTERS_INDEXED,
  /** How many pages are worked on at the same time (`server/semaphore.ts`). */
  pagesAtOnce: env.PAGES_AT_ONCE,
  trustedProxies: env.TRUST_PROXY,
  drainSeconds: env.DRAIN_SECONDS,
  logLevel: env.LOG_LEVEL,
  deviceTermsWorkspaces: env.DEVICE_TERMS_WORKSPACES,
  /** Characters of a secret at least. */
  shortestSecret,
  webview: {
    secret: env.WEBVIEW_SECRET,
    /** Where a secret is made and kept when none is set. Processes that share a database have to be told one. */
    secretFile: env.DATABASE_URL || env.UPSTREAM_API_URL ? undefined : join(resolve(env.DATA_DIR), "webview-secret"),
    frameOrigins: env.WEBVIEW_FRAME_ORIGINS,
  },
  testimonialsFile: env.TESTIMONIALS_FILE,
  operator: {
    name: env.OPERATOR_NAME,
    address: env.OPERATOR_ADDRESS,
    representatives: env.OPERATOR_REPRESENTATIVES,
    email: env.OPERATOR_EMAIL,
    phone: env.OPERATOR_PHONE,
    register: env.OPERATOR_REGISTER,
    vatId: env.OPERATOR_VAT_ID,
    enforcement: env.OPERATOR_ENFORCEMENT,
  },
} as const;
