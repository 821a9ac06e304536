import { z } from "zod";
import { commentSchema, mentionableSchema } from "../../contract/rest/comments";
import type { Camel } from "../../contract/wire";
import type { Upstream } from "./client.server";

export type Comment = Camel<z.output<typeof commentSchema>>;

/** The comments on an article, oldest first. */
export const listComments = (upstream: Upstream, articleId: string) =>
  upstream.get(`/comments/content/${encodeURIComponent(articleId)}`, z.array(commentSchema));

/** People to mention in a comment on the article, whose name or address contains the term. */
export const listMentionable = (upstream: Upstream, articleId: string, term: string) =>
  upstream.get(`/comments/content/${encodeURIComponent(articleId)}/people`, z.array(mentionableSchema), { term });

export const createComment = (upstream: Upstream, articleId: string, comment: { body: string }, idempotencyKey?: string) =>
  upstream.write("POST", `/comments/content/${encodeURIComponent(articleId)}`, commentSchema, comment, { idempotencyKey });

export const editComment = (upstream: Upstream, id: string, comment: { body: string }) =>
  upstream.write("PUT", `/comments/${encodeURIComponent(id)}`, commentSchema, comment);

export const deleteComment = (upstream: Upstream, id: string) =>
  upstream.write("DELETE", `/comments/${encodeURIComponent(id)}`, z.undefined());
