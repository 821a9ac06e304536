import { beforeAll, describe } from "vitest";
import { folderTags, getMailing, listMailings, mailingTemplates, recipients } from "../../contract/graphql/operations";
import { fileArticle } from "../support/articles";
import { guarding } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

/** A folder of which Henrike is an editor, without being in its team. */
const nordkorridor = { folder: "nordkorridor" };
/** A folder that is administered by Matthias, who only reads in its team. */
const politik = { folder: "politik" };

describe("Who may do what with newsletters", () => {
  const world = worldForTests();
  beforeAll(async () => {
    for (const { folder } of [nordkorridor, politik]) await fileArticle(world.as("anna"), await world.folderId(folder));
  });

  describe.each([nordkorridor, politik])("of $folder", (place) => {
    const draft = async (): Promise<string> => {
      const mailing = { folder_id: await world.folderId(place.folder), vuex_state: { subject: "Brief" } };
      return (await world.as("anna").post("/mailings", { mailing })).body.id;
    };
    const published = async () => {
      const id = await draft();
      await world.as("anna").put(`/mailings/${id}`, { mailing: {}, perform: "publish" });
      return id;
    };
    const action = "newsletter:manage";
    const ofFolder = guarding(() => world, { place, make: () => world.folderId(place.folder) });
    const ofDraft = guarding(() => world, { place, make: draft });
    const ofNewsletter = guarding(() => world, { place, make: published });
    const ask = (query: string) => (caller: Caller, id: string) => caller.post("/graphql", { query, variables: { id } });
    const put = (body: object) => (caller: Caller, id: string) => caller.put(`/mailings/${id}`, body);

    ofDraft("PUT /mailings/{id} that publishes", action, put({ mailing: {}, perform: "publish" }), { consumes: true });
    ofFolder("ListMailings", action, ask(listMailings));

    const query = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
    const add = async (caller: Caller, id: string, email: string) => {
      await query("delete from rate_limits");
      return caller.post(`/folders/${id}/subscribers`, { import: { addresses: [email], consent: "Messe" } });
    };
    const subscriber = async (): Promise<string> => {
      const email = `${crypto.randomUUID()}@aussen.example`;
      await add(world.as("anna"), await world.folderId(place.folder), email);
      return (await query("select id from subscribers where email = $1", [email])).rows[0].id;
    };
    const ofSubscriber = guarding(() => world, { place, make: subscriber });
    ofFolder("GET /folders/{id}/subscribers", action, (caller, id) => caller.get(`/folders/${id}/subscribers`));
    ofFolder("PUT /folders/{id}/subscribable", action, (caller, id) => caller.put(`/folders/${id}/subscribable`, { subscribable: true }));
    ofFolder("POST /folders/{id}/subscribers", action, (caller, id) => add(caller, id, "leo@aussen.example"));
    ofSubscriber("DELETE /subscribers/{id}", action, (caller, id) => caller.delete(`/subscribers/${id}`), { consumes: true });

    // The other calls use the same check.
    if (place !== nordkorridor) return;

    ofFolder("POST /mailings", action, (caller, folder_id) => caller.post("/mailings", { mailing: { folder_id } }));
    ofDraft("PUT /mailings/{id}", action, put({ mailing: { vuex_state: { subject: "Neu" } } }));
    ofDraft("PUT /mailings/{id} that previews", action, put({ mailing: {}, perform: "preview" }));
    ofDraft("DELETE /mailings/{id}", action, (caller, id) => caller.delete(`/mailings/${id}`), { consumes: true });
    ofNewsletter("DELETE /mailings/{id}/publication", action, (caller, id) => caller.delete(`/mailings/${id}/publication`));
    ofNewsletter("GET /mailings/{id}/deliveries", action, (caller, id) => caller.get(`/mailings/${id}/deliveries`));
    ofNewsletter("POST /mailings/{id}/deliveries", action, (caller, id) =>
      caller.post(`/mailings/${id}/deliveries`, { deliveries: { state: "refused" } }),
    );
    ofNewsletter("GET /mailings/{id}/checks", action, (caller, id) => caller.get(`/mailings/${id}/checks`));
    ofFolder("FolderTags", action, ask(folderTags));
    ofFolder("Recipients", action, ask(recipients));
    ofFolder("MailingTemplates", action, ask(mailingTemplates));
    ofFolder("The number of newsletters", action, ask("query($id: ID!) { mailingsCount(folderId: $id) }"));

    // A draft is hidden from people who may not edit it.
    const ofHidden = guarding(() => world, { place, make: draft, answers: { forbidden: 404, visitor: 404 } });
    ofHidden("GetMailing of a draft", action, async (caller, id) => {
      const answer = await ask(getMailing)(caller, id);
      return { ...answer, status: answer.body.data.mailing === null ? 404 : answer.status };
    });
  });
});
