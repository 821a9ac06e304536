import { randomUUID } from "node:crypto";
import { articleFields } from "./articles";
import { bookmark, netscape, uploadBookmarks } from "./bookmark-imports";
import { type Answer, type Caller, formOf } from "./caller";
import type { OpenWorld } from "./harness";
import { demoPassword } from "./serve-for-tests.js";

/** Ids of one record of each kind, and what belongs to them. */
export interface Records {
  folder: string;
  team: string;
  article: string;
  comment: string;
  attachment: string;
  /** About the comment. */
  notification: string;
  tag: string;
  otherTag: string;
  feed: string;
  feedToken: string;
  /** A saved search. */
  follow: string;
  /** A paused subscription of the folder. */
  source: string;
  /** A subscriber of the folder, which has a form for them. */
  subscriber: string;
  apiKey: string;
  invitation: string;
  ownership: string;
  membership: string;
  draft: string;
  /** A text of the draft. */
  textBlock: string;
  mailing: string;
  export: string;
  batch: string;
  /** A file of bookmarks that was uploaded, and not imported yet. */
  bookmarkImport: string;
  /** An article in the trash. */
  trashed: string;
  session: string;
  user: string;
  client: string;
}

/** Texts to use instead of the plain ones. */
export type Words = (field: string, plain: string) => string;

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

