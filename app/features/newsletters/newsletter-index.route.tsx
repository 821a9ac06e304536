import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireProduct } from "~/http/product.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { overlayWith, useOverlay } from "~/layouts/overlay";
import { useProgress } from "~/layouts/use-progress";
import { requireSession } from "~/session/session.server";
import { CloseLink } from "~/ui/close-link";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { useIsLive } from "~/ui/use-is-live";
import { type ListedNewsletter, listNewsletters } from "~/upstream/newsletter-drafts.server";
import { href, overlay } from "../../../contract/paths";
import { pageSchema } from "../../../contract/rest/shared";
import { LeftOut } from "./left-out";
import { NewsletterFrame, StepBody, StepFoot } from "./newsletter-frame";
import { requireNewsletterFolder } from "./require-newsletter.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters", "lists"] };

/** A page of the folder's newsletters. The API enforces the permission. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const folder = await requireNewsletterFolder(upstream, folderId, t);
  const page = pageSchema.catch(0).parse(new URL(request.url).searchParams.get("mailings_page"));
  const { newsletters, pages } = await listNewsletters(upstream, folderId, page);
  if (page >= pages) throw redirect(overlayWith(request, { mailings_page: String(pages - 1) }));
  return data({
    title: t("newsletters:history.title", { name: folder.name }),
    page,
    pages,
    key: crypto.randomUUID(),
    newsletters: newsletters.map((newsletter) => ({
      id: newsletter.id,
      title: newsletter.title ?? t("newsletters:untitled"),
      created: momentText(newsletter.createdAt, locale),
      status: statusOf(newsletter),
      since: momentText(newsletter.stoppedAt ?? newsletter.publishedAt ?? newsletter.updatedAt, locale),
      scheduled: newsletter.scheduledFor && momentText(newsletter.scheduledFor, locale).text,
      deliveries: newsletter.deliveries,
      leftOut: newsletter.leftOut,
    })),
  });
}

/** The status in the list: "published" is refined to "sending" while mails are waiting, and to "stopped". */
function statusOf({ status, stoppedAt, deliveries }: ListedNewsletter) {
  if (status !== "published") return status;
  if (deliveries.waiting > 0) return "sending" as const;
  return stoppedAt !== null && deliveries.stopped > 0 ? ("stopped" as const) : ("published" as const);
}

type Entry = ReturnType<typeof useLoaderData<typeof loader>>["newsletters"][number];

export default function NewsletterIndex() {
  const { t } = useTranslation(["newsletters", "lists", "shell"]);
  const { title, newsletters, page, pages, key } = useLoaderData<typeof loader>();
  const { beside, below } = useOverlay();
  const { product = "", folderId = "" } = useParams();
  const isUnderWay = newsletters.some(({ status }) => status === "sending");
  useProgress(isUnderWay);
  const savesByItself = useIsLive();
  return (
    <NewsletterFrame step="history">
      <StepBody
        title={title}
        action={
          <span className="cluster">
            <Link className="btn" to={href("subscribers", { product, folderId })}>
              <Icon name="mail" />
              {t("history.subscribers")}
            </Link>
            <Link className="btn primary" to={beside(overlay("newsletterNew"))} preventScrollReset>
              <Icon name="plus" />
              {t("history.begin")}
            </Link>
          </span>
        }
      >
        {newsletters.length > 0 ? (
          <Table newsletters={newsletters} formKey={key} />
        ) : (
          <Empty icon="newsletter" title={t("history.empty")}>
            {t("history.emptyText")}
          </Empty>
        )}
        {isUnderWay ? (
          <p>
            <Link to={beside(overlay("newsletters"), page > 0 ? { mailings_page: String(page) } : {})} replace preventScrollReset>
              {t("history.refresh")}
            </Link>
          </p>
        ) : null}
        <Pagination
          label={t("pages.label")}
          page={page}
          pages={pages}
          toPage={(to) => beside(overlay("newsletters"), { mailings_page: String(to) })}
          previous={t("pages.previous")}
          next={t("pages.next")}
        />
      </StepBody>
      <StepFoot>
        <span className="hint">{t(savesByItself ? "history.hint" : "history.hintSteps")}</span>{" "}
        <span className="end">
          <CloseLink className="btn" to={below}>
            {t("shell:close")}
          </CloseLink>
        </span>
      </StepFoot>
    </NewsletterFrame>
  );
}

