import { articleFields } from "./articles";
import type { Answer, Caller } from "./caller";
import type { World } from "./harness";

/** Ids of one record of each kind, and what belongs to them. */
export interface Records {
  folder: string;
  team: string;
  article: string;
  comment: string;
  attachment: string;
  tag: string;
  otherTag: string;
  feed: string;
  feedToken: string;
  invitation: string;
  ownership: string;
  membership: string;
  draft: string;
  mailing: string;
  export: string;
  session: string;
  user: string;
  client: string;
}

/** Texts to use instead of the plain ones. */
export type Words = (field: string, plain: string) => string;

const made = async (call: Promise<Answer>, what: string) => {
  const answer = await call;
  if (answer.status >= 300) throw new Error(`no ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Creates one record of each kind as the owner of a workspace; team and person exist already. */
export async function seedRecords(
  owner: Caller,
  { team, person, words = (_, plain) => plain }: { team: string; person: string; words?: Words | undefined },
): Promise<Records> {
  const make = async (path: string, body: unknown) => made(owner.post(path, body), path);
  const folder = (
    await make("/folders", { folder: { name: words("folder", "Mappe"), description: words("description", "Alles"), team_id: team } })
  ).id;
  const fields = {
    title: words("title", "Brücke bei Uelzen wird ersetzt"),
    body: `<p>${words("body", "Die Sperrung beginnt im März.")}</p>`,
    author: words("author", "Hanna Meyer"),
    source_name: words("source", "Zeitung"),
    tags: ["Gleis", words("tag", "Signal").slice(0, 100)],
    shareable: true,
  };
  const article = await make("/contents", { content: articleFields(folder, fields) });
  const comment = (await make(`/comments/content/${article.id}`, { body: words("comment", "Stimmt.") })).id;
  const upload = new FormData();
  upload.append("content_id", article.id);
  upload.append("file", new File(["Inhalt"], words("file", "anlage.txt").slice(0, 150)));
  const attachment = (await (await owner.request("/attachments", { method: "POST", body: upload })).json()).id;
  const invitation = { email_addresses: [`gast-${article.id}@partner.example`], role: "editor" };
  const [invited] = [await make("/invitations", { invitation })].flat();
  const ownership = await make("/ownerships", { ownership: { folder_id: folder, user_id: person, role: "editor" } });
  const draft = { folder_id: folder, vuex_state: { subject: words("subject", "Brief"), intro_text: words("intro", "Guten Tag") } };
  const draftId = (await make("/mailings", { mailing: draft })).id;
  const published = (await make("/mailings", { mailing: draft })).id;
  await made(owner.put(`/mailings/${published}`, { mailing: {}, perform: "publish" }), "newsletter");
  const feed = await make("/feeds", { feed: { name: words("feed", "Alles").slice(0, 200), folder_id: folder } });
  const exported = await make("/exports", { export: { content_ids: article.id, format: "html", title: words("export", "Auszug") } });
  const [session] = (await owner.get("/sessions")).body;
  const { entries } = (await owner.get(`/memberships?team_id=${team}`)).body;
  return {
    folder,
    team,
    article: article.id,
    comment,
    attachment,
    tag: article.tags[0].id,
    otherTag: article.tags[1].id,
    feed: feed.id,
    feedToken: feed.token,
    invitation: invited.id ?? invited.invitations?.[0]?.id,
    ownership: ownership.id,
    membership: entries[0].id,
    draft: draftId,
    mailing: published,
    export: exported.id,
    session: session.id,
    user: person,
    client: (await owner.get(`/users/${person}`)).body.client?.id,
  };
}

/** The same in both workspaces, Anna's and Olga's. */
export async function seedBoth(world: World, words?: Words): Promise<{ own: Records; foreign: Records }> {
  const own = await seedRecords(world.as("anna"), { team: await world.teamId("netz"), person: await world.userId("florian"), words });
  const foreign = await seedRecords(world.as("olga"), { team: await world.teamId("nachbarschaft"), person: await world.userId("olga") });
  return { own, foreign };
}
