import { z } from "zod";
import {
  deliveryCountsSchema,
  leftOutSchema,
  mailingSchema,
  mailingStatusSchema,
  newsletterSchema,
  reachSchema,
  vuexStateSchema,
} from "../rest/mailings";
import { daySchema, idSchema, timestampSchema } from "../rest/shared";
import { subscriptionFormSchema } from "../rest/subscribers";
import { tagSchema } from "../rest/tags";
import { roleSchema } from "../rest/users";

// Responses to the queries. Values of the GraphQL type JSON have the wire names of `contract/rest/mailings.ts`.

const listedMailingSchema = z.object({
  id: idSchema,
  title: z.string().nullable(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  updatedBy: mailingSchema.shape.updated_by,
  status: mailingStatusSchema,
  scheduledFor: timestampSchema.nullable(),
  publishedAt: timestampSchema.nullable(),
  stoppedAt: timestampSchema.nullable(),
  deliveries: deliveryCountsSchema,
  leftOut: z.array(leftOutSchema),
});

export const listMailingsAnswer = z.object({ mailingsCount: z.int().min(0), mailings: z.array(listedMailingSchema) });

export const mailingTemplatesAnswer = z.object({
  mailingTemplates: z.array(listedMailingSchema.pick({ id: true, title: true, createdAt: true, publishedAt: true })),
});

/** Fields for users who may send the folder's newsletters are `null` for others. */
const shownMailingSchema = listedMailingSchema.extend({
  folderId: idSchema,
  updatedBy: listedMailingSchema.shape.updatedBy,
  lockVersion: z.int().min(0),
  vuexState: vuexStateSchema.nullable(),
  content: newsletterSchema,
  htmlContent: z.string(),
  deliveries: deliveryCountsSchema.nullable(),
  /** For a draft, the articles that would be left out now. */
  leftOut: z.array(leftOutSchema).nullable(),
  /** Only on request. */
  reach: reachSchema.nullable(),
  /** For published ones, the names in the form for subscribers. */
  subscription: subscriptionFormSchema.nullable(),
});

/** `null` if there is none, or if it is a draft that the user may not see. */
export const getMailingAnswer = z.object({ mailing: shownMailingSchema.nullable() });

/** `null` if nothing has been published yet. */
export const getLatestMailingAnswer = z.object({
  latestMailing: shownMailingSchema
    .pick({
      id: true,
      folderId: true,
      title: true,
      createdAt: true,
      vuexState: true,
      content: true,
      subscription: true,
      htmlContent: true,
      status: true,
      publishedAt: true,
    })
    .nullable(),
});

export const folderTagsAnswer = z.object({
  folderTags: z.array(
    tagSchema.extend({
      contents: z.array(
        z.object({
          id: idSchema,
          title: z.string(),
          href: z.string(),
          folderId: idSchema,
          sourceName: z.string().nullable(),
          author: z.string().nullable(),
          publishedAt: daySchema,
          shareable: z.boolean(),
          sentAt: timestampSchema.nullable(),
          isNew: z.boolean(),
          picture: z.object({ id: idSchema, width: z.int().nullable(), height: z.int().nullable(), alt: z.string().nullable() }).nullable(),
        }),
      ),
    }),
  ),
});

export const recipientsAnswer = z.object({
  recipients: z.array(
    z.object({
      id: idSchema,
      email: z.string(),
      name: z.object({ full: z.string() }),
      interests: z.array(tagSchema),
      role: roleSchema,
      /** People who unsubscribed cannot be selected. */
      subscribed: z.boolean(),
      /** The last newsletter to them was rejected by the mail server. */
      bounced: z.boolean(),
    }),
  ),
});
