import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { readEnvironment } from "./config/environment";
import { failToStart } from "./contract/startup.server";
import remixOptions from "./remix.config.js";
import { installedPackages } from "./scripts/packages.js";
import type { Middleware } from "./server/context";
import { type Build, createContext } from "./server/context";
import { createDevMiddleware, wrapRoutes } from "./server/middleware";

declare module "@remix-run/node" {
  // Without it loader types describe the serialised form of turbo-stream's predecessor.
  interface Future {
    v3_singleFetch: true;
  }
}

const doesNotStart = (error: unknown) => failToStart("http", error);

/** Development with what matters of `server/`: port, middleware and wrapped routes, and the database opened before the first request. */
const likeProduction: Plugin = {
  name: "like-production",
  apply: "serve",
  config() {
    const { PORT: port, HOST: host } = environment();
    return { server: { port, strictPort: true, ...(host ? { host } : {}) } };
  },
  configureServer(server) {
    const loadBuild = () => server.ssrLoadModule("virtual:remix/server-build") as Promise<Build>;
    /** By the routes of the build, which Vite loads again after a change. */
    const prepared = new WeakMap<Build["routes"], Middleware>();
    const prepare = (build: Build): Middleware => {
      const context = createContext(build);
      const middleware = createDevMiddleware(context);
      // In place, as Remix reads them from the build itself.
      Object.assign(build.routes, wrapRoutes(context));
      prepared.set(build.routes, middleware);
      return middleware;
    };
    server.middlewares.use(async (request, response, next) => {
      try {
        const build = await loadBuild();
        await (prepared.get(build.routes) ?? prepare(build))(request, response, () => {
          // Remix reads this one, which Vite has set before.
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

/** What `client` and `server` are made of, for the notices of licences (scripts/build.js). */
const listModules: Plugin = {
  name: "list-modules",
  apply: "build",
  writeBundle({ dir = "" }, output) {
    const modules = Object.values(output).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    writeFileSync(`build/.modules-${basename(dir)}.json`, JSON.stringify(modules));
  },
};

function environment() {
  try {
    return readEnvironment();
  } catch (error) {
    return doesNotStart(error);
  }
}

/** Of a few hundred bytes, and on most pages: files of their own would cost more than what the others load in vain. */
const smallParts = /\/(?:app\/ui\/(?:add-article|date-text|empty|high-priority|tags)|app\/lists\/list-state|contract\/limits)\.tsx?$/;

/**
 * What the entry and the root reach is loaded by every page, and so stands in one file, the libraries in another: a file is
 * compressed by itself, and a dozen of a few hundred bytes each cost 2 KB more.
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
  if (beginnings.test(id) || !isForEveryPage(id)) return undefined;
  // What Rollup adds begins with a NUL, and is for the libraries; in the other file each would wait for the other.
  return id.startsWith("\0") || id.includes("/node_modules/") ? "libraries" : "frame";
}

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [likeProduction, listModules, remix(remixOptions)],
  ...(command === "build" ? { ssr: { noExternal: true, external: installedPackages } } : {}),
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: {
    target: "es2022",
    // The stylesheet is written for engines since December 2023; lowering it would double its size.
    cssTarget: ["chrome120", "firefox121", "safari17.2"],
    // remix-serve caches the assets folder for a year; files of public/ keep their names and must not be in it.
    copyPublicDir: false,
    // Remix would empty all of build/, the workers and the lock of scripts/build-if-needed.js too; scripts/build.js empties what it fills.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
  optimizeDeps: { esbuildOptions: { target: "es2022" } },
}));
