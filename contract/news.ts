/** New articles are counted up to this number. Not with the other limits, which the stream does not need. */
export const mostNews = 99;
