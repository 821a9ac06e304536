import { z } from "zod";
import * as limits from "../limits";
import { href } from "../paths";
import { cleanLine, cleanText, emailSchema, entriesSchema, idSchema, pageSchema, storedEmailSchema, timestampSchema } from "./shared";
import { localeSchema } from "./users";

export const mailingStatusSchema = z.enum(["draft", "scheduled", "published"]);

/**
 * The state of one recipient's mail. `handing_over`: it is being sent. `unknown`: the process died while sending it, so it may or may not
 * have arrived. `withdrawn`: the recipient left the folder or unsubscribed after the newsletter was published.
 */
const deliveryStateSchema = z.enum(["waiting", "handing_over", "handed_over", "refused", "unknown", "stopped", "withdrawn"]);

/** Number of recipients by state. `waiting` includes those being sent. */
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

/** Items missing from the list count as not selected. */
const choiceSchema = z.object({ id: idSchema, selected: z.boolean() });

/** Overrides an article's title, teaser and picture in one newsletter. `null` keeps the article's own. */
const adaptationSchema = z.object({
  /** The article. */
  id: idSchema,
  /** A single line of plain text. */
  title: z.string().overwrite(cleanLine).min(1).max(limits.text).nullable(),
  /** A single line of plain text; empty for none. */
  teaser: z.string().overwrite(cleanLine).max(limits.text).nullable(),
  /** The id of a picture of the article, which shows its first one if this one is deleted. */
  picture: z.union([z.literal("none"), z.uuid()]).nullable(),
});

/** A text between articles. Its place is that of its id among `contents`, where it is never selected. One without a place is the last. */
const textBlockSchema = z.object({
  id: z.uuid(),
  /** A single line of plain text; may be empty. */
  heading: z.string().overwrite(cleanLine).max(limits.text),
  /** Text or HTML; sanitised before it is stored. May be empty if there is a heading. */
  text: z.string().overwrite(cleanText).max(limits.textBlock),
});

/**
 * The audience: how many people would get the newsletter now, how many of them as subscribers, and how many selected members have unsubscribed,
 * or no longer belong to the folder.
 */
export const reachSchema = z.object({
  reached: z.int().min(0),
  subscribers: z.int().min(0),
  /** All of the folder, chosen or not. */
  all_subscribers: z.int().min(0),
  unsubscribed: z.int().min(0),
  gone: z.int().min(0),
});

/** An article that was chosen and is left out: it must not be shared, or is no longer in the folder. */
export const leftOutSchema = z
  .object({
    id: idSchema,
    /** `null` if the article is gone and its title was not kept. */
    title: z.string().nullable(),
    reason: z.enum(["not_shareable", "gone"]),
  })
  .meta({ id: "LeftOut" });

const vuexStateFields = {
  /** A single line of plain text; may be empty in a draft. */
  subject: z.string().overwrite(cleanLine).max(limits.text),
  /** Text or HTML; sanitised before it is stored. */
  intro_text: z.string().overwrite(cleanText).max(limits.introText),
  group_by_tags: z.boolean(),
  /** In the order of the sections. */
  tags: z.array(choiceSchema).max(limits.newsletterTags),
  /** In the order of the newsletter. The newsletter contains the selected articles with a selected tag. */
  contents: z.array(choiceSchema).max(limits.newsletterArticles + limits.newsletterTextBlocks),
  recipients: z.array(choiceSchema).max(limits.newsletterRecipients),
  /** Whether the folder's subscribers get it, too. */
  subscribers: z.boolean(),
  preview_recipients: z.array(storedEmailSchema).max(limits.previewRecipients),
  adaptations: z.array(adaptationSchema).max(limits.newsletterArticles),
  text_blocks: z.array(textBlockSchema).max(limits.newsletterTextBlocks),
};

/**
 * The state of the newsletter wizard: see docs/product.md, "Newsletter state". Sanitised texts may be longer than the
 * typed ones.
 */
export const vuexStateSchema = z
  .object({
    ...vuexStateFields,
    intro_text: z.string(),
    subscribers: z.boolean().default(true),
    adaptations: z.array(adaptationSchema).default([]),
    text_blocks: z.array(textBlockSchema.extend({ text: z.string() })).default([]),
  })
  .meta({ id: "VuexState" });

