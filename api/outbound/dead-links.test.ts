import { afterEach, expect, it } from "vitest";
import { findDeadLinks } from "./dead-links";
import { type LocalWeb, serveLocally } from "./local-web.test-server";

const open: LocalWeb[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((web) => web.close()));
});

it("Many links with many redirects leave no listeners behind", async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error) => warnings.push(warning);
  process.on("warning", collect);
  const web = await serveLocally((request, response) => {
    const step = Number(request.url?.split("/").at(-1));
    if (step < 10) response.writeHead(302, { location: `${step + 1}` }).end();
    else response.writeHead(request.url?.startsWith("/dead") ? 410 : 200).end();
  });
  open.push(web);
  const urls = Array.from({ length: 20 }, (_, index) => `http://localhost:${web.port}/${index % 2 ? "dead" : "alive"}-${index}/0`);
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const dead = await findDeadLinks({ urls, allowHosts: ["localhost"], timeoutMs: 300_000, lookup });
  process.off("warning", collect);
  expect(dead).toEqual(urls.filter((url) => url.includes("dead")));
  expect(warnings).toEqual([]);
});
