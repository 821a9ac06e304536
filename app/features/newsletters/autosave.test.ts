import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Autosave, type SaveAnswer, type SaveState } from "./autosave";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saved = (lockVersion: number): SaveAnswer => ({
  kind: "saved",
  savedAt: "09:44",
  lockVersion,
  mailingId: "m",
  isWhole: true,
  wrong: [],
});
const conflict: SaveAnswer = { kind: "conflict", conflict: { isDraft: true, href: "/", by: "Anna", at: "09:45", lockVersion: 7 } };

/** A form that types, and a server that answers when it is told to. */
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

describe("A form that saves itself", () => {
  it("waits until nobody types any more", async () => {
    const { sent, type } = open();
    type("K");
    await vi.advanceTimersByTimeAsync(500);
    type("Korridor");
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(sent).toEqual(["Korridor"]);
  });

  it("has one save under way at a time, and the next one has everything that came meanwhile", async () => {
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

  it("tries again no sooner than the server says", async () => {
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

  it("saves at once when the step is left, after the save under way", async () => {
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

  it("tries again without a network, and says so", async () => {
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

  it("saves nothing more over somebody else's version, until it is told to", async () => {
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

  it("holds back while its form is being sent, and saves afterwards what was typed meanwhile", async () => {
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

  it("has nothing to save after a form that was answered, unless something was typed", async () => {
    const { autosave, sent } = open();
    autosave.hold();
    autosave.release();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it("saves what was typed while a save was under way that is refused", async () => {
    const { sent, type, answer } = open();
    type("viel zu lang");
    await vi.advanceTimersByTimeAsync(1_000);
    type("kurz");
    await vi.advanceTimersByTimeAsync(5_000);
    await answer({ kind: "refused" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(["viel zu lang", "kurz"]);
  });

  it("knows what somebody has to decide about first", async () => {
    const { autosave, type } = open();
    type("meins");
    expect(autosave.isDue).toBe(true);
    autosave.pause();
    expect([autosave.isDirty, autosave.isDue]).toEqual([true, false]);
  });

  it("forgets what its form sends itself", async () => {
    const { autosave, sent, type } = open();
    type("eins");
    autosave.forget();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    expect(await autosave.flush()).toBe(true);
  });
});