/** Missing fields stay unchanged. In a new newsletter everything is selected, and previews go to its author. */
const vuexStateChangeSchema = z
  .object({ ...vuexStateFields, preview_recipients: z.array(emailSchema).max(limits.previewRecipients) })
  .partial()
  .meta({ id: "VuexStateChange" });

export const mailingSchema = z
  .object({
    id: idSchema,
    folder_id: idSchema,
    /** The subject; `null` if empty. */
    title: z.string().nullable(),
    status: mailingStatusSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
    /** Who last edited it; `null` if their account was deleted. */
    updated_by: z.object({ id: idSchema, name: z.object({ full: z.string() }) }).nullable(),
    /** Incremented with every change. A change based on an older version gets a 409 with the stored state. */
    lock_version: z.int().min(0),
    vuex_state: vuexStateSchema,
    /** When it will be published automatically; set only while it is scheduled. */
    scheduled_for: timestampSchema.nullable(),
    published_at: timestampSchema.nullable(),
    /** When its delivery was stopped. */
    stopped_at: timestampSchema.nullable(),
    deliveries: deliveryCountsSchema,
    /** The articles that were left out when it was scheduled or published; empty for a draft. */
    left_out: z.array(leftOutSchema),
  })
  .meta({ id: "Mailing" });

/** A scheduled newsletter, for people who are about to delete or lock one of its articles. */
export const scheduledMailingSchema = z
  .object({ id: idSchema, title: z.string().nullable(), scheduled_for: timestampSchema })
  .meta({ id: "ScheduledMailing" });

/** A new draft. Repeating a request with the same `Idempotency-Key` header, fields and user returns the draft of the first one. */
export const createMailingBodySchema = z
  .object({
    mailing: z.object({
      folder_id: idSchema,
      vuex_state: vuexStateChangeSchema.default({}),
      /** Of the articles, only those are selected that are new since the folder's latest published newsletter (`isNew`). */
      only_new: z.boolean().default(false),
      /** A newsletter of the same folder to begin with: docs/product.md, "Beginning with an earlier issue". */
      template_id: idSchema.optional(),
    }),
  })
  .meta({ id: "CreateMailing" });

/**
 * A changed draft. With `perform` it is then published (at `scheduled_for`, if set) or sent to its preview recipients. `lock_version` is
 * the version that the change is based on.
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

/** The body of a 409, with the stored state: someone else saved a newer version, or it can no longer be changed. */
export const mailingConflictSchema = z
  .object({ message: z.string(), code: z.enum(["outdated", "scheduled", "published"]), mailing: mailingSchema })
  .meta({ id: "MailingConflict" });

/** One recipient's mail, for users who may send the folder's newsletters. */
export const deliverySchema = z
  .object({
    id: idSchema,
    /** The address at the time of publication. */
    email: z.string(),
    name: z.object({ full: z.string() }),
    state: deliveryStateSchema,
    /** The last response of the mail server. */
    answer: z.string().nullable(),
    attempts: z.int().min(0),
    /** When a waiting mail will be retried. */
    next_attempt_at: timestampSchema.nullable(),
    updated_at: timestampSchema,
  })
  .meta({ id: "Delivery" });

/** Pages are zero-based. */
export const deliveryQuerySchema = z.object({
  state: deliveryStateSchema.optional(),
  page: pageSchema,
});

export const deliveryListSchema = entriesSchema(deliverySchema).meta({ id: "DeliveryList" });

/** Resends mails that were refused, stopped or are unknown: specific ones, or all in one of these states. */
export const resendBodySchema = z
  .object({
    deliveries: z.union([
      z.object({ ids: z.array(idSchema).min(1).max(limits.newsletterRecipients) }),
      z.object({ state: z.enum(["refused", "unknown", "stopped"]) }),
    ]),
  })
  .meta({ id: "Resend" });

/** The kinds of problems of a newsletter. */
const checkCodeSchema = z.enum([
  "subject_missing",
  "no_tags",
  "no_contents",
  "no_recipients",
  "dead_link",
  "private_link",
  "picture_without_text",
  "too_large",
  "long_headline",
  "sent_before",
  "no_signature",
  "bounced_before",
]);

