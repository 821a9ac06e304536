import { onTestFinished, vi } from "vitest";

/** Stops this process's clock until the end of the test, so that rate limits do not expire on a slow machine. The database's clock goes on. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}
