import { expect, test } from "vitest";
import { withLinkedAddresses } from "./linked-addresses";

const link = (url: string) => `<a href="${url}" rel="noopener nofollow">${url}</a>`;

test.each([
  ["<p>Mehr: https://paper.example/x.</p>", `<p>Mehr: ${link("https://paper.example/x")}.</p>`],
  ["<p>(http://paper.example/?a=1&amp;b=2)</p>", `<p>(${link("http://paper.example/?a=1&amp;b=2")})</p>`],
  ["<p>https://w.example/Bahn_(Netz), da</p>", `<p>${link("https://w.example/Bahn_(Netz)")}, da</p>`],
  [
    "<p>„https://paper.example“ <b>https://b.example</b></p>",
    `<p>„${link("https://paper.example")}“ <b>${link("https://b.example")}</b></p>`,
  ],
])("Addresses in %s become links", (html, linked) => expect(withLinkedAddresses(html)).toBe(linked));

test.each([
  '<p><a href="https://a.example">https://a.example</a> und <a href="https://b.example"><b>https://b.example</b></a></p>',
  "<p>https:// und https und http:/x &lt;https&gt;</p>",
  "",
])("Links and other text stay as they are: %s", (html) => expect(withLinkedAddresses(html)).toBe(html));