/** A problem to check before sending. Errors prevent publishing, warnings do not. */
export const checkSchema = z
  .object({
    code: checkCodeSchema,
    level: z.enum(["warning", "error"]),
    /** In the language of the request. */
    message: z.string(),
    /** The affected article. */
    content: z.object({ id: idSchema, title: z.string() }).nullable(),
    /** The URL that does not respond or needs a session. */
    url: z.string().nullable(),
    /** The affected recipients, at most twenty. */
    recipients: z.array(z.object({ id: idSchema, email: z.string(), name: z.object({ full: z.string() }) })),
  })
  .meta({ id: "MailingCheck" });

export const checksSchema = z.object({ entries: z.array(checkSchema) }).meta({ id: "MailingChecks" });

/** Pixels of a picture's file per CSS pixel. */
export const pictureDensity = 2;

/** A picture of a newsletter. `url` is a path of the web application or a full URL; sizes are CSS pixels. */
const newsletterPictureSchema = z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string() });

const newsletterArticleSchema = z.object({
  id: idSchema,
  title: z.string(),
  teaser: z.string(),
  /** The source, or the article in the web application. */
  url: z.string(),
  source_name: z.string().nullable(),
  author: z.string().nullable(),
  /** A calendar day. */
  published_at: z.string(),
  /** BCP 47; `null` if unknown. */
  language: z.string().nullable(),
  picture: newsletterPictureSchema.nullable(),
});

/** Whether an article's link leads to the web application, where only signed-in users can read it. Also works for older newsletters. */
export const isForMembers = ({ id, url }: Pick<z.infer<typeof newsletterArticleSchema>, "id" | "url">) =>
  url.endsWith(href("article", { contentId: id }));

/** The content of a newsletter, for web page and mail. It never changes after publication, even if the articles do. */
export const newsletterSchema = z
  .object({
    subject: z.string(),
    /** The language of its fixed texts, which is the author's. */
    language: localeSchema,
    /** For a draft, the current time. */
    published_at: timestampSchema,
    client: z.object({
      name: z.string(),
      logo: newsletterPictureSchema.nullable(),
      /** The workspace's colours as stored. */
      theme: z.string().nullish(),
    }),
    folder: z.object({ id: idSchema, name: z.string() }),
    team: z.object({ name: z.string() }),
    /** Sanitised HTML. */
    intro_html: z.string(),
    /** A single section without a tag if articles are not grouped. Each article appears once, under its first selected tag. */
    sections: z.array(
      z.object({
        tag: z.object({ id: idSchema, name: z.string(), slug: z.string() }).nullable(),
        articles: z.array(newsletterArticleSchema),
      }),
    ),
    /** Texts between the articles, in their order. Newsletters of earlier versions have none. */
    text_blocks: z
      .array(
        z.object({
          /** The id of the article below it; `null` for the end. */
          before: idSchema.nullable(),
          /** Plain text; may be empty. */
          heading: z.string(),
          /** Sanitised HTML; may be empty. */
          html: z.string(),
        }),
      )
      .default([]),
    /** Plain text, possibly with several lines. */
    signature: z.string().nullable(),
  })
  .meta({ id: "Newsletter" });

/** The published newsletters of a folder, for everyone. */
export const newsletterArchiveSchema = z
  .object({
    /** The names, the theme and the language of the newest newsletter. */
    folder: z.string(),
    client: z.string(),
    theme: z.string().nullable(),
    language: localeSchema,
    /** The years with published newsletters, the latest first. */
    years: z.array(z.int()),
    /** The latest first. */
    issues: z.array(
      z.object({
        id: idSchema,
        subject: z.string(),
        published_at: timestampSchema,
        language: localeSchema,
        /** The titles of its first three articles. */
        headlines: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "NewsletterArchive" });

export const newsletterArchiveQuerySchema = z.object({ year: z.coerce.number().int().min(1970).max(9999).optional() });

/** A visible folder from whose newsletters the user has unsubscribed. */
export const optOutSchema = z
  .object({ folder: z.object({ id: idSchema, name: z.string() }), created_at: timestampSchema })
  .meta({ id: "OptOut" });

/** The subscription behind an unsubscribe link, and whether it is still active. */
export const unsubscriptionSchema = z
  .object({
    folder: z.object({ name: z.string() }),
    client: z.object({ name: z.string() }),
    /** `null` once a subscriber's address is erased. */
    email: z.string().nullable(),
    subscribed: z.boolean(),
  })
  .meta({ id: "Unsubscription" });
