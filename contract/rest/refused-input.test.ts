import { describe, expect, it } from "vitest";
import type { z } from "zod";
import * as limits from "../limits";
import { createApiKeyBodySchema } from "./api-keys";
import { attachmentBodySchema, remoteAttachmentBodySchema } from "./attachments";
import { auditQuerySchema, pullAuditQuerySchema } from "./audit";
import { createBatchBodySchema } from "./batches";
import { startBookmarkImportBodySchema } from "./bookmarks";
import { sourcesQuerySchema } from "./choices";
import { clientChangeSchema } from "./clients";
import { commentBodySchema } from "./comments";
import { contentDuplicatesQuerySchema, contentQuerySchema, moveContentBodySchema, updateContentBodySchema } from "./contents";
import { digestSettingsSchema } from "./digests";
import { createExportBodySchema, exportSignatureSchema } from "./exports";
import { createFeedBodySchema } from "./feeds";
import { folderQuerySchema, folderStreamBodySchema, updateFolderBodySchema } from "./folders";
import { createFollowBodySchema, renameFollowBodySchema } from "./follows";
import { inquiryBodySchema } from "./inquiries";
import { invitationFieldsSchema, invitationQuerySchema, updateInvitationBodySchema } from "./invitations";
import { newsletterArchiveQuerySchema, updateMailingBodySchema } from "./mailings";
import { createMembershipBodySchema, membershipQuerySchema, updateMembershipBodySchema } from "./memberships";
import { newsQuerySchema } from "./news";
import { defaultModes, notificationSettingsSchema, readNotificationsBodySchema } from "./notifications";
import { createOwnershipBodySchema, ownershipQuerySchema, updateOwnershipBodySchema } from "./ownerships";
import { passwordResetRequestSchema, strengthRequestSchema } from "./passwords";
import { createSourceBodySchema } from "./sources";
import { subscribeBodySchema, subscriberImportFieldsSchema } from "./subscribers";
import { tagBodySchema, tagMergeBodySchema, usedTagQuerySchema } from "./tags";
import { teamFieldsSchema } from "./teams";
import { accountClosingSchema, emailChangeSchema, memberQuerySchema, peopleQuerySchema, signUpSchema, userChangeBodySchema } from "./users";
import { usedKeySchema } from "./webview";

const long = (length: number) => "x".repeat(length);
const many = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);
const uuid = "3f2c1a0b-0000-4000-8000-000000000000";

const notALine = ["", " \t\n ", "\u0000\u0007", null, 5, true, ["a"], { a: 1 }];
const notAnOptionalLine = [5, true, ["a"], { a: 1 }];
const notAnId = ["", long(65), null, 7, ["x"]];
const notATruth = ["true", 0, null];
const notAVersion = ["1", -1, 1.5];
const notAnAddress = ["", "ole", "ole@demo", "a@evil.example@demo.example", "Ole <a@demo.example>", "a@b.example\r\nBcc: c@d.example"];
const noEmail = [undefined, ...notAnAddress, `${long(300)}@demo.example`, null, 7, ["a@demo.example"], { $ne: "" }];
const notAPassword = [undefined, "", null, 5, ["x"], {}, long(limits.password + 1)];
const notADay = ["gestern", "31.02.2026", "2026-02-30", "2026-13-01"];
const notAPage = ["-1", "x", "1.5", "100001"];

