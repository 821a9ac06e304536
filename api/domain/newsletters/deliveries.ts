import * as limits from "../../../contract/limits";
import * as store from "../../db/newsletters/deliveries";
import { setStopped } from "../../db/newsletters/newsletters";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isId } from "../ids";
import { record } from "../workspace/audit";
import { forgetFailures } from "./delivery-failures";
import { type Newsletter, requireManaged } from "./newsletters";

export type Delivery = store.DeliveryRow;

/** A page of a newsletter's deliveries, counted from 0. Throws `NotFound` and `NotAllowed`. */
export async function listDeliveries(
  { database: { db } }: Services,
  viewer: Viewer,
  id: string,
  { state, page }: { state?: store.DeliveryState | undefined; page: number },
): Promise<{ entries: Delivery[]; total: number }> {
  const newsletter = await requireManaged(db, viewer, id);
  const limit = limits.deliveriesPerPage;
  const entries = await store.listDeliveries(db, newsletter, state, { limit, offset: page * limit });
  return { entries, total: await store.countDeliveries(db, newsletter, state) };
}

/** Sends again to recipients whose mail was refused or stopped, or may not have arrived. Throws `NotFound` and `NotAllowed`. */
export async function resendDeliveries(services: Services, viewer: Viewer, id: string, chosen: store.Resent): Promise<Newsletter> {
  const { database, jobs } = services;
  return inTransaction(database, async (tx) => {
    const newsletter = await requireManaged(tx, viewer, id, { lock: true });
    const known = "ids" in chosen ? { ids: chosen.ids.filter(isId) } : chosen;
    if ((await store.resendDeliveries(tx, newsletter, known)) === 0) return newsletter;
    await setStopped(tx, newsletter, false);
    await forgetFailures(services, tx, id);
    await jobs.enqueue(tx, "mailing-delivery", { mailingId: id });
    await record(tx, viewer, { kind: "newsletterResent", newsletterId: id });
    return requireManaged(tx, viewer, id);
  });
}
