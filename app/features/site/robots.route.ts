import { config } from "~/config.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { href } from "~/paths";
import { textAnswer } from "./text-answer.server";

/** What those pages are drawn with. */
const drawn = ["/theme/", "/logos/", "/favicon.", "/icon-", "/apple-touch-icon.png", "/manifest.webmanifest", "/sitemap.xml"];

/** Pages for everybody. Newsletters ask not to be indexed, which only a robot that may read them learns. */
export const loader = () =>
  textAnswer(
    [
      "User-agent: *",
      "Allow: /$",
      ...[
        "/sign-in",
        "/sign-up",
        "/password-reset",
        "/bookmarklet",
        "/de/",
        "/en/",
        "/assets/",
        "/pictures/",
        "/social-card.png",
        "/newsletter/",
        "/newsletter-pictures/",
        ...drawn,
      ].map((path) => `Allow: ${path}`),
      `Allow: /${config.product.slug}/*/newsletter$`,
      "Disallow: /",
      "",
      `Sitemap: ${absoluteUrl(href("sitemap", {}))}`,
      "",
    ].join("\n"),
  );
