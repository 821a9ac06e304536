import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireProduct } from "~/http/product.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { useProgress } from "~/layouts/use-progress";
import { requireSession } from "~/session/session.server";
import { CloseLink } from "~/ui/close-link";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { useIsLive } from "~/ui/use-is-live";
import { type ListedMailing, listMailings } from "~/upstream/newsletter-drafts.server";
import { href } from "../../../contract/paths";
import { LeftOut } from "./left-out";
import { requireNewsletterFolder } from "./newsletter-draft.server";
import { MailingFrame, StepBody, StepFoot } from "./newsletter-frame";

export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["mailings", "lists"] };

const perPage = 25;

/** The newsletters of the folder. The API enforces the permission. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const folder = await requireNewsletterFolder(upstream, folderId, t);
  const mailings = await listMailings(upstream, folderId);
  const pages = Math.max(1, Math.ceil(mailings.length / perPage));
  const asked = Number(new URL(request.url).searchParams.get("mailings_page")) || 0;
  const page = Math.min(Math.max(0, Math.trunc(asked)), pages - 1);
  return data({
    title: t("mailings:history.title", { name: folder.name }),
    page,
    pages,
    mailings: mailings.slice(page * perPage, (page + 1) * perPage).map((mailing) => ({
      id: mailing.id,
      title: mailing.title ?? t("mailings:untitled"),
      created: momentText(mailing.createdAt, locale),
      status: statusOf(mailing),
      since: momentText(mailing.stoppedAt ?? mailing.publishedAt ?? mailing.updatedAt, locale),
      scheduled: mailing.scheduledFor && momentText(mailing.scheduledFor, locale).text,
      deliveries: mailing.deliveries,
      leftOut: mailing.leftOut,
    })),
  });
}

/** The status in the list: "published" is refined to "sending" while mails are waiting, and to "stopped". */
function statusOf({ status, stoppedAt, deliveries }: ListedMailing) {
  if (status !== "published") return status;
  if (deliveries.waiting > 0) return "sending" as const;
  return stoppedAt !== null && deliveries.stopped > 0 ? ("stopped" as const) : ("published" as const);
}

type Entry = ReturnType<typeof useLoaderData<typeof loader>>["mailings"][number];

export default function MailingIndex() {
  const { t } = useTranslation(["mailings", "lists", "shell"]);
  const { title, mailings, page, pages } = useLoaderData<typeof loader>();
  const { beside, below } = useOverlay();
  const isUnderWay = mailings.some(({ status }) => status === "sending");
  useProgress(isUnderWay);
  const savesByItself = useIsLive();
  return (
    <MailingFrame step="history">
      <StepBody
        title={title}
        action={
          <Link className="btn primary" to={beside("mailings/new")} preventScrollReset>
            <Icon name="plus" />
            {t("history.begin")}
          </Link>
        }
      >
        {mailings.length > 0 ? (
          <Table mailings={mailings} />
        ) : (
          <Empty icon="newsletter" title={t("history.empty")}>
            {t("history.emptyText")}
          </Empty>
        )}
        {isUnderWay ? (
          <p>
            <Link to={beside("mailings", page > 0 ? { mailings_page: String(page) } : {})} replace preventScrollReset>
              {t("history.refresh")}
            </Link>
          </p>
        ) : null}
        <Pagination
          label={t("pages.label")}
          page={page}
          pages={pages}
          toPage={(to) => beside("mailings", { mailings_page: String(to) })}
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
    </MailingFrame>
  );
}

function Table({ mailings }: { mailings: Entry[] }) {
  const { t } = useTranslation("mailings");
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
          {mailings.map((mailing) => (
            <Row key={mailing.id} {...mailing} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const tones = { draft: "badge warn", scheduled: "badge", sending: "badge", published: "badge ok", stopped: "badge bad" } as const;

function Row({ id, title, created, status, since, scheduled, deliveries, leftOut }: Entry) {
  const { t } = useTranslation(["mailings", "lists"]);
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
            <Link className="btn small" to={beside(`mailings/${id}/title`)} preventScrollReset>
              <Icon name="edit" small />
              {t("history.edit")}
              <span className="vh"> {title}</span>
            </Link>
          ) : null}
          {status === "scheduled" || status === "sending" ? (
            <Link className="btn small" to={beside(`mailings/${id}/publication`)} preventScrollReset>
              {t(status === "sending" ? "stop.action" : "unschedule.action")}
              <span className="vh"> {title}</span>
            </Link>
          ) : null}
          {status === "draft" ? null : (
            <a className="btn small" href={href("newsletter", { mailingId: id })} target="_blank" rel="noopener">
              <Icon name="external" small />
              {t("history.view")}
              <span className="vh">
                {" "}
                {title}
                {t("lists:opensInNewWindow")}
              </span>
            </a>
          )}{" "}
          {status === "scheduled" ? null : (
            <Link className="btn quiet small square" to={beside(`mailings/${id}/delete`)} preventScrollReset>
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
  const { t } = useTranslation("mailings");
  const { beside } = useOverlay();
  const linksTo = (states: readonly ("waiting" | "stopped" | "refused" | "unknown")[]) =>
    states
      .filter((state) => deliveries[state] > 0)
      .map((state) => (
        <span key={state}>
          {", "}
          <Link to={beside(`mailings/${id}/deliveries`, { state })} preventScrollReset>
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
