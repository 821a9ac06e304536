import { parentPort, workerData } from "node:worker_threads";
import { decodeText } from "./charset";
import { outlinePage } from "./page-outline";
import { type ReadPage, readPage } from "./read-page";

export interface PageToRead {
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
}

export type PageReading = { page: ReadPage } | { failure: string };

// 5,000 nested elements cost Readability 7 seconds, 100,000 never end.
const deepest = 512;
// News pages have 2,000 to 8,000. These take a second on a busy machine; longer pages are read up to there.
const mostElements = 12_000;
// Five times what an article may hold.
const mostText = 1_000_000;

parentPort?.postMessage(read(workerData as PageToRead));

function read({ bytes, contentType, url }: PageToRead): PageReading {
  const html = decodeText(bytes, contentType);
  const { isTooDeep, end } = outlinePage(html, { deepest, mostElements, mostText });
  if (isTooDeep) return { failure: "nesting" };
  return { page: readPage({ html: html.slice(0, end), url }) };
}
