// How much longer the lists of a workspace's people, invitations and tags take with 5,000 entries than with 50.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { demoPassword, serveProduct, waitUntilReady } from "../tests/support/serve-for-tests.js";

const few = 50;
const many = 5000;
const warmUps = 20;
const timesEach = 100;
const paths = {
  members: "/client/members",
  membersByTeams: "/client/members?sort_by=memberships_count&sort_dir=desc",
  invitations: "/client/invitations",
  tags: "/client/tags",
};

/**
 * The 95th percentile of page times in milliseconds, with few entries and with many.
 * @param {number} port a free one
 */
export async function measureLists(port) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-lists-"));
  const product = await serveProduct(port, { dataDir, environment: { LOG_LEVEL: "silent" } });
  try {
    await waitUntilReady(`${product.url}/readyz`);
    await openWorkspace(dataDir);
    const cookie = await signIn(product.url);
    await fill(dataDir, 2, few);
    const before = await timeAll(product.url, cookie);
    await fill(dataDir, few + 1, many);
    const after = await timeAll(product.url, cookie);
    return Object.fromEntries(
      Object.keys(paths).map((name) => {
        const [p95MsFew = 0, p95MsMany = 0] = [before[name], after[name]];
        return [name, { p95MsFew, p95MsMany, ratio: Number((p95MsMany / p95MsFew).toFixed(2)) }];
      }),
    );
  } finally {
    await product.stop();
  }
}

/**
 * @param {string} url
 * @param {string} cookie
 * @returns {Promise<Record<string, number>>}
 */
async function timeAll(url, cookie) {
  /** @type {Record<string, number>} */
  const results = {};
  for (const [name, path] of Object.entries(paths)) {
    await timesOf(url + path, cookie, warmUps);
    const times = await timesOf(url + path, cookie, timesEach);
    results[name] = Number((times[Math.floor(times.length * 0.95)] ?? 0).toFixed(1));
  }
  return results;
}

/**
 * @param {string} url
 * @param {string} cookie
 * @param {number} count
 */
async function timesOf(url, cookie, count) {
  const times = [];
  for (let time = 0; time < count; time += 1) {
    const begin = performance.now();
    const answer = await fetch(url, { headers: { Cookie: cookie, Accept: "text/html" } });
    await answer.text();
    times.push(performance.now() - begin);
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  }
  return times.sort((one, other) => one - other);
}

/** @param {string} dataDir */
function openWorkspace(dataDir) {
  return query(
    dataDir,
    `with client as (insert into clients (workspace, name) values ('listen', 'Listen') returning id)
     insert into users (client_id, email, password_hash, role, first_name, last_name)
     select client.id, 'nora@listen.example', u.password_hash, 'owner', 'Nora', 'Thal' from client, users u where u.email = 'anna@demo.example'`,
  );
}

/**
 * Adds entries of each kind, numbered `from` to `to`.
 * @param {string} dataDir
 * @param {number} from
 * @param {number} to
 */
async function fill(dataDir, from, to) {
  const numbers = `clients c, generate_series(${from}, ${to}) n where c.workspace = 'listen'`;
  for (const statement of [
    `insert into users (client_id, email, password_hash, role, first_name, last_name)
     select c.id, 'm' || n || '@listen.example', '', 'editor', 'Mitglied ' || n, 'Listen' from ${numbers}`,
    `insert into teams (client_id, name, slug) select c.id, 'Team ' || n, 'team-' || n from ${numbers} and n % 10 = 0`,
    `insert into memberships (client_id, team_id, user_id, role)
     select t.client_id, t.id, u.id, 'editor' from teams t join clients c on c.id = t.client_id and c.workspace = 'listen'
     join users u on u.client_id = c.id and hashtext(u.email || t.slug) % greatest(1, (select count(*) from teams x where x.client_id = c.id) / 2) = 0
     on conflict do nothing`,
    `insert into invitations (client_id, email, role, user_id, expires_at)
     select c.id, 'e' || n || '@listen.example', 'editor', (select id from users where client_id = c.id and role = 'owner'), now() + interval '1 day'
     from ${numbers}`,
    `insert into tags (client_id, name, slug) select c.id, 'Tag ' || n, 'tag-' || n from ${numbers}`,
    "analyze",
  ])
    await query(dataDir, statement);
}

/**
 * @param {string} dataDir
 * @param {string} text
 */
async function query(dataDir, text) {
  const client = new pg.Client({ host: join(dataDir, "database.lock"), port: 5432, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** @param {string} url */
async function signIn(url) {
  const body = new URLSearchParams({ workspace: "listen", email: "nora@listen.example", password: demoPassword });
  const response = await fetch(`${url}/sign-in`, { method: "POST", body, redirect: "manual" });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("authToken="));
  if (!cookie) throw new Error(`${url} did not sign in: ${response.status}`);
  return cookie.split(";")[0] ?? "";
}
