import { typedText } from "~/forms/form-state";
import type { Translate } from "~/i18n/translate";
import type { Account } from "~/session/account.server";
import { lastFolders } from "~/session/last-folders.server";
import type { Upstream } from "~/upstream/client.server";
import * as limits from "../../../contract/limits";
import { readAddresses, readQueue } from "./address-queue.server";
import { articleForm, importIntoForm, listChoices, listFolderTags, newArticleValues } from "./article-form.server";
import { findDuplicates } from "./duplicates.server";
import { tagsInText } from "./tags-in-text.server";

interface Options {
  upstream: Upstream;
  user: Account;
  t: Translate;
  mode: "link" | "manual";
  /** The open folder. */
  folderId?: string | undefined;
}

/**
 * The form of a new article with its status, empty or filled from the page at the parameter `url`. Without `fetch`, the URL is only put into
 * its field.
 */
export async function loadNewArticle(request: Request, { upstream, user, t, mode, folderId: opened }: Options) {
  const { searchParams } = new URL(request.url);
  const address = searchParams.get("url") ?? "";
  const listed = await listChoices(request, upstream, t);
  const writable = new Set(listed.teams.flatMap(({ folders }) => folders.map(({ id }) => id)));
  // A folder may be open that this person can only read.
  const folderId = [opened, ...lastFolders(request)].find((id) => id !== undefined && writable.has(id));
  const shared = sharedTexts(searchParams);
  const choices = {
    ...listed,
    folderTags: folderId === undefined ? [] : await listFolderTags(upstream, folderId),
    mentionedTags: tagsInText(listed.tags, `${shared.title} ${shared.body}`, limits.tagsOffered),
  };
  const empty = { ...newArticleValues(folderId, user.client), ...shared, sourceUrl: address };
  const mayAdd = writable.size > 0;
  const isFetching = mayAdd && mode === "link" && searchParams.has("fetch");
  const imported = isFetching ? await importIntoForm(upstream, address, empty, { tags: choices.tags, t }) : undefined;
  const queue = readQueue(searchParams);
  // It comes from a link or a bookmark, so say at once what is wrong with it.
  const typed = readAddresses(address, queue, t);
  const wrongAddress = address === "" || typed.ok ? {} : typed.errors;
  const form = imported?.ok ? articleForm(imported.values) : articleForm(empty, { errors: imported?.errors ?? wrongAddress });
  const { found, canonicalUrl } = imported?.ok ? imported : {};
  const duplicates = await findDuplicates(upstream, typedText(form.values, "sourceUrl"), { canonicalUrl });
  const status = !mayAdd ? 403 : imported && (!found || found.problem) ? 422 : 200;
  return { title: t("shell:add"), mode, form, choices, duplicates, found, queue, status };
}

/** Texts that were shared without a session, and the names of files, which have to be chosen again. See `share-target.route.tsx`. */
function sharedTexts(searchParams: URLSearchParams) {
  const lostFiles = searchParams.getAll("file").slice(0, limits.attachmentsPerArticle);
  return { title: searchParams.get("title") ?? "", body: searchParams.get("text") ?? "", lostFiles };
}
