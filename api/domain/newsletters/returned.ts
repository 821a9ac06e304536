import { serverHref } from "../../../contract/paths.server";
import { findRecipient } from "../../db/auth/recipients";
import { findViewerById } from "../../db/auth/session";
import { findFolderScope } from "../../db/folders/folders";
import { findNewsletter } from "../../db/newsletters/newsletters";
import { newsletterReturnedMessage } from "../../mail/messages/newsletter-returned";
import { personName } from "../../mail/names";
import { mailTexts } from "../../mail/texts";
import { isPermitted } from "../../permissions/permissions";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { pageUrl } from "../page-url";
import { compose } from "./compose";

/** Mails its author that a scheduled newsletter was not sent, because all of its articles were left out; unless they may no longer see it. */
export async function sendNewsletterReturnedMail(services: Services, newsletterId: string, userId: string): Promise<void> {
  const { config, database, mail } = services;
  const newsletter = await findNewsletter(database.db, newsletterId);
  if (!newsletter?.isClientOpen || newsletter.status !== "draft") return;
  const account = await findRecipient(database.db, userId);
  const viewer = await findViewerById(database.db, userId);
  const scope = viewer && (await findFolderScope(database.db, viewer, newsletter.folderId));
  if (!account || !viewer || !scope || !isPermitted(viewer, "newsletter:manage", scope)) return;
  const { leftOut } = await compose(services, newsletter);
  const locale = account.locale ?? defaultLocale;
  const url = pageUrl(services, serverHref("newsletters", { product: config.productSlug, folderId: newsletter.folderId }), locale);
  const name = personName(account);
  const message = newsletterReturnedMessage({ name, newsletter: newsletter.subject, leftOut, url }, mailTexts(locale, config.productName));
  await mail.send({ to: { name, address: account.email }, locale, message, theme: account.theme });
}
