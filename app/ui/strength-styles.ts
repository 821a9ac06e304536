import stylesheet from "./strength-bar.css?url";

/** The `links` of every route with the fields of a new password. */
export const strengthLinks = () => [{ rel: "stylesheet", href: stylesheet }];
