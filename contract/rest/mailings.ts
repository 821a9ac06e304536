import { z } from "zod";
import { limits } from "../limits";
import { cleanLine, cleanText, emailSchema, entriesSchema, idSchema, pageSchema, storedEmailSchema, timestampSchema } from "./shared";
import { localeSchema } from "./users";

export const mailingStatusSchema = z.enum(["draft", "scheduled", "published"]);

/**
 * Where one recipient's mail is. `handing_over` is with the mail server at this moment; `unknown` was when a process died, and nobody
 * knows whether it arrived; `withdrawn` left the folder or unsubscribed after the newsletter was published.
 */
const deliveryStateSchema = z.enum(["waiting", "handing_over", "handed_over", "refused", "unknown", "stopped", "withdrawn"]);

/** How many recipients are where. `waiting` counts those that are being handed over, too. */
export const deliveryCountsSchema = z
  .object({
    total: z.int().min(0),
    waiting: z.int().min(0),
    handed_over: z.int().min(0),
    refused: z.int().min(0),
    unknown: z.int().min(0),
    stopped: z.int().min(0),
    withdrawn: z.int().min(0),
  })
  .meta({ id: "DeliveryCounts" });

/** One that is not in a list is not selected. */
const choiceSchema = z.object({ id: idSchema, selected: z.boolean() });

/** What becomes of those who are selected: how many would get it now, how many unsubscribed, and how many belong to the folder no more. */
export const reachSchema = z.object({ reached: z.int().min(0), unsubscribed: z.int().min(0), gone: z.int().min(0) });

const vuexStateFields = {
  /** Plain text of one line; a draft may have none yet. */
  subject: z.string().overwrite(cleanLine).max(limits.text),
  /** Text or HTML; it is sanitised where it is stored. */
  intro_text: z.string().overwrite(cleanText).max(limits.introText),
  group_by_tags: z.boolean(),
  /** In the order of the sections. */
  tags: z.array(choiceSchema).max(limits.mailingTags),
  /** In the order of the newsletter. An article stands there when it is selected and carries a selected tag. */
  contents: z.array(choiceSchema).max(limits.mailingContents),
  recipients: z.array(choiceSchema).max(limits.mailingRecipients),
  preview_recipients: z.array(storedEmailSchema).max(limits.previewRecipients),
};

/** What the wizard knows of a newsletter: docs/product.md, "Newsletter state". */
export const vuexStateSchema = z.object(vuexStateFields).meta({ id: "VuexState" });

/** What is left out stays as it is; in a new mailing everything is selected, and the preview goes to its author. */
const vuexStateChangeSchema = z
  .object({ ...vuexStateFields, preview_recipients: z.array(emailSchema).max(limits.previewRecipients) })
  .partial()
  .meta({ id: "VuexStateChange" });

export const mailingSchema = z
  .object({
    id: idSchema,
    folder_id: idSchema,
    /** The subject; `null` without one. */
    title: z.string().nullable(),
    status: mailingStatusSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
    /** Who changed it last; `null` when they are gone. */
    updated_by: z.object({ id: idSchema, name: z.object({ full: z.string() }) }).nullable(),
    /** Counts the changes; a change that names an older one answers 409 with what is stored. */
    lock_version: z.int().min(0),
    vuex_state: vuexStateSchema,
    /** When it goes out by itself; only while it is scheduled. */
    scheduled_for: timestampSchema.nullable(),
    published_at: timestampSchema.nullable(),
    /** When somebody stopped its delivery. */
    stopped_at: timestampSchema.nullable(),
    deliveries: deliveryCountsSchema,
  })
  .meta({ id: "Mailing" });

/** A new draft. The same `Idempotency-Key` header with the same fields from the same person answers the draft it made the first time. */
export const createMailingBodySchema = z
  .object({ mailing: z.object({ folder_id: idSchema, vuex_state: vuexStateChangeSchema.default({}) }) })
  .meta({ id: "CreateMailing" });

/**
 * A changed draft; with `perform` it is published, at `scheduled_for` if that is given, or sent to its preview recipients, in the
 * state that is stored then. `lock_version` is the one the change started from.
 */
export const updateMailingBodySchema = z
  .object({
    mailing: z.object({
      vuex_state: vuexStateChangeSchema.default({}),
      lock_version: z.int().min(0).optional(),
      scheduled_for: timestampSchema.nullable().default(null),
    }),
    perform: z.enum(["publish", "preview"]).optional(),
  })
  .meta({ id: "UpdateMailing" });

/** Body of the 409: somebody else saved a newer one, or it can no longer be changed, and what is stored. */
export const mailingConflictSchema = z
  .object({ message: z.string(), code: z.enum(["outdated", "scheduled", "published"]), mailing: mailingSchema })
  .meta({ id: "MailingConflict" });

