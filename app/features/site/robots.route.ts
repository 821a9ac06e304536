import { config } from "~/config.server";
import { href } from "~/paths";
import { textAnswer } from "./text-answer.server";

/** Pages for everybody. Newsletters ask not to be indexed, which only a robot that may read them learns. */
export const loader = () =>
  textAnswer(
    [
      "User-agent: *",
      "Allow: /$",
      ...["/de/", "/en/", "/assets/", "/pictures/", "/social-card.png", "/newsletter/", "/newsletter-pictures/"].map(
        (path) => `Allow: ${path}`,
      ),
      `Allow: /${config.product.slug}/*/newsletter$`,
      "Disallow: /",
      "",
      `Sitemap: ${new URL(href("sitemap", {}), config.publicUrl).href}`,
      "",
    ].join("\n"),
  );
