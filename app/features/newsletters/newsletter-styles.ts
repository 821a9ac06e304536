import stylesheet from "~/styles/newsletter.css?url";

/** The `links` of every route that shows a newsletter, or lists to make one of. */
export const newsletterLinks = () => [{ rel: "stylesheet", href: stylesheet }];
