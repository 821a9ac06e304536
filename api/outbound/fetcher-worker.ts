import { answering } from "./answer";
import { findDeadLinks as find } from "./dead-links";
import { fetchFile as fetch, fetchPicture as look } from "./fetch-file";

// Many of these threads run at once, so they must not load the page reader: its code alone fills most of their memory.
export const fetchFile = answering(fetch);
export const fetchPicture = answering(look);
export const findDeadLinks = answering(find);
