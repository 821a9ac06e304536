import * as limits from "../../contract/limits";
import { cleanLine } from "../../contract/rest/shared";
import { type Role, roleSchema } from "../../contract/rest/users";

export interface NumberedList {
  term?: string;
  role?: Role;
  /** Zero-based, as in the API; one-based in the URL. */
  page: number;
}

const lastPage = 100_000;

/** The state of a list of people from its URL. Invalid values are ignored. */
export function readNumberedList(request: Request): NumberedList {
  const { searchParams } = new URL(request.url);
  const page = Number(searchParams.get("page"));
  return {
    term: cleanLine(searchParams.get("term") ?? "").slice(0, limits.text) || undefined,
    role: roleSchema.safeParse(searchParams.get("role")).data,
    page: Number.isInteger(page) ? Math.min(Math.max(page, 1), lastPage) - 1 : 0,
  };
}

/** The range of a page for pagination: the numbers of its first and last entry, and the total. */
export interface PageOfTotal {
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
  totalIsExact: boolean;
}

interface Meta {
  currentPage: number;
  perPage: number;
  totalCount: number;
  totalIsExact: boolean;
}

export const toPageOfTotal = ({ currentPage, perPage, totalCount, totalIsExact }: Meta, shown: number): PageOfTotal => ({
  page: currentPage,
  pages: Math.ceil(totalCount / perPage),
  first: currentPage * perPage + 1,
  last: currentPage * perPage + shown,
  total: totalCount,
  totalIsExact,
});
