import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./free-port";
import { demoPassword, waitUntilReady } from "./serve-for-tests.js";

/** The built product in a separate process, as with `npm start`. */
export interface ServedProduct {
  url: string;
  pid: number;
  /** The password of all people in the demo workspace. */
  password: string;
  /** Its lines on standard output so far, and those on standard error. */
  lines: string[];
  errors: string[];
  /** Requests a path without following redirects. */
  ask(path: string, init?: RequestInit & { cookie?: string }): Promise<Response>;
  /** The `Cookie` header of a person's new session. */
  signIn(person: string): Promise<string>;
  /** Resolves with code and signal once the process is gone. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<[number | null, NodeJS.Signals | null]>;
  /** The same, if it ends automatically. */
  gone: Promise<[number | null, NodeJS.Signals | null]>;
}

interface Start {
  dataDir: string;
  environment?: Record<string, string>;
  /** Default: a free port. */
  port?: number;
  /** The path that responds once it has started. */
  ready?: "/readyz" | "/healthz";
}

/** Starts the product and waits until it is ready; rejects with its output if it ends before. */
export async function startProduct({ ready = "/readyz", ...start }: Start): Promise<ServedProduct> {
  const { url, child, lines, errors, gone } = await launchProduct(start);
  const hasEnded = await Promise.race([waitUntilReady(url + ready).then(() => false), gone.then(() => true)]);
  if (hasEnded) {
    const output = [...lines, ...errors].join("\n");
    // Another program has taken the port that was free.
    if (start.port === undefined && /PORT: \d+ is in use/.test(output)) return startProduct({ ready, ...start });
    throw new Error(`The product ended: ${output}`);
  }
  const ask: ServedProduct["ask"] = (path, { cookie, headers, ...init } = {}) =>
    fetch(url + path, {
      redirect: "manual",
      headers: { ...(cookie ? { Cookie: cookie } : {}), ...(headers as Record<string, string>) },
      ...init,
    });
  return {
    url,
    pid: child.pid ?? 0,
    password: demoPassword,
    lines,
    errors,
    ask,
    async signIn(person) {
      const body = new URLSearchParams({ workspace: "demo", email: `${person}@demo.example`, password: demoPassword });
      const response = await ask("/sign-in", { method: "POST", body });
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith("authToken="));
      if (!cookie) throw new Error(`${person} could not sign in: ${response.status}`);
      return cookie.split(";")[0] ?? "";
    },
    async end(signal) {
      child.kill(signal);
      return gone;
    },
    gone,
  };
}

/** Starts the product where it must refuse to start: its exit code and output. */
export async function failToStart(start: Start): Promise<{ code: number | null; lines: string[]; errors: string[] }> {
  const { gone, lines, errors } = await launchProduct(start);
  const [code] = await gone;
  return { code, lines, errors };
}

/** Starts the product without waiting. */
export async function launchProduct({ dataDir, environment = {}, port: asked }: Start) {
  const port = asked ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "./server.js"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...(Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value)) as NodeJS.ProcessEnv),
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DEMO: "1",
      DEMO_PASSWORD: demoPassword,
      ...environment,
    },
  });
  const gone = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  return { url, child, gone, lines: linesOf(child.stdout), errors: linesOf(child.stderr) };
}

export function linesOf(stream: NodeJS.ReadableStream): string[] {
  const lines: string[] = [];
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (part: string) => {
    const parts = (rest + part).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  stream.on("end", () => rest && lines.push(rest));
  return lines;
}
