import { config } from "~/config.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { fixedPart, href, paths } from "../../../contract/paths";
import { serverHref, serverPaths } from "../../../contract/paths.server";
import { textAnswer } from "./text-answer.server";

/** Assets of the public pages. */
const drawn = ["/theme/", "/logos/", "/favicon.", "/icon-", "/apple-touch-icon.png", "/manifest.webmanifest", "/sitemap.xml"];

/** Allows the public pages. Newsletters ask not to be indexed, but only a robot that is allowed to fetch them sees that. */
export const loader = () =>
  textAnswer(
    [
      "User-agent: *",
      "Allow: /$",
      ...[
        href("signIn"),
        href("signUp"),
        href("passwordReset"),
        href("bookmarklet"),
        "/de/",
        "/en/",
        "/assets/",
        "/pictures/",
        "/social-card.png",
        `${fixedPart(paths.newsletter)}/`,
        `${fixedPart(serverPaths.newsletterPicture)}/`,
        ...drawn,
      ].map((path) => `Allow: ${path}`),
      `Allow: /${config.product.slug}/*/newsletter$`,
      "Disallow: /",
      "",
      `Sitemap: ${absoluteUrl(serverHref("sitemap"))}`,
      "",
    ].join("\n"),
  );