/** Invalid values for each field of an otherwise valid input, whose texts are as long as allowed. */
const inputs: [what: string, schema: z.ZodType, valid: object, refused: Record<string, unknown[]>][] = [
  ["a team", teamFieldsSchema, { name: long(1000) }, { name: [undefined, ...notALine, long(1001)] }],
  [
    "a folder",
    updateFolderBodySchema.shape.folder,
    { name: long(1000), alternative_name: long(1000), description: long(1000), team_id: uuid },
    {
      name: [undefined, ...notALine, long(1001)],
      alternative_name: [...notAnOptionalLine, long(1001)],
      description: [...notAnOptionalLine, long(1001)],
      team_id: [undefined, ...notAnId],
      lock_version: notAVersion,
    },
  ],
  ["a folder in the stream", folderStreamBodySchema, { hidden_from_stream: true }, { hidden_from_stream: [undefined, ...notATruth] }],
  ["a tag", tagBodySchema.shape.tag, { name: long(100) }, { name: [undefined, ...notALine, long(101)] }],
  ["a merger of tags", tagMergeBodySchema.shape.tag, { into: long(100) }, { into: [undefined, ...notALine, long(101)] }],
  [
    "a new membership",
    createMembershipBodySchema.shape.membership,
    { team_id: uuid, user_id: uuid },
    { team_id: [undefined, ...notAnId], user_id: [undefined, ...notAnId], role: ["owner", "reader", null, ["editor"]] },
  ],
  ["a membership", updateMembershipBodySchema.shape.membership, {}, { role: ["owner", null, 1], active: ["false", 0, null] }],
  [
    "a new ownership",
    createOwnershipBodySchema.shape.ownership,
    { folder_id: uuid, user_id: uuid },
    { folder_id: [undefined, ...notAnId], user_id: [undefined, ...notAnId], role: ["owner", "reader", null, ["editor"]] },
  ],
  ["an ownership", updateOwnershipBodySchema.shape.ownership, {}, { role: ["owner", null], active: ["false", 0, null] }],
  ["the role of a member", userChangeBodySchema.shape.user, { role: "admin" }, { role: ["", "owner", "boss", null, 7, ["admin"]] }],
  [
    "a profile",
    userChangeBodySchema.shape.user,
    { first_name: long(1000), last_name: long(1000), job_title: long(1000), interests: [long(100), ...many(49)] },
    {
      salutation: ["", "Dr."],
      first_name: [...notAnOptionalLine, long(1001)],
      last_name: [...notAnOptionalLine, long(1001)],
      job_title: [...notAnOptionalLine, long(1001)],
      interests: ["Bau", [" "], [long(101)], many(51)],
      visibility: ["is_personal", null],
      locale: ["fr"],
      color_scheme: ["", "black", null, 1, ["dark"]],
      has_shortcuts: ["", "on", null, 1, [true]],
    },
  ],
  ["the end of an account", accountClosingSchema, { current_password: "x" }, { current_password: notAPassword }],
  [
    "a change of address",
    emailChangeSchema,
    { current_password: "x", email: "a@b.example", email_confirmation: "a@b.example" },
    { current_password: notAPassword, email: noEmail, email_confirmation: noEmail },
  ],
  [
    "a change of password",
    userChangeBodySchema.shape.user,
    { current_password: long(limits.password), password: long(limits.password), password_confirmation: long(limits.password) },
    { current_password: notAPassword, password: notAPassword, password_confirmation: notAPassword },
  ],
  [
    "a forgotten password",
    passwordResetRequestSchema,
    { workspace: "demo", email: "a@b.example" },
    {
      workspace: [undefined, ["demo"]],
      email: [undefined, "tobias", "a@b.example\r\nBcc: c@d.example", `${long(300)}@b.example`, ["a@b.example"]],
    },
  ],
  [
    "a password to rate",
    strengthRequestSchema,
    { password: "", words: many(10) },
    { password: [undefined, 7, long(10_000)], words: [many(11), [long(1001)]], token: [[]] },
  ],
  [
    "a sign-up",
    signUpSchema,
    { workspace: "demo", email: "a@b.example", password: "x", password_confirmation: "x" },
    { workspace: [undefined, ...notALine], email: noEmail, password: notAPassword, password_confirmation: notAPassword },
  ],
  [
    "an invitation",
    invitationFieldsSchema,
    { email_addresses: many(200), role: "admin", team_ids: many(100) },
    {
      email_addresses: [undefined, [], "a@b.example", [1], many(201)],
      role: [undefined, "owner", "reader"],
      team_ids: ["x", [""], [1], many(101)],
    },
  ],
  [
    "an invitation's role",
    updateInvitationBodySchema.shape.invitation,
    { role: "editor" },
    { role: [undefined, "owner", "reader", 1, []] },
  ],
  [
    "an API key",
    createApiKeyBodySchema.shape.api_key,
    { name: long(limits.apiKeyName), scopes: ["read"], days: 90 },
    {
      name: [...notALine, long(limits.apiKeyName + 1)],
      scopes: [[], ["admin"], ["read", "file", "read", "file", "read"]],
      days: [null, 366, "90"],
    },
  ],
  [
    "a workspace",
    clientChangeSchema,
    { name: long(1000), email_signature: long(2000), email_blacklist: many(500).map((name) => `${name}.example`) },
    {
      name: [...notALine, long(1001)],
      workspace: ["", long(100_000), 7],
      email_signature: [long(2001), ["x"]],
      signup_enabled: notATruth,
      external: notATruth,
      shareable: notATruth,
      email_whitelist: ["a.example", [7], ["demo"], ["a@b@demo.example"], ["de mo.example"], [""], [`${long(300)}.example`]],
      email_blacklist: [many(501).map((name) => `${name}.example`)],
      theme: ["main: red", "[]", '"x"', long(10_000), '{"bodyColor":"#ffffff"}', '{"__proto__":"#ffffff","constructor":"#ffffff"}', 7, {}],
      lock_version: ["x", ...notAVersion],
    },
  ],
  [
    "an export",
    createExportBodySchema.shape.export,
    { content_ids: many(500).join(","), title: long(1000) },
    {
      content_ids: [undefined, "", " , ,,", ["a"], many(501).join(",")],
      format: ["docx"],
      title: [undefined, ...notALine, long(1001)],
    },
  ],
  ["an address of an export", exportSignatureSchema, { expires: "1", signature: "x" }, { signature: ["", long(101)] }],
  ["a newsletter", updateMailingBodySchema.shape.mailing, {}, { scheduled_for: ["tomorrow"], lock_version: notAVersion }],
  [
    "the state of a newsletter",
    updateMailingBodySchema.shape.mailing.shape.vuex_state,
    {
      subject: long(1000),
      intro_text: long(limits.introText),
      preview_recipients: many(20).map((name) => `${name}@b.example`),
      text_blocks: [{ id: uuid, heading: "", text: long(limits.textBlock) }],
      adaptations: [{ id: uuid, title: null, teaser: long(1000), picture: null }],
    },
    {
      subject: [5, long(1001)],
      intro_text: [long(limits.introText + 1)],
      tags: ["Bau"],
      contents: [[{ selected: true }]],
      recipients: [[{ id: "x", selected: "yes" }]],
      preview_recipients: [["jana@demo"], ["jana@demo.example", "jana"], many(21).map((name) => `${name}@b.example`)],
      text_blocks: [
        [{ id: "x", heading: "", text: "Dazu" }],
        [{ id: uuid, heading: "", text: long(limits.textBlock + 1) }],
        many(limits.newsletterTextBlocks + 1).map(() => ({ id: uuid, heading: "", text: "Dazu" })),
      ],
      adaptations: [
        [{ id: uuid, title: " ", teaser: null, picture: null }],
        [{ id: uuid, title: null, teaser: long(1001), picture: null }],
        [{ id: uuid, title: null, teaser: null, picture: "https://x.example" }],
      ],
    },
  ],
  [
    "a subscription of a feed",
    createSourceBodySchema.shape.source,
    {
      folder_id: uuid,
      address: "https://hafen.example",
      tags: ["Hafen"],
      title: long(limits.feedName),
      included_words: many(limits.sourceWords),
    },
    {
      address: ["", "kein Feed", "javascript:alert(1)"],
      title: [7, long(limits.feedName + 1)],
      tags: [[], [" "]],
      included_words: [many(limits.sourceWords + 1)],
      excluded_words: [many(limits.sourceWords + 1)],
      full_text: ["ja"],
      is_paused: ["ja"],
    },
  ],
  [
    "an import of subscribers",
    subscriberImportFieldsSchema,
    { addresses: many(limits.subscribersPerImport), consent: long(limits.consent) },
    {
      addresses: [undefined, [], "a@b.example", [7], [long(limits.text + 1)], many(limits.subscribersPerImport + 1)],
      consent: [undefined, ...notALine, long(limits.consent + 1)],
    },
  ],
  [
    "a subscriber",
    subscribeBodySchema.shape.subscription,
    { email: "a@b.example", locale: "de" },
    { email: noEmail, locale: ["fr", undefined] },
  ],
  [
    "the times of digests",
    digestSettingsSchema,
    { frequency: "daily", weekday: 1, hour: 7 },
    { frequency: [undefined, "now"], weekday: [undefined, 0, 8], hour: [undefined, 24, 7.5] },
  ],
  [
    "the choice of notifications",
    notificationSettingsSchema,
    { ...defaultModes, time_zone: "Europe/Berlin" },
    { comment: [undefined, "weekly"], mention: [1], time_zone: ["", 1, long(101)] },
  ],
  [
    "the reading of notifications",
    readNotificationsBodySchema,
    { until: "2026-03-01T00:00:00Z" },
    { until: [undefined, "", "gestern", 3] },
  ],
  [
    "the key of an embedding app",
    usedKeySchema,
    { digest: long(43) },
    { digest: [undefined, null, 5, "", "x", long(44), `${long(42)}ä`, {}, [long(43)]] },
  ],
  [
    "a feed",
    createFeedBodySchema.shape.feed,
    { name: long(limits.feedName), query: { term: long(1000) } },
    {
      name: [...notALine, long(limits.feedName + 1)],
      query: [{ created_at_from: "2026-02-31" }, { priority: "urgent" }, { tags: many(51).join(",") }, { term: long(1001) }],
    },
  ],
  [
    "a saved search",
    createFollowBodySchema.shape.follow,
    { name: long(limits.feedName), query: { term: "Gleis" } },
    {
      name: [undefined, ...notALine, long(limits.feedName + 1)],
      query: [{ created_at_from: "2026-02-31" }],
      tag_id: [7],
    },
  ],
  ["a followed folder", createFollowBodySchema.shape.follow, { folder_id: uuid }, { name: ["Meine"] }],
  ["a search's name", renameFollowBodySchema.shape.follow, { name: long(200) }, { name: [undefined, ...notALine, long(201)] }],
  ["a comment", commentBodySchema, { body: long(1000) }, { body: [undefined, ...notALine, long(1001)] }],
  [
    "a request for a demo",
    inquiryBodySchema.shape.inquiry,
    { name: long(1000), company: long(1000), phone: long(1000), email: "ole@hafen.example" },
    {
      name: [undefined, ...notALine, long(1001), "Win at https://casino.example"],
      company: [5, long(1001), "WWW.casino.example"],
      email: noEmail,
      phone: [5, long(1001)],
    },
  ],
  ["an alternative text", attachmentBodySchema.shape.attachment, { alt: long(1000) }, { alt: [...notAnOptionalLine, long(1001)] }],
  [
    "a file elsewhere",
    remoteAttachmentBodySchema.shape.attachment,
    { content_id: uuid, remote_file_url: "https://x.example/a.png" },
    { remote_file_url: [undefined, "", "javascript:alert(1)", 5], content_id: [undefined, ...notAnId] },
  ],
  [
    "an article",
    updateContentBodySchema.shape.content,
    {
      title: long(1000),
      body: long(200_000),
      author: long(1000),
      source_name: long(1000),
      folder_id: uuid,
      tags: [long(100), ...many(49)],
      published_at: "2026-03-01",
    },
    {
      title: [undefined, ...notALine, long(1001)],
      body: [undefined, "", "  \n ", 7, ["<p>a</p>"], long(200_001)],
      author: [...notAnOptionalLine, long(1001)],
      source_name: [...notAnOptionalLine, long(1001)],
      source_url: [
        "kein link",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://user:secret@x.example/",
        `https://x.example/${long(2000)}`,
        1,
      ],
      tags: [undefined, [], ["  "], "Bau", [1, 2], [long(101)], many(51)],
      countries: [["Germany"], ["de"], Array(51).fill("DE")],
      published_at: ["01.03.2026", "2026-02-30", "2026-03-01T10:00:00Z", "0000-01-01", "0099-01-01", 20260301],
      priority: ["urgent", null],
      shareable: notATruth,
      external: notATruth,
      language: ["German", "<b>", `de${"-abcdefgh".repeat(3)}-abcdef`],
      folder_id: [undefined, ...notAnId],
      lock_version: ["-1", ...notAVersion],
    },
  ],
  ["a move of an article", moveContentBodySchema, { folder_id: uuid }, { folder_id: [undefined, ...notAnId] }],
  [
    "an import of bookmarks",
    startBookmarkImportBodySchema.shape.import,
    { folder_id: uuid, fallback_tag: long(limits.tag) },
    { folder_id: [undefined, ...notAnId], fallback_tag: [undefined, ...notALine, long(limits.tag + 1)], targets: ["alle"] },
  ],
  [
    "a batch",
    createBatchBodySchema.shape.batch,
    { content_ids: [uuid], change: { kind: "delete" } },
    { content_ids: [undefined, []], change: [{ kind: "burn" }, { kind: "tag", tags: [] }], filter: [{ folder_id: "x" }] },
  ],
  [
    "the query of articles",
    contentQuerySchema,
    { tags: many(50).join(","), folder_ids: many(200).join(","), subscriptions: many(200).join(","), term: long(1000) },
    {
      page: ["0", "-1", "x", "1.5", "100001", "", ["1", "2"]],
      per_page: ["0", "101", "-1"],
      sort_by: ["title", "views;drop"],
      sort_dir: ["up"],
      priority: ["urgent"],
      external: ["yes"],
      shareable: ["false", ""],
      created_at_from: notADay,
      created_at_until: notADay,
      published_at_from: notADay,
      published_at_until: notADay,
      countries: ["Germany"],
      languages: ["de-AT"],
      tags: [many(51).join(",")],
      folder_ids: [many(201).join(",")],
      subscriptions: [many(201).join(",")],
      term: [long(1001)],
    },
  ],
  ["the query of an address", contentDuplicatesQuerySchema, { url: "https://x.example/" }, { url: [undefined, "", " ", "nichts"] }],
  ["the query of sources", sourcesQuerySchema, { name: long(1000) }, { name: [long(1001)] }],
  [
    "the query of members",
    memberQuerySchema,
    {},
    { page: notAPage, role: ["boss"], sort_by: ["password_hash"], sort_dir: ["up"], term: [long(1001)] },
  ],
  ["the query of people", peopleQuerySchema, { term: long(1000) }, { term: [long(1001)] }],
  ["the query of memberships", membershipQuerySchema, { term: long(1000) }, { page: notAPage, role: ["boss", ""], term: [long(1001)] }],
  ["the query of ownerships", ownershipQuerySchema, { folder_id: uuid }, { folder_id: [undefined, ...notAnId] }],
  [
    "the query of invitations",
    invitationQuerySchema,
    {},
    { page: notAPage, sort_by: ["token_hash"], sort_dir: ["up"], term: [long(1001)] },
  ],
  ["the query of tags", usedTagQuerySchema, { term: long(1000) }, { page: notAPage, term: [long(1001)] }],
  ["the query of folders", folderQuerySchema, {}, { writable: ["perhaps"] }],
  [
    "the query of the audit log",
    auditQuerySchema,
    {},
    {
      topic: ["everything"],
      from: notADay,
      until: notADay,
      before: ["nonsense", long(101)],
      after: ["1.2"],
    },
  ],
  [
    "the query of a log system",
    pullAuditQuerySchema,
    {},
    {
      after: ["", "x", "-1", "1.5", "1e3", "\u0000", "9".repeat(17), ["1", "2"], `3f2c.${uuid}`],
      limit: ["0", "-1", "many", "1.5", `${limits.auditEntriesAtOnce + 1}`],
    },
  ],
  [
    "the query of news",
    newsQuerySchema,
    { after: "2026-03-01T00:00:00Z" },
    { after: [undefined, "", "gestern", "2026-02-31T00:00:00Z", "\u0000"] },
  ],
  ["the query of an archive", newsletterArchiveQuerySchema, {}, { year: ["x", "0", "20240", "2024.5", "-1"] }],
];

/** The fields with problems. */
const refusedAt = (schema: z.ZodType, value: unknown) => [
  ...new Set(schema.safeParse(value).error?.issues.map(({ path }) => path[0] ?? "as a whole")),
];

describe("Bad input", () => {
  it.each(inputs)("for %s is refused at its field", (_, schema, valid, refused) => {
    expect(refusedAt(schema, valid)).toEqual([]);
    for (const [field, values] of Object.entries(refused))
      for (const value of values)
        expect({ field, value, at: refusedAt(schema, { ...valid, [field]: value }) }).toEqual({ field, value, at: [field] });
  });

  it("for a batch is refused if a selection has another name, so that it does not select everything", () => {
    expect(refusedAt(createBatchBodySchema.shape.batch, { contentIds: ["x"], filter: {}, change: { kind: "delete" } })).toEqual([
      "as a whole",
    ]);
  });

  it("for something to follow is refused if it is nothing, or two things", () => {
    const { follow } = createFollowBodySchema.shape;
    expect(refusedAt(follow, {})).toEqual(["as a whole"]);
    expect(refusedAt(follow, { folder_id: uuid, tag_id: uuid })).toEqual(["as a whole"]);
  });
});
