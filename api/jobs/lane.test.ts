import { expect, test } from "vitest";
import { startLane } from "./lane";

/** A lane whose calls are recorded and last until the test resolves them. */
function open(todo: number) {
  const calls: (() => void)[] = [];
  let left = todo;
  const lane = startLane(async () => {
    if (left === 0) return false;
    left -= 1;
    await new Promise<void>((resolve) => calls.push(resolve));
    return true;
  });
  const add = (count: number) => {
    left += count;
    lane.wake();
  };
  return { lane, calls, add };
}

test("A lane starts immediately, runs one call after the other, and waits to be woken", async () => {
  const { lane, calls, add } = open(2);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.();
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.();
  add(1);
  await expect.poll(() => calls.length).toBe(3);
  calls[2]?.();
  await lane.stop();
  expect(calls).toHaveLength(3);
});

test("A lane that is woken during a run looks for work once more", async () => {
  let looked = 0;
  let release = () => {};
  const lane = startLane(async () => {
    looked += 1;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return false;
  });
  await expect.poll(() => looked).toBe(1);
  lane.wake();
  release();
  await expect.poll(() => looked).toBe(2);
  const stopped = lane.stop();
  release();
  await stopped;
});

test("Stopping waits for the current run and starts nothing new", async () => {
  const { lane, calls } = open(5);
  await expect.poll(() => calls.length).toBe(1);
  let stopped = false;
  const stopping = lane.stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  expect(stopped).toBe(false);
  calls[0]?.();
  await stopping;
  expect(calls).toHaveLength(1);
});
