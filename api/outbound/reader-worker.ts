import { answering } from "./answer";
import { importPage as importIt } from "./import-page";

export const importPage = answering((page: { url: string; allowHosts: readonly string[] }) => importIt(page.url, page));
