import { config } from "~/config.server";
import { defaultLocale } from "~/i18n/locale";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { textAnswer } from "./text-answer.server";

const png = (name: string, sizes: string, purpose = "any") => ({ src: `/${name}`, sizes, type: "image/png", purpose });

/** The web app manifest, which makes the product installable. */
export function loader() {
  const { name } = config.product;
  const manifest = {
    lang: defaultLocale,
    name,
    short_name: name,
    id: "/",
    start_url: href("home"),
    scope: "/",
    display: "standalone",
    // The canvas and main colours of `app/styles/tokens.css`.
    background_color: "#f4f6f4",
    theme_color: "#0b5a42",
    share_target: {
      action: serverHref("shareTarget"),
      method: "POST",
      enctype: "multipart/form-data",
      params: { title: "title", text: "text", url: "url", files: [{ name: "files", accept: ["image/*", "application/pdf"] }] },
    },
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      png("icon-192.png", "192x192"),
      png("icon-512.png", "512x512"),
      png("icon-maskable-512.png", "512x512", "maskable"),
    ],
  };
  return textAnswer(JSON.stringify(manifest), "application/manifest+json");
}
