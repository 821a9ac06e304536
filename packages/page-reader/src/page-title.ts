/* oxlint-disable regexp/no-super-linear-backtracking -- titles are cut to 300 characters */
import { toComparable } from "./plain-line";

const longestTitle = 300;

export interface TitleSources {
  /** Titles of the metadata, best first. */
  stated: readonly (string | null)[];
  documentTitle: string | null;
  headings: readonly string[];
  siteNames: readonly string[];
}

/** The title of an article: from the metadata, or the heading if that is a longer or shorter form of it; without the site's name. */
export function chooseTitle({ stated, documentTitle, headings, siteNames }: TitleSources): string | null {
  const own = siteNames.map(toComparable);
  const isOwn = (title: string) => own.includes(toComparable(title));
  const candidates = [...stated, documentTitle]
    .filter((title) => title !== null)
    .map((title) => stripSiteName(title.slice(0, longestTitle), own));
  const title = candidates.find((candidate) => !isOwn(candidate));
  const usable = headings.filter((heading) => heading.length <= longestTitle && !isOwn(heading));
  if (title === undefined) return usable[0] ?? candidates[0] ?? null;
  return usable.find((heading) => isSameTitle(heading, title)) ?? title;
}

function stripSiteName(title: string, own: readonly string[]): string {
  let stripped = title;
  for (;;) {
    const parts = /^(.+)\s*(?:\s[-–—|·•»:]+\s|[|»]|:\s)\s*(.+?)$/u.exec(stripped);
    const lead = /^(.+?)\s*(?:\s[-–—|·•»:]+\s|[|»]|:\s)\s*(.+)$/u.exec(stripped);
    if (parts?.[1] && own.includes(toComparable(parts[2] ?? ""))) stripped = parts[1].trim();
    else if (lead?.[2] && own.includes(toComparable(lead[1] ?? ""))) stripped = lead[2].trim();
    else return stripped;
  }
}

function isSameTitle(heading: string, title: string): boolean {
  const inHeading = ` ${toComparable(heading)} `;
  const inTitle = ` ${toComparable(title)} `;
  if (inHeading.includes(inTitle)) return inTitle.length > 12 || inTitle.length * 2 > inHeading.length;
  // A heading that is only one word of the title is a section name.
  return inTitle.includes(inHeading) && inHeading.trim().includes(" ") && inHeading.length * 3 > inTitle.length;
}
