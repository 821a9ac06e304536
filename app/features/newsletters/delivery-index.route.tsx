import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { refusalAnswer } from "~/forms/read-form.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { useProgress } from "~/layouts/use-progress";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { listDeliveries, resend } from "~/upstream/newsletter-drafts.server";
import { overlay } from "../../../contract/paths";
import { pageSchema } from "../../../contract/rest/shared";
import { deliveryStates, resendable } from "./delivery-states";
import { NewsletterFrame, StepBody, StepFoot } from "./newsletter-frame";
import { requireNewsletter, stepHref } from "./require-newsletter.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";
export const handle = { i18n: ["newsletters"] };

const readState = (text: unknown) => deliveryStates.find((state) => state === text);

/** The deliveries of a newsletter, with the responses of the mail server. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const newsletter = await requireNewsletter(upstream, params, { gone: "history" });
  const { searchParams } = new URL(request.url);
  const state = readState(searchParams.get("state"));
  const page = pageSchema.catch(0).parse(searchParams.get("deliveries_page"));
  const list = await listDeliveries(upstream, newsletter.id, { state, page });
  const t = translator(locale);
  return data({
    title: t("newsletters:deliveries.title", { name: newsletter.title ?? t("newsletters:untitled") }),
    id: newsletter.id,
    counts: newsletter.deliveries,
    state,
    page: list.meta.currentPage,
    pages: Math.ceil(list.meta.totalCount / list.meta.perPage),
    entries: list.entries.map(({ id, email, name, state: of, answer, updatedAt, nextAttemptAt }) => ({
      id,
      email,
      name: name.full,
      state: of,
      answer,
      at: momentText(updatedAt, locale),
      again: nextAttemptAt && momentText(nextAttemptAt, locale).text,
      maySend: resendable.some((known) => known === of),
    })),
  });
}

/** Resends one delivery, or all in a given state. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId } = await requireNewsletter(upstream, params, { gone: "history" });
  const body = await request.formData();
  const one = body.get("delivery");
  const state = resendable.find((known) => known === body.get("state"));
  if (!state && typeof one !== "string") throw new Response(null, { status: 400 });
  const result = await resend(upstream, id, state ? { state } : { ids: [String(one)] });
  if (!result.ok) return refusalAnswer(result, {}, translator(locale));
  return redirectWithFlash(stepHref(folderId, id, "deliveries"), "newsletterResent");
}

export default function DeliveryIndex() {
  const { t } = useTranslation(["newsletters", "shell"]);
  const { title, id, counts, state, page, pages, entries } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { beside } = useOverlay();
  const to = (own: Record<string, string>) => beside(overlay("newsletterStep", { newsletterId: id, step: "deliveries" }), own);
  const ofState: Record<string, string> = state ? { state } : {};
  useProgress(counts.waiting > 0);
  const shown = deliveryStates.filter((known) => countOf(counts, known) > 0 || known === state);
  return (
    <NewsletterFrame step="history">
      <StepBody title={title}>
        <FormErrors form={form} />
        <nav className="radiobar start" aria-label={t("deliveries.states")}>
          <Link to={to({})} aria-current={state ? undefined : "page"} preventScrollReset>
            {t("deliveries.all", { count: counts.total })}{" "}
          </Link>
          {shown.map((known) => (
            <Link key={known} to={to({ state: known })} aria-current={known === state ? "page" : undefined} preventScrollReset>
              {t(`delivery.${known}`)} {countOf(counts, known)}{" "}
            </Link>
          ))}
        </nav>
        {state === "unknown" ? <p className="muted">{t("deliveries.unknownHint")}</p> : null}
        {entries.length > 0 ? <Table entries={entries} /> : <Empty title={t("deliveries.empty")} />}
        <Pagination
          label={t("pages.label")}
          page={page}
          pages={pages}
          toPage={(number) => to({ ...ofState, deliveries_page: String(number) })}
          previous={t("pages.previous")}
          next={t("pages.next")}
        />
      </StepBody>
      <StepFoot>
        <Link className="btn" to={beside(overlay("newsletters"))} preventScrollReset>
          <Icon name="arrow-left" />
          {t("steps.history")}
        </Link>
        {resendable.some((known) => known === state) && entries.length > 0 ? (
          <Form className="end" method="post" action={to(ofState)} preventScrollReset>
            <button className="btn primary" type="submit" name="state" value={state}>
              <Icon name="send" />
              {t("deliveries.resendAll", { count: countOf(counts, state ?? "refused") })}
            </button>
          </Form>
        ) : null}
      </StepFoot>
    </NewsletterFrame>
  );
}

type Counts = ReturnType<typeof useLoaderData<typeof loader>>["counts"];
type Entry = ReturnType<typeof useLoaderData<typeof loader>>["entries"][number];

const countOf = (counts: Counts, state: (typeof deliveryStates)[number]) => counts[state === "handed_over" ? "handedOver" : state];

function Table({ entries }: { entries: Entry[] }) {
  const { t } = useTranslation("newsletters");
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("fields.recipient")}</th>
            <th scope="col">{t("history.status")}</th>
            <th scope="col">{t("deliveries.answer")}</th>
            <th scope="col">{t("deliveries.at")}</th>
            <th scope="col">
              <span className="vh">{t("history.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, name, email, state, answer, at, again, maySend }) => (
            <tr key={id}>
              <th scope="row">
                {email ? (
                  <>
                    <b dir="auto">{name}</b> {email === name ? null : <small>{email}</small>}
                  </>
                ) : (
                  <b dir="auto">{name || t("deliveries.erased")}</b>
                )}
              </th>
              <td data-label={t("history.status")}>
                <span className={state === "handed_over" ? "badge ok" : state === "refused" ? "badge bad" : "badge"}>
                  {t(`delivery.${state}`)}
                </span>
              </td>
              <td data-label={t("deliveries.answer")}>
                {answer}
                {again ? <span className="soft"> {t("deliveries.again", { moment: again })}</span> : null}
              </td>
              <td data-label={t("deliveries.at")}>
                <DateText date={at} />
              </td>
              <td className="end">
                {maySend ? (
                  <Form method="post" preventScrollReset>
                    <button className="btn small" type="submit" name="delivery" value={id}>
                      {t("deliveries.resend")}
                      <span className="vh"> {name}</span>
                    </button>
                  </Form>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