const made = async (call: Promise<Answer>, what: string) => {
  const answer = await call;
  if (answer.status >= 300) throw new Error(`no ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Creates one record of each kind as the owner of a workspace; team and person exist already. */
async function seedRecords(
  owner: Caller,
  { team, person, words = (_, plain) => plain }: { team: string; person: string; words?: Words | undefined },
): Promise<Omit<Records, "source" | "notification">> {
  const make = async (path: string, body: unknown) => made(owner.post(path, body), path);
  const folder = (
    await make("/folders", { folder: { name: words("folder", "Mappe"), description: words("description", "Alles"), team_id: team } })
  ).id;
  const tag = words("tag", "Signal").slice(0, 100);
  const fields = {
    title: words("title", "Brücke bei Uelzen wird ersetzt"),
    body: `<p>${words("body", "Die Sperrung beginnt im März.")}</p>`,
    author: words("author", "Hanna Meyer"),
    source_name: words("source", "Zeitung"),
    tags: ["Gleis", tag, tag.slice(0, -1)],
    shareable: true,
  };
  const article = await make("/contents", { content: articleFields(folder, fields) });
  const comment = (await make(`/comments/content/${article.id}`, { body: words("comment", "Stimmt.") })).id;
  const file = new File(["Inhalt"], words("file", "anlage.txt").slice(0, 150));
  const attachment = (await make("/attachments", formOf({ content_id: article.id, file }))).id;
  const invitation = { email_addresses: [`gast-${article.id}@partner.example`], role: "editor" };
  const [invited] = [await make("/invitations", { invitation })].flat();
  const ownership = await make("/ownerships", { ownership: { folder_id: folder, user_id: person, role: "editor" } });
  const textBlock = randomUUID();
  const draft = {
    folder_id: folder,
    vuex_state: {
      subject: words("subject", "Brief"),
      intro_text: words("intro", "Guten Tag"),
      adaptations: [{ id: article.id, title: words("headline", "Neue Brücke"), teaser: words("teaser", "Bald."), picture: null }],
      text_blocks: [{ id: textBlock, heading: words("heading", "Dazu"), text: words("textBlock", "Mehr davon") }],
    },
  };
  const draftId = (await make("/mailings", { mailing: draft })).id;
  const published = (await make("/mailings", { mailing: draft })).id;
  await made(owner.put(`/mailings/${published}`, { mailing: {}, perform: "publish" }), "newsletter");
  await made(owner.put(`/folders/${folder}/subscribable`, { subscribable: true }), "form for subscribers");
  const subscribers = { addresses: [`leo-${folder}@aussen.example`], consent: words("consent", "Liste am Messestand") };
  await make(`/folders/${folder}/subscribers`, { import: subscribers });
  const subscriber = (await made(owner.get(`/folders/${folder}/subscribers`), "subscriber")).entries[0].id;
  const apiKey = {
    api_key: { name: words("apiKey", "Postfach").slice(0, 100), scopes: ["read", "file"], days: 30 },
    current_password: demoPassword,
  };
  const feed = await make("/feeds", { feed: { name: words("feed", "Alles").slice(0, 200), folder_id: folder } });
  const search = { name: words("search", "Gleise").slice(0, 200), query: { term: words("term", "Gleis").slice(0, 200) } };
  const exported = await make("/exports", { export: { content_ids: article.id, format: "html", title: words("export", "Auszug") } });
  const batch = await make("/batches", { batch: { content_ids: [article.id], change: { kind: "shareable", shareable: true } } });
  const bookmarks = netscape([
    `<DT><H3>${escaped(words("bookmarkFolder", "Presse"))}</H3>
     <DL>${bookmark("https://zeitung.example/", escaped(words("bookmark", "Zeitung")))}</DL>`,
  ]);
  const bookmarkImport = await made(uploadBookmarks(owner, bookmarks), "import of bookmarks");
  const trashed = (await make("/contents", { content: articleFields(folder, { title: fields.title }) })).id;
  await owner.delete(`/contents/${trashed}`);
  const { id: trashedComment } = await make(`/comments/content/${article.id}`, { body: words("comment", "Doch nicht.") });
  await owner.delete(`/comments/${trashedComment}`);
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
    subscriber,
    follow: (await make("/follows", { follow: search })).id,
    apiKey: (await make("/api_keys", apiKey)).id,
    invitation: invited.id ?? invited.invitations?.[0]?.id,
    ownership: ownership.id,
    membership: entries[0].id,
    draft: draftId,
    textBlock,
    mailing: published,
    export: exported.id,
    batch: batch.id,
    bookmarkImport: bookmarkImport.id,
    trashed,
    session: session.id,
    user: person,
    client: (await owner.get(`/users/${person}`)).body.client?.id,
  };
}

/** The same in both workspaces, Anna's and Olga's, with a source and a notification. */
export async function seedBoth(world: OpenWorld, words?: Words): Promise<{ own: Records; foreign: Records }> {
  const own = await seedRecords(world.as("anna"), { team: await world.teamId("netz"), person: await world.userId("florian"), words });
  const foreign = await seedRecords(world.as("olga"), { team: await world.teamId("nachbarschaft"), person: await world.userId("olga") });
  return {
    own: { ...own, source: await seedSource(world, "anna", own.folder, words), notification: await seedNotification(world, own.comment) },
    foreign: {
      ...foreign,
      source: await seedSource(world, "olga", foreign.folder),
      notification: await seedNotification(world, foreign.comment),
    },
  };
}

/** Inserts a notification directly, because people are not notified of their own comments. It is marked as read, so that no page shows a badge. */
async function seedNotification(world: OpenWorld, commentId: string): Promise<string> {
  const { rows } = await world.services.database.pool.query(
    `insert into notifications (client_id, user_id, kind, subject_id, comment_id, read_at)
     select client_id, user_id, 'comment', article_id, id, now() from comments where id = $1 returning id`,
    [commentId],
  );
  return rows[0].id;
}

/** Into the database, because the API fetches a feed before it subscribes to it. */
async function seedSource(world: OpenWorld, person: string, folderId: string, words: Words = (_, plain) => plain): Promise<string> {
  const title = words("feedTitle", "Hafenblatt").slice(0, 200);
  const { rows } = await world.services.database.pool.query(
    `insert into sources (client_id, folder_id, user_id, address, title, included_words, tags, full_text, is_paused)
     select client_id, $1, $2, 'https://hafenblatt.example/feed', $3, array[$4], '{Hafen}', false, true from folders where id = $1 returning id`,
    [folderId, await world.userId(person), title, words("word", "Schiff").slice(0, 100)],
  );
  return rows[0].id;
}
