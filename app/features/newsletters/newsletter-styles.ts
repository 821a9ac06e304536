import stylesheet from "~/styles/newsletter.css?url";

/** The `links` of every route that shows a newsletter or the wizard's selection lists. */
export const newsletterLinks = () => [{ rel: "stylesheet", href: stylesheet }];
