import { afterAll, beforeAll, describe } from "vitest";
import { folderTags, getMailing, listMailings, recipients } from "../../contract/graphql/operations";
import { fileArticle } from "../support/articles";
import { describeAuthorisation } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { type OpenWorld, openWorld } from "../support/harness";

/** Henrike is an editor of this folder of a team that she is not in. */
const nordkorridor = { folder: "nordkorridor" };
/** Matthias, who only reads in the team, administers this folder of it. */
const politik = { folder: "politik" };

describe("Who may do what with newsletters", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld();
    for (const { folder } of [nordkorridor, politik]) await fileArticle(world.as("anna"), await world.folderId(folder));
  });
  afterAll(() => world.close());

  for (const place of [nordkorridor, politik]) {
    const draft = async (): Promise<string> => {
      const mailing = { folder_id: await world.folderId(place.folder), vuex_state: { subject: "Brief" } };
      return (await world.as("anna").post("/mailings", { mailing })).body.id;
    };
    let sent: Promise<string> | undefined;
    const published = () => {
      sent ??= draft().then(async (id) => {
        await world.as("anna").put(`/mailings/${id}`, { mailing: {}, perform: "publish" });
        return id;
      });
      return sent;
    };
    const guard = (name: string, send: (caller: Caller) => ReturnType<Caller["get"]>) =>
      describeAuthorisation(() => world, { name, action: "newsletter:manage", place, send });
    const ask = (query: string) => async (caller: Caller) =>
      caller.post("/graphql", { query, variables: { id: await world.folderId(place.folder) } });

    guard("PUT /mailings/{id} that publishes", async (caller) =>
      caller.put(`/mailings/${await draft()}`, { mailing: {}, perform: "publish" }),
    );
    guard("ListMailings", ask(listMailings));
    // The rest asks the same question at the same place.
    if (place !== nordkorridor) continue;

    guard("POST /mailings", async (caller) => caller.post("/mailings", { mailing: { folder_id: await world.folderId(place.folder) } }));
    guard("PUT /mailings/{id}", async (caller) =>
      caller.put(`/mailings/${await draft()}`, { mailing: { vuex_state: { subject: "Neu" } } }),
    );
    guard("PUT /mailings/{id} that previews", async (caller) =>
      caller.put(`/mailings/${await draft()}`, { mailing: {}, perform: "preview" }),
    );
    guard("DELETE /mailings/{id}", async (caller) => caller.delete(`/mailings/${await draft()}`));
    guard("DELETE /mailings/{id}/publication", async (caller) => caller.delete(`/mailings/${await published()}/publication`));
    guard("GET /mailings/{id}/deliveries", async (caller) => caller.get(`/mailings/${await published()}/deliveries`));
    guard("POST /mailings/{id}/deliveries", async (caller) =>
      caller.post(`/mailings/${await published()}/deliveries`, { deliveries: { state: "refused" } }),
    );
    guard("GET /mailings/{id}/checks", async (caller) => caller.get(`/mailings/${await published()}/checks`));
    guard("FolderTags", ask(folderTags));
    guard("Recipients", ask(recipients));

    // Who may not edit a draft is told that there is none, whoever they are.
    describeAuthorisation(() => world, {
      name: "GetMailing of a draft",
      action: "newsletter:manage",
      place,
      answers: { hidden: 404, forbidden: 404, visitor: 404 },
      send: async (caller) => {
        const answer = await caller.post("/graphql", { query: getMailing, variables: { id: await draft() } });
        return { ...answer, status: answer.body.data.mailing === null ? 404 : answer.status };
      },
    });
  }
});
