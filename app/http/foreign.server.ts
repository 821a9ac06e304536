/** Whether a page of another site posted the form, for routes that accept it (`acceptsOtherSites`). The server sets the header for all browsers. */
export const isForeign = ({ headers }: Request): boolean => !["same-origin", "none", null].includes(headers.get("Sec-Fetch-Site"));
