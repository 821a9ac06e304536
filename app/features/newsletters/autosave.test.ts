import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Autosave, type SaveAnswer, type SaveState } from "./autosave";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saved = (lockVersion: number): SaveAnswer => ({
  kind: "saved",
  savedAt: "09:44",
  lockVersion,
  savedVersion: lockVersion,
  newsletterId: "m",
  base: "{}",
  isWhole: true,
  wrong: [],
});
const conflict: SaveAnswer = {
  kind: "conflict",
  conflict: { isDraft: true, href: "/", by: "Anna", at: "09:45", base: "", differences: [] },
};

/** A simulated form, and a server that responds only when told to. */
function open() {
  let text = "";
  const sent: string[] = [];
  const waiting: ((answer: SaveAnswer | Error) => void)[] = [];
  const states: SaveState["kind"][] = [];
  const autosave = new Autosave(
    () =>
      new Promise((resolve, reject) => {
        sent.push(text);
        waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
    ({ kind }) => states.push(kind),
  );
  return {
    autosave,
    sent,
    states,
    type(words: string) {
      text = words;
      autosave.changed();
    },
    async answer(answer: SaveAnswer | Error) {
      waiting.shift()?.(answer);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe("Autosave", () => {
  it("waits until the user stops typing", async () => {
    const { sent, type } = open();
    type("K");
    await vi.advanceTimersByTimeAsync(500);
    type("Korridor");
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(sent).toEqual(["Korridor"]);
  });

  it("runs one save at a time; the next one includes all changes made meanwhile", async () => {
    const { autosave, sent, type, answer } = open();
    type("eins");
    await vi.advanceTimersByTimeAsync(1_000);
    type("zwei");
    await vi.advanceTimersByTimeAsync(5_000);
    type("drei");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual(["eins"]);
    await answer(saved(1));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(["eins", "drei"]);
    expect(autosave.isDirty).toBe(true);
    await answer(saved(2));
    expect(autosave.isDirty).toBe(false);
  });

  it("waits at least as long as the server asks before it retries", async () => {
    const { autosave, sent, states, type, answer } = open();
    type("eins");
    await vi.advanceTimersByTimeAsync(1_000);
    await answer({ kind: "failed", retryAfterMs: 10_000 });
    expect(states.at(-1)).toBe("failed");
    await vi.advanceTimersByTimeAsync(9_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toHaveLength(2);
    await answer(saved(1));
    expect(autosave.isDirty).toBe(false);
  });

  it("saves immediately when the step is left, after the save in progress", async () => {
    const { autosave, sent, type, answer } = open();
    type("eins");
    await vi.advanceTimersByTimeAsync(1_000);
    type("zwei");
    const left = autosave.flush();
    await answer(saved(1));
    expect(sent).toEqual(["eins", "zwei"]);
    await answer(saved(2));
    expect(await left).toBe(true);
  });

  it("reports a network failure and retries", async () => {
    const { autosave, sent, states, type, answer } = open();
    type("eins");
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(new TypeError("no network"));
    expect(states.at(-1)).toBe("failed");
    expect(autosave.isDirty).toBe(true);
    await vi.advanceTimersByTimeAsync(4_100);
    expect(sent).toEqual(["eins", "eins"]);
    await answer(saved(1));
    expect(states.at(-1)).toBe("saved");
  });

  it("stops at a conflict until it is resumed", async () => {
    const { autosave, sent, states, type, answer } = open();
    type("meins");
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(conflict);
    type("noch mehr");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(["meins"]);
    expect(states.at(-1)).toBe("conflict");
    expect(await autosave.flush()).toBe(false);

    const resumed = autosave.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(["meins", "noch mehr"]);
    await answer(saved(8));
    expect(await resumed).toBe(true);
  });

  it("pauses while the form is being submitted, then saves what was typed meanwhile", async () => {
    const { autosave, sent, type, answer } = open();
    autosave.hold();
    type("währenddessen");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await autosave.flush()).toBe(false);
    expect(sent).toEqual([]);
    autosave.release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(["währenddessen"]);
    await answer(saved(2));
    expect(autosave.isDirty).toBe(false);
  });

  it("has nothing to save after a submission, unless something was typed", async () => {
    const { autosave, sent } = open();
    autosave.hold();
    autosave.release();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it("saves what was typed while another save was being refused", async () => {
    const { sent, type, answer } = open();
    type("viel zu lang");
    await vi.advanceTimersByTimeAsync(1_000);
    type("kurz");
    await vi.advanceTimersByTimeAsync(5_000);
    await answer({ kind: "refused" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(["viel zu lang", "kurz"]);
  });

  it("has nothing due while it is paused", async () => {
    const { autosave, type } = open();
    type("meins");
    expect(autosave.isDue).toBe(true);
    autosave.pause();
    expect([autosave.isDirty, autosave.isDue]).toEqual([true, false]);
  });

  it("forgets changes that are submitted with the form", async () => {
    const { autosave, sent, type } = open();
    type("eins");
    autosave.forget();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    expect(await autosave.flush()).toBe(true);
  });
});
