import { z } from "zod";
import * as limits from "../limits";
import { cleanLine, emailSchema, entriesSchema, idSchema, pageSchema, requiredLine, termSchema, timestampSchema } from "./shared";
import { localeSchema } from "./users";

/** Someone without an account who gets the newsletters of a folder. */
export const subscriberSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    /** `pending` until the address is confirmed; it gets no newsletters until then. */
    state: z.enum(["pending", "active"]),
    origin: z.enum(["form", "import"]),
    /** The text that the person agreed to, or the proof of consent that the import gave; and when. */
    consent: z.string(),
    consent_at: timestampSchema,
    confirmed_at: timestampSchema.nullable(),
    /** The person who imported the address; `null` if it came from the form. */
    imported_by: z.object({ id: idSchema, name: z.object({ full: z.string() }) }).nullable(),
  })
  .meta({ id: "Subscriber" });

/** Pages are zero-based. `term` is a part of the e-mail address. */
export const subscriberQuerySchema = z.object({ term: termSchema, page: pageSchema });

/** Newest first. */
export const subscriberListSchema = entriesSchema(subscriberSchema)
  .extend({
    /** Whether the public pages have a form. */
    subscribable: z.boolean(),
    /** How many would get a newsletter now. */
    active_count: z.int().min(0),
  })
  .meta({ id: "SubscriberList" });

/** Puts the form on the public pages, or takes it off. Subscribers stay. */
export const subscribableBodySchema = z.object({ subscribable: z.boolean() }).meta({ id: "Subscribable" });

/** Addresses whose owners agreed elsewhere. Each is validated separately. */
export const subscriberImportFieldsSchema = z
  .object({
    addresses: z.array(z.string().overwrite(cleanLine).max(limits.text)).min(1).max(limits.subscribersPerImport),
    /** When, where and to what they agreed. */
    consent: requiredLine(limits.consent),
  })
  .meta({ id: "SubscriberImport" });

export const subscriberImportBodySchema = z.object({ import: subscriberImportFieldsSchema });

/** The result of an import. */
export const subscriberImportedSchema = z
  .object({
    added: z.int().min(0),
    /** Were subscribed before. */
    known: z.int().min(0),
    /** Unsubscribed before, and are not added. */
    suppressed: z.int().min(0),
    /** No addresses. */
    invalid: z.array(z.string()),
  })
  .meta({ id: "SubscriberImported" });

/** The names in the public form. */
export const subscriptionFormSchema = z
  .object({
    folder: z.object({ name: z.string() }),
    client: z.object({ name: z.string() }),
  })
  .meta({ id: "SubscriptionForm" });

export const subscribeBodySchema = z.object({
  subscription: z.object({ email: emailSchema, locale: localeSchema }).meta({ id: "Subscribe" }),
});

/** The subscription that a mail's link confirms. */
export const openSubscriptionSchema = subscriptionFormSchema
  .extend({ email: z.string(), confirmed_at: timestampSchema.nullable() })
  .meta({ id: "OpenSubscription" });
