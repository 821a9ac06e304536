import { afterEach, expect, test, vi } from "vitest";
import { replaceBlockedStorage } from "./blocked-storage";

afterEach(() => vi.unstubAllGlobals());

test("A storage that cannot be read is replaced by one that keeps nothing", () => {
  const read = vi.fn(() => {
    throw new Error("SecurityError");
  });
  vi.stubGlobal("window", Object.defineProperty({}, "sessionStorage", { get: read, configurable: true }));
  replaceBlockedStorage();
  expect(read).toHaveBeenCalledOnce();
  window.sessionStorage.setItem("scroll", "1");
  expect(window.sessionStorage.getItem("scroll")).toBeFalsy();
});

test("Another storage stays", () => {
  const sessionStorage = { getItem: () => "kept" };
  vi.stubGlobal("window", { sessionStorage });
  replaceBlockedStorage();
  expect(window.sessionStorage).toBe(sessionStorage);
});
