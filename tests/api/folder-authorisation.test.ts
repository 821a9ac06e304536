import { afterAll, beforeAll, describe } from "vitest";
import { demoFolders } from "../../api/demo/personas";
import { describeAuthorisation } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { type OpenWorld, openWorld } from "../support/harness";

/** Matthias, who only reads in the team, administers this folder of it. */
const politik = { folder: "politik" };
/** Henrike, who is not in the team, is an editor of this folder of it. */
const nordkorridor = { folder: "nordkorridor" };

describe("Who may do what with folders", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  /** A folder like one of the cast, with the same people responsible for it. */
  async function twinOf(key: string): Promise<{ id: string; fields: Record<string, unknown> }> {
    const anna = world.as("anna");
    const { team = "", ownerships = {} } = demoFolders.find((folder) => folder.key === key) ?? {};
    const fields = { name: `Wie ${key}`, team_id: await world.teamId(team) };
    const { id } = (await anna.post("/folders", { folder: fields })).body;
    for (const [person, role] of Object.entries(ownerships))
      await anna.post("/ownerships", { ownership: { folder_id: id, user_id: await world.userId(person), role } });
    return { id, fields };
  }

  describeAuthorisation(() => world, {
    name: "POST /folders",
    action: "folder:create",
    place: { team: "netz" },
    answers: { hidden: 422, forbidden: 422 },
    send: async (caller) => caller.post("/folders", { folder: { name: "Weichen", team_id: await world.teamId("netz") } }),
  });

  for (const place of [politik, nordkorridor]) {
    const send = (call: (caller: Caller, folder: { id: string; fields: Record<string, unknown> }) => ReturnType<Caller["get"]>) => {
      return async (caller: Caller) => call(caller, await twinOf(place.folder));
    };

    describeAuthorisation(() => world, {
      name: "PUT /folders/{id}",
      action: "folder:update",
      place,
      send: send((caller, { id, fields }) => caller.put(`/folders/${id}`, { folder: { ...fields, name: "Neuer Name" } })),
    });

    describeAuthorisation(() => world, {
      name: "DELETE /folders/{id}",
      action: "folder:delete",
      place,
      send: send((caller, { id }) => caller.delete(`/folders/${id}`)),
    });

    describeAuthorisation(() => world, {
      name: "GET /folders/{id}/removal",
      action: "folder:delete",
      place,
      send: send((caller, { id }) => caller.get(`/folders/${id}/removal`)),
    });

    describeAuthorisation(() => world, {
      name: "GET /folders/{id}/people",
      action: "ownership:manage",
      place,
      send: send((caller, { id }) => caller.get(`/folders/${id}/people`)),
    });

    describeAuthorisation(() => world, {
      name: "GET /ownerships",
      action: "ownership:manage",
      place,
      send: send((caller, { id }) => caller.get(`/ownerships?folder_id=${id}`)),
    });

    describeAuthorisation(() => world, {
      name: "POST /ownerships",
      action: "ownership:manage",
      place,
      send: send(async (caller, { id }) =>
        caller.post("/ownerships", { ownership: { folder_id: id, user_id: await world.userId("lena"), role: "admin" } }),
      ),
    });

    describeAuthorisation(() => world, {
      name: "PUT /ownerships/{id}",
      action: "ownership:manage",
      place,
      // Of somebody who sees every folder without it.
      send: send(async (caller, { id }) => {
        const ownership = { folder_id: id, user_id: await world.userId("anna") };
        const { body } = await world.as("anna").post("/ownerships", { ownership });
        return caller.put(`/ownerships/${body.id}`, { ownership: { role: "admin" } });
      }),
    });
  }
});
