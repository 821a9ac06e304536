import { Gauge } from "prom-client";
import { expect, test } from "vitest";
import { type Collectors, scrape } from "./collectors";

test("A failing collector is left out of the scrape and counted; the others are included", async () => {
  const collectors: Collectors = {
    sound: async (registry) => new Gauge({ name: "sound", help: "sound", registers: [registry] }).set(1),
    async broken(registry) {
      new Gauge({ name: "half_read", help: "half read", registers: [registry] }).set(1);
      throw new Error("of clara@demo.example");
    },
  };
  await scrape(collectors);
  const text = await scrape(collectors);
  expect(text).toContain("\nsound 1\n");
  expect(text).toContain('metrics_collector_failures_total{collector="broken"} 2');
  expect(text).not.toMatch(/half_read|clara|collector="sound"/);
});
