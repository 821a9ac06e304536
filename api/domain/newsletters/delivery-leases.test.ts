import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as deliveries from "../../db/newsletters/deliveries";
import type { Database } from "../../db/pool";
import { createDeliveryLeases } from "./delivery-leases";

type Exchange = Parameters<typeof deliveries.exchangeDeliveries>[1];
const leaseOf = (id: string): deliveries.Lease => ({
  id,
  userId: id,
  subscriberId: null,
  email: `${id}@example.org`,
  name: id,
  attempts: 0,
  isWanted: true,
});
const outcomeOf = (id: string) => ({ id, state: "waiting", answer: null, retryIn: 30, isAttempt: true }) as const;

/** Exchanges with the database; the test decides when each is answered. */
let asked: { exchange: Exchange; answer: (leased?: string[]) => void }[];
beforeEach(() => {
  asked = [];
  vi.spyOn(deliveries, "exchangeDeliveries").mockImplementation(
    (_, exchange) =>
      new Promise((resolve) => {
        const answer = (leased: string[] = []) => resolve({ leased: leased.map(leaseOf), begun: [...exchange.begins] });
        asked.push({ exchange, answer });
      }),
  );
});
afterEach(() => vi.restoreAllMocks());

const nthExchange = (n: number) => vi.waitUntil(() => asked[n - 1], { timeout: 120_000 });

/** Leases of which the first two are taken. */
async function leasesOf(...ids: string[]) {
  const leases = createDeliveryLeases({} as Database, { id: "newsletter", folderId: "folder" }, { run: "run", atOnce: 2 });
  const taken = Promise.all([leases.take(), leases.take()]);
  (await nthExchange(1)).answer(ids);
  await taken;
  return leases;
}

it("A mail that timed out before it could begin is not begun by the statement that stores its result", async () => {
  const leases = await leasesOf("a", "b");
  const first = leases.begin("a");
  const { exchange, answer } = await nthExchange(2);
  expect(exchange.begins).toEqual(["a"]);
  const late = leases.begin("b").catch((error: unknown) => error);
  leases.report(outcomeOf("b"));
  answer();
  await first;
  const storing = await nthExchange(3);
  expect([storing.exchange.begins, storing.exchange.outcomes]).toEqual([[], [outcomeOf("b")]]);
  storing.answer();
  expect(await late).toEqual(new Error("the lease has ended"));
});

it("Closing releases mails that were not begun, even if exchanges without them are under way", async () => {
  const leases = await leasesOf("a", "b", "c");
  void leases.begin("a");
  const { answer } = await nthExchange(2);
  // Joins the exchange under way, and starts the next one before `close` can.
  void leases.begin("b");
  const closed = leases.close();
  answer();
  (await nthExchange(3)).answer();
  const storing = await nthExchange(4);
  expect(storing.exchange.outcomes).toMatchObject([{ id: "c", state: "waiting", isAttempt: false }]);
  storing.answer();
  await closed;
});
