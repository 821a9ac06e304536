import stylesheet from "~/styles/newsletter.css?url";

/** The `links` of every step: selection lists share the newsletter wizard's styles. */
export const exportLinks = () => [{ rel: "stylesheet", href: stylesheet }];
