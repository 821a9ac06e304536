import stylesheet from "~/styles/newsletter.css?url";

/** The `links` of every step: lists to choose from look as they do in the newsletter wizard. */
export const exportLinks = () => [{ rel: "stylesheet", href: stylesheet }];
