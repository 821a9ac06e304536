import { createRoute, z } from "@hono/zod-openapi";
import { commentBodySchema, commentSchema, mentionableSchema } from "../../../contract/rest/comments";
import { peopleQuerySchema } from "../../../contract/rest/users";
import { type Comment, createComment, editComment, listCommentsOf, removeComment } from "../../domain/articles/comments";
import { listMentionableOn } from "../../domain/articles/mentions";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";
import { withAvatar } from "./article-wire";

const listRoute = createRoute({
  method: "get",
  path: "/comments/content/{id}",
  summary: "The comments of an article, oldest first",
  tags: ["comments"],
  request: { params: idParams },
  responses: { 200: json(z.array(commentSchema), "All of them."), ...refusals(401, 404) },
});

const createCommentRoute = createRoute({
  method: "post",
  path: "/comments/content/{id}",
  summary: "Comment on an article",
  tags: ["comments"],
  request: { params: idParams, headers: idempotencyHeaders, body: jsonBody(commentBodySchema) },
  responses: {
    201: json(commentSchema, "The new comment, or the one that this key created."),
    ...invalid,
    ...refusals(400, 401, 404, 413),
  },
});

const peopleRoute = createRoute({
  method: "get",
  path: "/comments/content/{id}/people",
  summary: "People who see an article and can be mentioned in a comment on it",
  tags: ["comments"],
  request: { params: idParams, query: peopleQuerySchema },
  responses: { 200: json(z.array(mentionableSchema), "The first ones, by name."), ...invalid, ...refusals(401, 404) },
});

const editRoute = createRoute({
  method: "put",
  path: "/comments/{id}",
  summary: "Change a comment",
  tags: ["comments"],
  request: { params: idParams, body: jsonBody(commentBodySchema) },
  responses: { 200: json(commentSchema, "The changed comment."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/comments/{id}",
  summary: "Delete a comment",
  tags: ["comments"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

export function registerComments(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const comments = await listCommentsOf(services, c.get("viewer"), c.req.valid("param").id);
    return c.json(comments.map(toComment), 200);
  });

  api.openapi(createCommentRoute, async (c) => {
    const { body } = c.req.valid("json");
    const comment = await createComment(services, c.get("viewer"), c.req.valid("param").id, body, keyOf(c.req.valid("header")));
    return c.json(toComment(comment), 201);
  });

  api.openapi(peopleRoute, async (c) => {
    const people = await listMentionableOn(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("query").term ?? "");
    return c.json(
      people.map((person) => toAnswer(mentionableSchema, withAvatar(person))),
      200,
    );
  });

  api.openapi(editRoute, async (c) => {
    const comment = await editComment(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("json").body);
    return c.json(toComment(comment), 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await removeComment(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}

const toComment = (comment: Comment) => toAnswer(commentSchema, { ...comment, user: withAvatar(comment.user) });
