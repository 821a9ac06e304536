import { createContext } from "react";

/**
 * Whether the routes of a menu are requested before anybody clicks them. All cards of a list lead to the same routes, so the menu of one
 * card is enough, and Remix requests none at all if their addresses are too long together.
 */
export const Discover = createContext<"render" | "none">("render");
