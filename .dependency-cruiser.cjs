/**
 * The boundaries of docs/architecture.md. Types count as imports. Only rules about what is built into the browser allow `import type`; their
 * names say so.
 */
const notATest = { pathNot: ["\\.test\\.tsx?$", "\\.test-server\\.ts$", "\\.examples\\.tsx$"] };
const ours = "^(app|api|bench|config|contract|locales|packages|server|tests|scripts)/";
/** Remix takes the server's half out of these modules, and refuses what it cannot take out. */
const routeModules = "(\\.route\\.tsx?|\\.layout\\.tsx|^app/root\\.tsx)$";
const serverModules = "\\.server\\.(ts|tsx)$";
/** They build `Services` and the API, from all layers. */
const frontDoor = "^api/(app|open-services|fetch\\.server|main)\\.ts$";
const servicesAndAbove = "^api/(services|rate-limits|job-types|app|open-services|fetch\\.server|main)\\.ts$";
/** The folders of `app/`; each may import those before it, so that there are no circles between them. */
const appLayers = ["styles", "http", "i18n", "upstream", "ui", "rich-text", "forms", "session", "layouts", "lists", "features"];
const values = { dependencyTypesNot: ["type-only"] };

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two modules that need each other are one module.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "Nothing imports it, and it imports nothing.",
      severity: "error",
      from: { orphan: true, path: "^(app|api|config|contract|server)/", pathNot: ["\\.d\\.ts$", routeModules, "\\.(css|svg|json)$"] },
      to: {},
    },
    { name: "everything-resolves", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: ["^\\./build/"] } },
    {
      name: "product-without-development-packages",
      severity: "error",
      from: {
        path: "^(app|api|config|contract|server)/",
        ...addNot(notATest, ["^app/routes\\.ts$"]),
      },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "product-without-tests",
      severity: "error",
      from: { path: "^(app|api|config|contract|server)/", ...notATest },
      to: { path: ["^(bench|tests|scripts)/", "\\.test(-server)?\\.tsx?$"] },
    },

    {
      name: "contract-stands-alone",
      comment: "Both sides of the wire read it; it knows neither, only the keys of the texts.",
      severity: "error",
      from: { path: "^contract/", ...notATest },
      to: { path: ours, pathNot: "^(contract|locales)/" },
    },
    {
      name: "packages-stand-alone",
      comment: "They could be published; nothing of the product is in them.",
      severity: "error",
      from: { path: "^packages/([^/]+)/src/" },
      to: { path: ours, pathNot: "^packages/$1/" },
    },
    {
      name: "environment-is-read-in-one-place-a-side (types are free)",
      severity: "error",
      from: { path: "^(app|api|contract)/", pathNot: ["^app/config\\.server\\.ts$", "^api/config\\.ts$"] },
      to: { path: "^config/environment\\.ts$", ...values },
    },
    {
      name: "server-shares-the-build-of-app (types are free in one place)",
      comment: "Imported, a module of app/ would be a second copy, with its own state.",
      severity: "error",
      from: { path: "^server/", ...notATest },
      to: { path: "^(app|api)/", pathNot: "^app/entry\\.server\\.tsx$" },
    },
    {
      name: "server-takes-types-only-from-app",
      severity: "error",
      from: { path: "^server/", ...notATest },
      to: { path: "^app/", ...values },
    },
    {
      name: "product-without-server",
      severity: "error",
      from: { path: "^(app|api|config|contract)/" },
      to: { path: "^server/" },
    },
    { name: "api-without-app", severity: "error", from: { path: "^api/" }, to: { path: "^app/" } },
    {
      name: "app-opens-api-in-one-place",
      comment: "Another module of api/ in browser code would build silently.",
      severity: "error",
      from: { path: "^app/", pathNot: ["^app/upstream/transport\\.server\\.ts$", "^app/entry\\.server\\.tsx$"] },
      to: { path: "^api/" },
    },
    {
      name: "app-opens-api-by-its-front-door",
      severity: "error",
      from: { path: "^app/upstream/transport\\.server\\.ts$" },
      to: { path: "^api/", pathNot: "^api/fetch\\.server\\.ts$" },
    },
    {
      name: "app-shares-only-metrics-besides",
      comment: "The metrics of a process are served on one port, whichever half they are of.",
      severity: "error",
      from: { path: "^app/entry\\.server\\.tsx$" },
      to: { path: "^api/", pathNot: "^api/metrics/(instruments|server)\\.ts$" },
    },
    {
      name: "session-hands-out-the-upstream-client (types are free)",
      comment: "A route that forgot to ask who is there has no way to reach data.",
      severity: "error",
      from: { path: "^app/", ...addNot(notATest, ["^app/(session|upstream)/"]) },
      to: { path: "^app/upstream/client\\.server\\.ts$", ...values },
    },
    {
      name: "features-are-islands",
      comment: "The route table joins them.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/", pathNot: "^app/features/$1/" },
    },
    {
      name: "shared-code-without-features",
      severity: "error",
      from: { path: "^(app/[^/]+$|contract/|api/)", pathNot: ["^app/routes\\.ts$"] },
      to: { path: "^app/features/" },
    },
    {
      name: "product-is-below-the-folders-of-app",
      severity: "error",
      from: { path: "^app/(config|product)\\.server\\.ts$" },
      to: { path: "^app/[^/]+/" },
    },
    ...appLayers.slice(0, -1).map((layer, index) => ({
      name: "app-imports-downwards",
      severity: "error",
      from: { path: `^app/${layer}/`, ...notATest },
      to: { path: `^app/(${appLayers.slice(index + 1).join("|")})/` },
    })),
    {
      name: "nobody-imports-a-route",
      severity: "error",
      from: { path: ours, ...notATest },
      to: { path: ["\\.route\\.tsx?$", "\\.layout\\.tsx$"] },
    },
    {
      name: "ui-imports-only-ui",
      comment: "Its components get everything as props.",
      severity: "error",
      from: { path: "^app/ui/", ...notATest },
      to: { path: ours, pathNot: "^app/ui/" },
    },
    {
      name: "browser-without-server (types are free)",
      severity: "error",
      from: { path: "^app/", ...addNot(notATest, [serverModules, routeModules, "^app/entry\\.server\\.tsx$"]) },
      to: { path: [`^app/.*${serverModules}`, "^app/entry\\.server\\.tsx$"], ...values },
    },
    {
      name: "browser-without-node (types are free)",
      severity: "error",
      from: { path: "^app/", ...addNot(notATest, [serverModules, routeModules, "^app/entry\\.server\\.tsx$"]) },
      to: { dependencyTypes: ["core"], ...values },
    },

    {
      name: "ways-in-reach-the-world-through-domain",
      severity: "error",
      from: { path: "^api/(http|graphql|jobs)/", ...notATest },
      to: { path: "^api/(db|mail|files|outbound|exports)/" },
    },
    {
      name: "domain-without-http",
      comment: "It knows neither Hono nor GraphQL nor status codes.",
      severity: "error",
      from: { path: "^api/domain/" },
      to: { path: ["^api/(http|graphql|jobs)/", "(^|/)node_modules/(hono|@hono|graphql|graphql-yoga|@escape\\.tech)/"] },
    },
    {
      name: "stores-know-nothing-above",
      severity: "error",
      from: { path: "^api/(db|mail|files|outbound|exports|html|permissions)/", ...notATest },
      to: { path: ["^api/(domain|http|graphql|jobs|operator|demo)/", "^api/metrics/services\\.ts$", servicesAndAbove] },
    },
    {
      name: "services-are-below-the-domain",
      comment: "The domain gets them, with the state of the process; they are built where the process starts.",
      severity: "error",
      from: { path: "^api/[^/]+\\.ts$", ...addNot(notATest, [frontDoor]) },
      to: { path: ["^api/(domain|http|graphql|jobs|operator|demo)/", frontDoor] },
    },
    {
      name: "http-without-graphql",
      severity: "error",
      from: { path: "^api/http/", ...notATest },
      to: { path: "^api/(graphql|jobs)/" },
    },
    {
      name: "domain-below-the-front-door",
      severity: "error",
      from: { path: "^api/(domain|http|graphql|jobs)/", ...notATest },
      to: { path: ["^api/(operator|demo)/", frontDoor] },
    },
    {
      name: "permissions-are-below-everything",
      comment: "The domain and the database share who asks and what was permitted.",
      severity: "error",
      from: { path: "^api/permissions/", ...notATest },
      to: { path: "^api/", pathNot: "^api/permissions/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|data|coverage|test-results)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".jsx", ".json", ".d.ts"],
    },
  },
};

/**
 * @param {{ pathNot: string[] }} from
 * @param {string[]} paths
 */
function addNot(from, paths) {
  return { pathNot: [...from.pathNot, ...paths] };
}
