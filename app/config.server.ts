import { join, resolve } from "node:path";
import { readEnvironment } from "../config/environment";
import { pagePaths } from "../contract/paths";
import { allPaths } from "../contract/paths.server";
import { perProduct } from "./product.server";

const pages = [...Object.values(allPaths), ...Object.values(pagePaths).flatMap((path) => Object.values(path))];

/** First path segments that are already in use. */
export const takenSegments = new Set(["assets", "healthz", "readyz", ...pages.map((path) => path.split("/")[1] ?? "")]);

/** The configuration of a product. The embedded API has its own in `api/config.ts`. */
export const configOf = perProduct("config", (environment) => {
  const env = readEnvironment(environment, ({ PRODUCT_SLUG }) =>
    PRODUCT_SLUG && takenSegments.has(PRODUCT_SLUG) ? ["PRODUCT_SLUG: is already the path of another page"] : [],
  );
  return {
    port: env.PORT,
    /** If undefined, the server listens on all addresses of the machine. */
    host: env.HOST,
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, dataDir: resolve(env.DATA_DIR) },
    publicUrl: env.PUBLIC_URL,
    secureCookies: env.PUBLIC_URL.protocol === "https:",
    upstreamApiUrl: env.UPSTREAM_API_URL,
    /** Where uploaded files are stored while their form is being processed. */
    uploadsDir: join(resolve(env.DATA_DIR), "uploads"),
    product: { name: env.PRODUCT_NAME, slug: env.PRODUCT_SLUG },
    timeZone: env.TIME_ZONE,
    /** For the privacy policy, which states how long audit entries are kept. */
    auditDays: env.AUDIT_DAYS,
    /** Stated there too: how long deleted things can be restored. */
    trashDays: env.TRASH_DAYS,
    /** Whether search engines may list published newsletters. */
    newslettersIndexed: env.NEWSLETTERS_INDEXED,
    /** How many pages are rendered concurrently (`server/fair-semaphore.ts`). */
    pagesAtOnce: env.PAGES_AT_ONCE,
    trustedProxies: env.TRUST_PROXY,
    drainSeconds: env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
    deviceTermsWorkspaces: env.DEVICE_TERMS_WORKSPACES,
    webview: {
      secrets: env.WEBVIEW_SECRET,
      /**
       * Where a secret is generated and stored if none is configured. Processes that share a database must be configured with the same one.
       */
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
      dataProtectionOfficer: env.OPERATOR_DATA_PROTECTION_OFFICER,
      supervisoryAuthority: env.OPERATOR_SUPERVISORY_AUTHORITY,
    },
  } as const;
});

export type Config = ReturnType<typeof configOf>;

/** The configuration of the current product. */
export const config = new Proxy({} as Config, { get: (_, name) => Reflect.get(configOf(), name) });
