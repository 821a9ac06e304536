import * as limits from "../../../contract/limits";
import * as store from "../../db/newsletters/archive";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { requireId } from "../ids";

export interface NewsletterArchive extends store.Masthead {
  /** The years with published newsletters, the latest first. */
  years: number[];
  /** The newsletters of the year, or the newest ones; the latest first. */
  issues: store.Issue[];
}

/** The published newsletters of a folder, for everyone. Throws `NotFound` if there are none, also none in the year. */
export async function getArchive({ config, database }: Services, folderId: string, year: number | undefined): Promise<NewsletterArchive> {
  const { db } = database;
  const { timeZone } = config;
  const id = requireId(folderId);
  const masthead = await store.findMasthead(db, id);
  const issues = masthead ? await store.listIssues(db, id, { year, most: limits.archiveIssues, timeZone }) : [];
  if (!masthead || issues.length === 0) throw new NotFound();
  return { ...masthead, years: await store.listYears(db, id, timeZone), issues };
}