/** One recipient's mail, for who may send mailings of the folder. */
export const deliverySchema = z
  .object({
    id: idSchema,
    /** As they were when it was published. */
    email: z.string(),
    name: z.object({ full: z.string() }),
    state: deliveryStateSchema,
    /** What the mail server said last, in its own words. */
    answer: z.string().nullable(),
    attempts: z.int().min(0),
    /** When a waiting one is tried again. */
    next_attempt_at: timestampSchema.nullable(),
    updated_at: timestampSchema,
  })
  .meta({ id: "Delivery" });

/** Pages are counted from 0. */
export const deliveryQuerySchema = z.object({
  state: deliveryStateSchema.optional(),
  page: pageSchema,
});

export const deliveryListSchema = entriesSchema(deliverySchema).meta({ id: "DeliveryList" });

/** Sends once more to those whose mail was refused, is unknown or was stopped: to these, or to all in one of these states. */
export const resendBodySchema = z
  .object({
    deliveries: z.union([
      z.object({ ids: z.array(idSchema).min(1).max(limits.mailingRecipients) }),
      z.object({ state: z.enum(["refused", "unknown", "stopped"]) }),
    ]),
  })
  .meta({ id: "Resend" });

/** What may be wrong with a newsletter. */
const checkCodeSchema = z.enum([
  "subject_missing",
  "no_tags",
  "no_contents",
  "no_recipients",
  "not_shareable",
  "dead_link",
  "picture_without_text",
  "too_large",
  "no_mail_server",
  "local_address",
  "no_signature",
  "no_imprint",
  "bounced_before",
]);

/** Something to look at before sending. An error keeps a newsletter from being published, a warning does not. */
export const checkSchema = z
  .object({
    code: checkCodeSchema,
    level: z.enum(["warning", "error"]),
    /** In the language of the request. */
    message: z.string(),
    /** The article it is about. */
    content: z.object({ id: idSchema, title: z.string() }).nullable(),
    /** The address that does not answer. */
    url: z.string().nullable(),
    /** The recipients it is about; twenty at most. */
    recipients: z.array(z.object({ id: idSchema, email: z.string(), name: z.object({ full: z.string() }) })),
  })
  .meta({ id: "MailingCheck" });

export const checksSchema = z.object({ entries: z.array(checkSchema) }).meta({ id: "MailingChecks" });

/** A picture of a newsletter. `url` is a path of the web application, or a whole address; sizes are CSS pixels. */
const newsletterPictureSchema = z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string() });

const newsletterArticleSchema = z.object({
  id: idSchema,
  title: z.string(),
  teaser: z.string(),
  /** Where it leads: to its source, or to the article in the web application. */
  url: z.string(),
  source_name: z.string().nullable(),
  author: z.string().nullable(),
  /** A day. */
  published_at: z.string(),
  /** BCP 47; `null` when unknown. */
  language: z.string().nullable(),
  picture: newsletterPictureSchema.nullable(),
});

/** Whether an article of a newsletter leads to the web application, where only members read it. Also told of what was published before. */
export const isForMembers = ({ id, url }: Pick<z.infer<typeof newsletterArticleSchema>, "id" | "url">) => url.endsWith(`/contents/${id}`);

/** What stands in a newsletter, web page and mail alike. Of a published one it never changes, whatever becomes of its articles. */
export const newsletterSchema = z
  .object({
    subject: z.string(),
    /** Of its own words: its author's. */
    language: localeSchema,
    /** Of a draft, now. */
    published_at: timestampSchema,
    client: z.object({
      name: z.string(),
      logo: newsletterPictureSchema.nullable(),
      /** The workspace's colours, as it stores them. */
      theme: z.string().nullish(),
    }),
    folder: z.object({ id: idSchema, name: z.string() }),
    team: z.object({ name: z.string() }),
    /** Sanitised HTML. */
    intro_html: z.string(),
    /** One without a tag when articles are not grouped; each article stands once, under its first selected tag. */
    sections: z.array(
      z.object({
        tag: z.object({ id: idSchema, name: z.string(), slug: z.string() }).nullable(),
        articles: z.array(newsletterArticleSchema),
      }),
    ),
    /** Plain text of several lines. */
    signature: z.string().nullable(),
  })
  .meta({ id: "Newsletter" });

/** A folder one sees and gets no newsletters of, because one said so. */
export const optOutSchema = z
  .object({ folder: z.object({ id: idSchema, name: z.string() }), created_at: timestampSchema })
  .meta({ id: "OptOut" });

/** What the link below a newsletter is about: whose newsletters, and whether they still come. */
export const unsubscriptionSchema = z
  .object({
    folder: z.object({ name: z.string() }),
    client: z.object({ name: z.string() }),
    email: z.string(),
    subscribed: z.boolean(),
  })
  .meta({ id: "Unsubscription" });
