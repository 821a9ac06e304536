import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../config";
import { openFileStore } from "../files/open-store";
import { storePictures } from "./fill";

const dataDir = mkdtempSync(join(tmpdir(), "folda-demo-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("Pictures of the demo do not wait for each other to be drawn", async () => {
  const files = await openFileStore(readConfig({ DATA_DIR: dataDir }));
  const steps: string[] = [];
  const watched: typeof files = {
    ...files,
    receive: (...given) => {
      steps.push("begun");
      return files.receive(...given);
    },
    put: async (key, content) => {
      await files.put(key, content);
      // The original is stored last.
      if (!key.includes(".")) steps.push("stored");
    },
  };
  await storePictures(watched, new Set(["bridge", "map", "night"]));
  expect(steps).toEqual(["begun", "stored", "begun", "stored", "begun", "stored"]);
});
