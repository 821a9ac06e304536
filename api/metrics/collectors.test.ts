import { Gauge } from "prom-client";
import { expect, test } from "vitest";
import { addCollector, scrape } from "./collectors";

test("A failing collector is left out of the scrape and counted; the others are included", async () => {
  addCollector("sound", async (registry) => new Gauge({ name: "sound", help: "sound", registers: [registry] }).set(1));
  addCollector("broken", async (registry) => {
    new Gauge({ name: "half_read", help: "half read", registers: [registry] }).set(1);
    throw new Error("of clara@demo.example");
  });
  await scrape();
  const text = await scrape();
  expect(text).toContain("\nsound 1\n");
  expect(text).toContain('metrics_collector_failures_total{collector="broken"} 2');
  expect(text).not.toMatch(/half_read|clara|collector="sound"/);
});

test("A program that starts again in the same process replaces its collector", async () => {
  for (const value of [1, 2]) {
    addCollector("disk", async (registry) => new Gauge({ name: "disk", help: "disk", registers: [registry] }).set(value));
  }
  expect((await scrape()).match(/^disk .*$/gm)).toEqual(["disk 2"]);
});
