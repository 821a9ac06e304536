import type { FlatNamespace, TFunction } from "i18next";

/** Looks up a text by "namespace:key", in loaders and actions. */
export type Translate = TFunction<["shell", ...FlatNamespace[]]>;
