import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { SmtpSink } from "../smtp-sink";

/** The environment of processes that send mails to the sink. */
export const mailingEnvironment = (dataDir: string, sink: SmtpSink) => ({
  DATA_DIR: dataDir,
  DEMO: "0",
  SMTP_URL: sink.url,
  MAIL_FROM: "folda@folda.example",
  MAIL_RATE: "1000",
});

/** Runs a program that prints a line when it is ready, and one for each committed event; kills it after a while. Returns the lines of the events. */
export async function runUntilKilled(program: string, round: number, environment: Record<string, string>): Promise<string[]> {
  const child = spawn(process.execPath, [program, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_ENV: "test", ...environment },
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (piece: string) => {
    output += piece;
  });
  await expect.poll(() => output.split("\n").length, { timeout: 60_000 }).toBeGreaterThan(3);
  // Sleeps: the moment of the kill varies.
  await sleep(Math.random() * 500);
  child.kill("SIGKILL");
  await once(child, "close");
  // The last line may be incomplete.
  return output.split("\n").slice(1, -1);
}