function Table({ newsletters, formKey }: { newsletters: Entry[]; formKey: string }) {
  const { t } = useTranslation("newsletters");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("fields.subject")}</th>
            <th scope="col">{t("history.created")}</th>
            <th scope="col">{t("history.status")}</th>
            <th scope="col">{t("history.delivery")}</th>
            <th scope="col">
              <span className="vh">{t("history.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {newsletters.map((newsletter) => (
            <Row key={newsletter.id} {...newsletter} formKey={formKey} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const tones = { draft: "badge warn", scheduled: "badge", sending: "badge", published: "badge ok", stopped: "badge bad" } as const;

function Row({ id, title, created, status, since, scheduled, deliveries, leftOut, formKey }: Entry & { formKey: string }) {
  const { t } = useTranslation(["newsletters", "lists"]);
  const { beside } = useOverlay();
  const isOut = status !== "draft" && status !== "scheduled";
  return (
    <tr>
      <th scope="row">
        <b className="serif" dir="auto">
          {title}
        </b>
      </th>
      <td data-label={t("history.created")}>
        <DateText date={created} />
      </td>
      <td data-label={t("history.status")}>
        <span className={tones[status]}>{t(`status.${status}`)}</span>{" "}
        {status === "scheduled" ? null : (
          <small className="muted">
            {status === "draft" ? t("history.changed") : null} <DateText date={since} />
          </small>
        )}
      </td>
      <td data-label={t("history.delivery")}>
        <div>
          {scheduled ? <span className="muted">{t("history.at", { moment: scheduled })}</span> : null}
          {isOut ? <Progress id={id} deliveries={deliveries} /> : null}
          <LeftOut articles={leftOut} is="sent" />
        </div>
      </td>
      <td className="end">
        <span className="cluster">
          {status === "draft" ? (
            <Link className="btn small" to={beside(overlay("newsletterStep", { newsletterId: id, step: "title" }))} preventScrollReset>
              <Icon name="edit" small />
              {t("history.edit")}
              <span className="vh"> {title}</span>
            </Link>
          ) : null}
          {status === "scheduled" || status === "sending" ? (
            <Link
              className="btn small"
              to={beside(overlay("newsletterStep", { newsletterId: id, step: "publication" }))}
              preventScrollReset
            >
              {t(status === "sending" ? "stop.action" : "unschedule.action")}
              <span className="vh"> {title}</span>
            </Link>
          ) : null}
          {status === "draft" ? null : (
            <a className="btn small" href={href("newsletter", { newsletterId: id })} target="_blank" rel="noopener">
              <Icon name="external" small />
              {t("history.view")}
              <span className="vh">
                {" "}
                {title}
                {t("lists:opensInNewWindow")}
              </span>
            </a>
          )}{" "}
          {status === "draft" ? null : (
            <Form method="post" action={beside(overlay("newsletterNew"))} preventScrollReset>
              <input type="hidden" name="key" value={formKey} />
              <button className="btn small" type="submit" name="template" value={id}>
                <Icon name="copy" small />
                {t("template.action")}
                <span className="vh"> {title}</span>
              </button>
            </Form>
          )}{" "}
          {status === "scheduled" ? null : (
            <Link
              className="btn quiet small square"
              to={beside(overlay("newsletterStep", { newsletterId: id, step: "delete" }))}
              preventScrollReset
            >
              <Icon name="trash" />
              <span className="vh">{t("history.delete", { title })}</span>
            </Link>
          )}
        </span>
      </td>
    </tr>
  );
}

/** The progress of the delivery; each state links to its recipients. Failures are highlighted, because they need attention. */
function Progress({ id, deliveries }: Pick<Entry, "id" | "deliveries">) {
  const { t } = useTranslation("newsletters");
  const { beside } = useOverlay();
  const linksTo = (states: readonly ("waiting" | "stopped" | "refused" | "unknown")[]) =>
    states
      .filter((state) => deliveries[state] > 0)
      .map((state) => (
        <span key={state}>
          {", "}
          <Link to={beside(overlay("newsletterStep", { newsletterId: id, step: "deliveries" }), { state })} preventScrollReset>
            {t(`history.${state}`, { count: deliveries[state] })}
          </Link>
        </span>
      ));
  const failures = linksTo(["refused", "unknown"]);
  return (
    <>
      <span className="muted">
        {t("history.delivered", { count: deliveries.handedOver, total: deliveries.total })}
        {linksTo(["waiting", "stopped"])}
      </span>
      {failures.length > 0 ? (
        <>
          <br />
          <strong>{t("history.notEveryone")}</strong>
          {failures}
        </>
      ) : null}
    </>
  );
}
