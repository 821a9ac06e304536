import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { repeat } from "./news-poll";

const second = 1000;
const page = Object.assign(new EventTarget(), { hidden: false });
const asked = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.hidden = false;
  asked.mockReset().mockResolvedValue("asked");
  stop = repeat(asked);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * second);

function hide(hidden: boolean) {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

it("polls every 30 seconds", async () => {
  await pass(29.9);
  expect(asked).toHaveBeenCalledTimes(0);
  await pass(0.1);
  expect(asked).toHaveBeenCalledTimes(1);
  await pass(300);
  expect(asked).toHaveBeenCalledTimes(11);
});

it("pauses while the window is hidden, and polls at once if due when it is visible again", async () => {
  await pass(20);
  hide(true);
  await pass(600);
  expect(asked).toHaveBeenCalledTimes(0);
  hide(false);
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(1);
  await pass(10);
  hide(true);
  hide(false);
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(1);
  await pass(20);
  expect(asked).toHaveBeenCalledTimes(2);
});

it("waits twice as long after each failure, ten minutes at most, and 30 seconds again after a response", async () => {
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  const waits = [30, 60, 120, 240, 480, 600, 600];
  for (const [failures, wait] of waits.entries()) {
    await pass(wait - 1);
    expect(asked).toHaveBeenCalledTimes(failures);
    await pass(1);
    expect(asked).toHaveBeenCalledTimes(failures + 1);
  }
  asked.mockResolvedValue("failed");
  await pass(600);
  asked.mockResolvedValue("asked");
  await pass(600);
  await pass(30);
  expect(asked).toHaveBeenCalledTimes(waits.length + 3);
});

it("stops when the session is over", async () => {
  asked.mockResolvedValue("over");
  await pass(3600);
  hide(true);
  hide(false);
  await pass(3600);
  expect(asked).toHaveBeenCalledTimes(1);
});

it("does not poll after it was stopped, even if a response is late", async () => {
  let answer = (_: string) => {};
  asked.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await pass(30);
  stop();
  answer("asked");
  await pass(3600);
  hide(true);
  hide(false);
  await pass(60);
  expect(asked).toHaveBeenCalledTimes(1);
});
