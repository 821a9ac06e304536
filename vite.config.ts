import { vitePlugin as remix } from "@remix-run/dev";
import terser from "@rollup/plugin-terser";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { readEnvironment } from "./config/environment";
import { failToStart } from "./contract/startup.server";
import remixOptions from "./remix.config.js";
import { installedPackages } from "./scripts/packages.js";
import { type Build, type Context, createContext, type Middleware } from "./server/context";
import { createDevMiddleware, wrapRoutes } from "./server/middleware";

declare module "@remix-run/node" {
  // Without it, loader types describe the serialisation of turbo-stream's predecessor.
  interface Future {
    v3_singleFetch: true;
  }
}

const doesNotStart = (error: unknown) => failToStart("http", error);

/** Development with the relevant parts of `server/`: port, middleware, wrapped routes, and a database that is open before the first request. */
const likeProduction: Plugin = {
  name: "like-production",
  apply: "serve",
  config() {
    const { PORT: port, HOST: host } = environment();
    return { server: { port, strictPort: true, ...(host ? { host } : {}) } };
  },
  configureServer(server) {
    const loadBuild = () => server.ssrLoadModule("virtual:remix/server-build") as Promise<Build>;
    /** By the routes of the build, which Vite reloads after changes. */
    const prepared = new WeakMap<Build["routes"], Middleware>();
    /** Reloaded modules keep its database open. */
    let product: Context["product"] | undefined;
    const prepare = (build: Build): Middleware => {
      const context = createContext(build, product && { product });
      product = context.product;
      const middleware = createDevMiddleware(context);
      // In place, because Remix reads them from the build itself.
      Object.assign(build.routes, wrapRoutes(context));
      prepared.set(build.routes, middleware);
      return middleware;
    };
    server.middlewares.use(async (request, response, next) => {
      try {
        const build = await loadBuild();
        await (prepared.get(build.routes) ?? prepare(build))(request, response, () => {
          // Remix reads `originalUrl`, which Vite has already set.
          request.originalUrl = request.url ?? "/";
          next();
        });
      } catch (error) {
        next(error);
      }
    });
    server.httpServer?.once("listening", async () => {
      const build = await loadBuild();
      await build.entry.module.warm().catch(doesNotStart);
    });
  },
};

function environment() {
  try {
    return readEnvironment();
  } catch (error) {
    return doesNotStart(error);
  }
}

/** Modules of a few hundred bytes on most pages: separate files would cost more than loading them in vain. */
const smallParts = /\/(?:app\/ui\/(?:add-article|date-text|empty|high-priority|tags)|app\/lists\/list-state)\.tsx?$/;

/** Nearly every page with a form needs all of them. */
const formParts =
  /\/app\/(?:forms\/(?:controls|form-errors|form-state|keep-offline|submit-button)|ui\/(?:error-summary|field|use-browser-layout-effect))\.tsx?$/;

/**
 * Everything reachable from the entry and the root is loaded by every page, so it is one file, and the libraries another: files are compressed one by
 * one, and a dozen of a few hundred bytes each cost 2 KB more.
 */
function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const beginnings = /\/app\/(entry\.client|root)\.tsx/;
  const seen = new Set<string>();
  const isForEveryPage = (module: string): boolean => {
    if (beginnings.test(module)) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return getModuleInfo(module)?.importers.some(isForEveryPage) ?? false;
  };
  if (smallParts.test(id)) return "frame";
  if (beginnings.test(id) || !isForEveryPage(id)) return formParts.test(id) ? "forms" : undefined;
  // Rollup's helper modules begin with a NUL. They belong to the libraries; otherwise the two files would wait for each other.
  return id.startsWith("\0") || id.includes("/node_modules/") ? "libraries" : "frame";
}

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [likeProduction, remix(remixOptions)],
  ...(command === "build" ? { ssr: { noExternal: true, external: installedPackages } } : {}),
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: {
    target: "es2022",
    // The stylesheet targets engines since December 2023; lowering it would double its size.
    cssTarget: ["chrome120", "firefox121", "safari17.2"],
    // remix-serve caches the assets folder for a year; files of public/ keep their names and must not be in it.
    copyPublicDir: false,
    // Remix would empty all of build/; wireit (package.json) deletes the previous output instead.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf, plugins: [terser({ compress: { passes: 2 } })] } },
  },
  optimizeDeps: { esbuildOptions: { target: "es2022" } },
}));
