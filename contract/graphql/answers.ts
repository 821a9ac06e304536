import { z } from "zod";
import { deliveryCountsSchema, mailingSchema, mailingStatusSchema, newsletterSchema, reachSchema, vuexStateSchema } from "../rest/mailings";
import { daySchema, idSchema, timestampSchema } from "../rest/shared";
import { tagSchema } from "../rest/tags";
import { roleSchema } from "../rest/users";

// What the queries answer. Values that GraphQL calls JSON have the wire names of `contract/rest/mailings.ts`.

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
});

export const listMailingsAnswer = z.object({ mailings: z.array(listedMailingSchema) });

/** What only those see who may send mailings of the folder is `null` for others. */
const shownMailingSchema = listedMailingSchema.extend({
  folderId: idSchema,
  updatedBy: listedMailingSchema.shape.updatedBy,
  lockVersion: z.int().min(0),
  vuexState: vuexStateSchema.nullable(),
  content: newsletterSchema,
  htmlContent: z.string(),
  deliveries: deliveryCountsSchema.nullable(),
  /** Only where it is asked for. */
  reach: reachSchema.nullable(),
});

/** `null` when there is none, or it is a draft that somebody else may see. */
export const getMailingAnswer = z.object({ mailing: shownMailingSchema.nullable() });

/** `null` when nothing was published yet. */
export const getLatestMailingAnswer = z.object({
  latestMailing: shownMailingSchema
    .pick({
      id: true,
      folderId: true,
      title: true,
      createdAt: true,
      vuexState: true,
      content: true,
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
      /** Whoever unsubscribed cannot be selected. */
      subscribed: z.boolean(),
      /** The last newsletter to them was refused. */
      bounced: z.boolean(),
    }),
  ),
});
