import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkLinks, checkRoutes } from "../../scripts/check-routes";

let app: string;

beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), "folda-routes-"));
  write(
    "features/stream/stream.route.tsx",
    `${session}export async function loader() { await requireSession(); return list(); }\nexport default function Stream() {}`,
  );
});

afterEach(() => rmSync(app, { recursive: true, force: true }));

const session = 'import { requireSession } from "~/session/session.server";\nimport { list } from "~/upstream/articles.server";\n';
const stream = { path: "stream", file: "features/stream/stream.route.tsx" };

function write(path: string, text: string) {
  mkdirSync(dirname(join(app, path)), { recursive: true });
  writeFileSync(join(app, path), text);
}

test("a table that matches its modules passes", () => {
  expect(checkRoutes(app, [stream])).toEqual([]);
});

test("a module that is mounted nowhere is reported", () => {
  write("features/stream/lost.route.tsx", "export default function Lost() {}");
  expect(checkRoutes(app, [stream])).toEqual(["features/stream/lost.route.tsx is not in app/routes.ts"]);
});

test("a mounted module that does not exist is reported", () => {
  expect(checkRoutes(app, [stream, { path: "gone", file: "features/gone.route.tsx" }])).toEqual([
    "app/routes.ts mounts features/gone.route.tsx, which does not exist",
  ]);
});

test("a module mounted twice under one id is reported", () => {
  expect(checkRoutes(app, [stream, { ...stream, path: "again" }])).toEqual([
    "two entries of app/routes.ts have the id features/stream/stream.route",
  ]);
  expect(checkRoutes(app, [stream, { ...stream, path: "again", id: "again" }])).toEqual([]);
});

test("a name that hides the role is reported", () => {
  write("layouts/frame.route.tsx", "export default function Frame() {}");
  expect(checkRoutes(app, [{ file: "layouts/frame.route.tsx", children: [stream] }])).toEqual([
    "layouts/frame.route.tsx is mounted as a layout, so its name ends in .layout.tsx",
  ]);
  write("layouts/frame.route.tsx", "export const loader = () => null;");
  expect(checkRoutes(app, [stream, { path: "frame", file: "layouts/frame.route.tsx" }])).toEqual([
    "layouts/frame.route.tsx renders nothing, so its name ends in .route.ts",
  ]);
});

test.each(["loader", "action"])("a %s that forgot to ask who is there is reported", (name) => {
  write(stream.file, `${session}export async function ${name}() { return list(); }\nexport default function Stream() {}`);
  const problem = `features/stream/stream.route.tsx: its ${name} reaches the API without requireSession(…), requireAccount(…), requireToken(…) or visitor(…)`;
  expect(checkRoutes(app, [stream])).toEqual([problem]);
  write(stream.file, `${session}export const ${name} = async () => list();\nexport default function Stream() {}`);
  expect(checkRoutes(app, [stream])).toEqual([problem]);
  expect(checkRoutes(app, [stream], { [`${stream.file} ${name}`]: "a reason" })).toEqual([]);
});

test("a layout that guards is reported", () => {
  write(
    "layouts/frame.layout.tsx",
    `${session}export async function loader() { await requireSession(); }\nexport default function Frame() {}`,
  );
  expect(checkRoutes(app, [{ file: "layouts/frame.layout.tsx", children: [stream] }])).toEqual([
    "layouts/frame.layout.tsx: its loader guards nothing, because those of its children run beside it",
  ]);
});

test("an exception that is no longer needed is reported", () => {
  expect(checkRoutes(app, [stream], { "features/old.route.ts loader": "long gone" })).toEqual([
    'scripts/check-routes.ts excepts "features/old.route.ts loader", which needs no exception',
  ]);
});

test("a link with a path of its own is reported", () => {
  const links = [
    'to="#comments"',
    "to={`?${query}`}",
    'href="https://folda.example/"',
    'href="/favicon.svg"',
    'to={href("stream")}',
    'to={`${page}/${overlay("filter")}`}',
    'to="new"',
    "action={isOwn ? `edit${search}` : undefined}",
    "to={`${page}/filter`}",
  ];
  write(stream.file, `export const links = [${links.map((link) => `<a ${link} />`)}, pageBelow(request, "filter")];`);
  expect(checkLinks(app)).toEqual(
    ['"new"', "`edit${search}`", "`${page}/filter`", '"filter"'].map(
      (link) => `features/stream/stream.route.tsx: ${link} is no path of contract/paths.ts`,
    ),
  );
});
