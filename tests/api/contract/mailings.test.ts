import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invalidSchema, refusalSchema } from "../../../contract/errors";
import {
  folderTagsAnswer,
  getLatestMailingAnswer,
  getMailingAnswer,
  listMailingsAnswer,
  recipientsAnswer,
} from "../../../contract/graphql/answers";
import { folderTags, getLatestMailing, getMailing, listMailings, recipients } from "../../../contract/graphql/operations";
import { checksSchema, deliveryListSchema, mailingConflictSchema, mailingSchema } from "../../../contract/rest/mailings";
import { articleFields } from "../../support/articles";
import type { World } from "../../support/harness";
import { expectShape, openWorldBehindTheDoor, ways } from "../../support/transports";

describe.each(ways)("the contract of mailings $transport, on $engine", (way) => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    world = await openWorldBehindTheDoor(way);
    folder = await world.folderId("presseschau");
    await world.as("henrike").post("/contents", { content: articleFields(folder, { tags: ["Presse"], title: "Brücken" }) });
  });
  afterAll(() => world.close());

  const ask = async (person: string, query: string, id: string) => {
    const { status, body } = await world.as(person).post("/graphql", { query, variables: { id } });
    expect(status).toBe(200);
    return body.data;
  };

  test("Henrike's draft begins with everything selected, is changed, refused when stale, and deleted", async () => {
    const henrike = world.as("henrike");
    const made = await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse am Morgen" } } });
    expect(made.status).toBe(201);
    const mailing = expectShape(mailingSchema, made.body);
    expect(mailing).toMatchObject({ title: "Presse am Morgen", status: "draft", lock_version: 0 });
    expect(mailing.vuex_state.contents).toHaveLength(1);
    expect(mailing.vuex_state.preview_recipients).toEqual(["henrike@demo.example"]);

    const { mailings } = expectShape(listMailingsAnswer, await ask("henrike", listMailings, folder));
    expect(mailings[0]).toMatchObject({ id: mailing.id, title: "Presse am Morgen", status: "draft" });
    const whole = expectShape(getMailingAnswer, await ask("sabine", getMailing, mailing.id)).mailing;
    expect(whole?.vuexState).toEqual(mailing.vuex_state);
    expect(whole?.content.sections[0]?.articles[0]?.title).toBe("Brücken");

    const { folderTags: tags } = expectShape(folderTagsAnswer, await ask("henrike", folderTags, folder));
    expect(tags.map(({ name, contents }) => [name, contents.map(({ title }) => title)])).toEqual([["Presse", ["Brücken"]]]);
    const people = expectShape(recipientsAnswer, await ask("henrike", recipients, folder)).recipients;
    expect(people.map(({ email }) => email)).toContain("clara@demo.example");

    const save = (fields: object) => henrike.put(`/mailings/${mailing.id}`, { mailing: fields });
    const saved = await save({ vuex_state: { intro_text: "Guten Morgen!" }, lock_version: 0 });
    expect(expectShape(mailingSchema, saved.body)).toMatchObject({ lock_version: 1, title: "Presse am Morgen" });
    const stale = await save({ vuex_state: { subject: "Anders" }, lock_version: 0 });
    expect(stale.status).toBe(409);
    expect(expectShape(mailingConflictSchema, stale.body)).toMatchObject({ code: "outdated", mailing: { lock_version: 1 } });

    expect(expectShape(getLatestMailingAnswer, await ask("henrike", getLatestMailing, folder)).latestMailing).toBeNull();
    expect((await henrike.delete(`/mailings/${mailing.id}`)).status).toBe(204);
    expect(expectShape(getMailingAnswer, await ask("henrike", getMailing, mailing.id)).mailing).toBeNull();
  });

  test("Henrike's published newsletter is counted, listed, checked, read by everybody and unsubscribed from", async () => {
    const henrike = world.as("henrike");
    const { body: draft } = await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse" } } });
    expectShape(checksSchema, (await henrike.get(`/mailings/${draft.id}/checks`)).body);
    const nothing = await henrike.put(`/mailings/${draft.id}`, { mailing: { vuex_state: { recipients: [] } }, perform: "publish" });
    expect(Object.keys(expectShape(invalidSchema, nothing.body).errors)).toEqual(["recipients"]);
    const everybody = { vuex_state: { recipients: draft.vuex_state.recipients } };
    const published = expectShape(
      mailingSchema,
      (await henrike.put(`/mailings/${draft.id}`, { mailing: everybody, perform: "publish" })).body,
    );
    expect(published).toMatchObject({ status: "published", deliveries: { total: 6 } });
    const list = expectShape(deliveryListSchema, (await henrike.get(`/mailings/${draft.id}/deliveries`)).body);
    expect(list.meta.total_count).toBe(6);
    const deliveries = { ids: list.entries.map(({ id }) => id) };
    expectShape(mailingSchema, (await henrike.post(`/mailings/${draft.id}/deliveries`, { deliveries })).body);
    expectShape(mailingSchema, (await henrike.delete(`/mailings/${draft.id}/publication`)).body);

    const publicly = async (query: string, id: string) => (await world.visitor.post("/graphql", { query, variables: { id } })).body.data;
    expect(expectShape(getMailingAnswer, await publicly(getMailing, draft.id)).mailing?.vuexState).toBeNull();
    expect(expectShape(getLatestMailingAnswer, await publicly(getLatestMailing, folder)).latestMailing?.id).toBe(draft.id);
    for (const refused of [await world.visitor.get("/unsubscriptions/x"), await world.visitor.get("/newsletter-pictures/x")]) {
      expect(refused.status).toBe(404);
      expectShape(refusalSchema, refused.body);
    }
  });
});
