import { describe } from "vitest";
import { demoFolders } from "../../api/demo/personas";
import { guarding } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

/** A folder that is administered by Matthias, who only reads in its team. */
const politik = { folder: "politik" };
/** A folder of which Henrike is an editor, without being in its team. */
const nordkorridor = { folder: "nordkorridor" };

describe("Who may do what with folders", () => {
  const world = worldForTests();

  /** A folder like one of the demo, with the same people responsible for it. */
  async function twinOf(key: string): Promise<{ id: string; fields: Record<string, unknown> }> {
    const anna = world.as("anna");
    const { team = "", ownerships = {} } = demoFolders.find((folder) => folder.key === key) ?? {};
    const fields = { name: `Wie ${key}`, team_id: await world.teamId(team) };
    const { id } = (await anna.post("/folders", { folder: fields })).body;
    for (const [person, role] of Object.entries(ownerships))
      await anna.post("/ownerships", { ownership: { folder_id: id, user_id: await world.userId(person), role } });
    return { id, fields };
  }

  const ofTeam = guarding(() => world, {
    place: { team: "netz" },
    make: () => world.teamId("netz"),
    answers: { hidden: 422, forbidden: 422 },
  });
  ofTeam("POST /folders", "folder:create", (caller, team_id) => caller.post("/folders", { folder: { name: "Weichen", team_id } }));

  const ofSeen = guarding(() => world, { place: nordkorridor, make: () => world.folderId("nordkorridor") });
  ofSeen("GET /folders/{id}", "folder:read", (caller, id) => caller.get(`/folders/${id}`));
  ofSeen("POST /follows", "folder:read", (caller, folder_id) => caller.post("/follows", { follow: { folder_id } }));
  ofSeen("POST /feeds", "feed:create", (caller, folder_id) => caller.post("/feeds", { feed: { name: "Reader", folder_id } }));

  describe.each([politik, nordkorridor])("such as $folder", (place) => {
    const ofFolder = guarding(() => world, { place, make: () => twinOf(place.folder) });
    ofFolder("PUT /folders/{id}", "folder:update", (caller, { id, fields }) =>
      caller.put(`/folders/${id}`, { folder: { ...fields, name: "Neuer Name" } }),
    );
    ofFolder("DELETE /folders/{id}", "folder:delete", (caller, { id }) => caller.delete(`/folders/${id}`), { consumes: true });
    ofFolder("GET /folders/{id}/removal", "folder:delete", (caller, { id }) => caller.get(`/folders/${id}/removal`));
    ofFolder("GET /folders/{id}/people", "ownership:manage", (caller, { id }) => caller.get(`/folders/${id}/people`));
    ofFolder("GET /ownerships", "ownership:manage", (caller, { id }) => caller.get(`/ownerships?folder_id=${id}`));
    const own = async (caller: Caller, { id }: { id: string }) =>
      caller.post("/ownerships", { ownership: { folder_id: id, user_id: await world.userId("lena"), role: "admin" } });
    ofFolder("POST /ownerships", "ownership:manage", own, { consumes: true });

    const ofOwnership = guarding(() => world, {
      place,
      // The ownership of a person who sees every folder without it.
      make: async (): Promise<string> => {
        const ownership = { folder_id: (await twinOf(place.folder)).id, user_id: await world.userId("anna") };
        return (await world.as("anna").post("/ownerships", { ownership })).body.id;
      },
    });
    ofOwnership("PUT /ownerships/{id}", "ownership:manage", (caller, id) =>
      caller.put(`/ownerships/${id}`, { ownership: { role: "admin" } }),
    );
  });
});
