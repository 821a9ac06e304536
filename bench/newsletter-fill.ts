// `prepare` fills a data directory with the demo workspace and 5,000 readers of one folder; `publish` publishes a newsletter there and exits before it is
// sent: the next process that opens the directory delivers it.

import { createApi } from "../api/app";
import { readConfig } from "../api/config";
import { openDemo } from "../api/demo/open-demo";
import { createLog } from "../api/log";
import { openServices } from "../api/open-services";
import { createCaller } from "../tests/support/caller";

const [what = "", readers = "5000"] = process.argv.slice(2);
const { services, close } = await openServices(readConfig(), createLog("silent"));
const { pool } = services.database;
if (what === "prepare") {
  await openDemo(services, () => {});
  await pool.query(
    `with people as (
       insert into users (client_id, email, password_hash, role, first_name, last_name)
       select c.id, 'leser-' || n || '@demo.example', 'none', 'reader', 'Leserin', 'Nummer ' || n
       from clients c, generate_series(1, $1::int) n where c.workspace = 'demo' returning id, client_id)
     insert into memberships (client_id, team_id, user_id, role)
     select p.client_id, f.team_id, p.id, 'reader' from people p, folders f where f.name = 'Presseschau'`,
    [Number(readers)],
  );
} else {
  const api = createApi(services);
  const visitor = createCaller(
    async (request) => api.fetch(request),
    "http://api.bench",
    async () => ({}),
  );
  const credentials = { workspace: "demo", email: "henrike@demo.example", password: services.config.demoPassword };
  const { body: session } = await visitor.post("/auth", credentials);
  const henrike = createCaller(
    async (request) => api.fetch(request),
    "http://api.bench",
    async () => ({ Authorization: `Bearer ${session.auth_token}` }),
  );
  const { rows } = await pool.query("select id from folders where name = 'Presseschau'");
  const { body: draft } = await henrike.post("/mailings", {
    mailing: { folder_id: rows[0].id, vuex_state: { subject: "Presseschau am Morgen" } },
  });
  // As many articles as a long newsletter has, to everybody except the demo's people.
  const contents = draft.vuex_state.contents.slice(0, 30);
  const everybody = await pool.query("select id from users where email like 'leser-%'");
  const recipients = everybody.rows.map(({ id }) => ({ id, selected: true }));
  const mailing = { vuex_state: { contents, recipients, intro_text: "<p>Guten Morgen!</p>" } };
  const { status, body } = await henrike.put(`/mailings/${draft.id}`, { mailing, perform: "publish" });
  if (status !== 200) throw new Error(`not published: ${status} ${JSON.stringify(body)}`);
}
await close();
