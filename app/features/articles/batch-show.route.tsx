import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { useProgress } from "~/layouts/use-progress";
import { requireSession } from "~/session/session.server";
import { CloseLink } from "~/ui/close-link";
import { Dialog } from "~/ui/dialog";
import { HiddenFields } from "~/ui/hidden-fields";
import { requireBatch, stopBatch } from "~/upstream/batches.server";
import { thrownRefusal } from "~/upstream/failure.server";
import { href } from "../../../contract/paths";
import { batchRefusals } from "../../../contract/rest/batches";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "exports"] };

const askAgainMs = 2_000;
/** Refused articles that are listed for each reason. */
const mostListed = 100;

/** The progress of a change of several articles, and what it left unchanged. */
export async function loader({ request, params: { batchId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { kind, state, total, processed, refused, undoable } = await requireBatch(upstream, batchId);
  const reasons = batchRefusals
    .map((reason) => ({ reason, articles: refused.filter((article) => article.reason === reason) }))
    .filter(({ articles }) => articles.length > 0)
    .map(({ reason, articles }) => ({
      reason,
      count: articles.length,
      listed: articles.filter(({ title }) => title !== null).slice(0, mostListed),
    }));
  const title = translator(locale)("articles:selection.title");
  return data({
    title,
    kind,
    isWorking: state === "working",
    total,
    processed,
    changed: processed - refused.length,
    reasons,
    undoId: undoable ? batchId : undefined,
  });
}

/** Stops the change. */
export async function action({ request, params: { batchId = "" } }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await stopBatch(upstream, batchId);
  if (!result.ok) throw thrownRefusal(result);
  return redirect(request.url);
}

export default function BatchShow() {
  const { t, i18n } = useTranslation(["articles", "shell", "exports"]);
  const { title, kind, isWorking, total, processed, changed, reasons, undoId } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  const location = useLocation();
  useProgress(isWorking, askAgainMs);
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <Dialog title={title} closeTo={below} closeLabel={t("shell:close")}>
      <div className="dialog-body stack">
        <div className="stack" role="status">
          {isWorking ? (
            <>
              <p>{t("articles:selection.working", { processed: number(processed), total: number(total) })}</p>
              <progress max={total} value={processed} aria-label={title} />
            </>
          ) : (
            <p>{t(`articles:selection.${kind}.done`, { count: changed, total: number(total) })}</p>
          )}
        </div>
        {isWorking ? (
          <p>
            <Link to={location} replace preventScrollReset>
              {t("exports:progress.refresh")}
            </Link>
          </p>
        ) : null}
        {reasons.map(({ reason, count, listed }) => (
          <section key={reason}>
            <h3>{t(`articles:selection.refused.${reason}`, { count })}</h3>
            {listed.length > 0 ? (
              <ul>
                {listed.map(({ contentId, title: name }) => (
                  <li key={contentId}>
                    <Link to={href("article", { contentId })}>{name}</Link>
                  </li>
                ))}
              </ul>
            ) : null}
            {listed.length > 0 && count > listed.length ? <p>{t("articles:selection.others", { count: count - listed.length })}</p> : null}
          </section>
        ))}
      </div>
      <div className="dialog-foot">
        {isWorking ? (
          <Form method="post" replace preventScrollReset>
            <button className="btn" type="submit">
              {t("articles:selection.stop")}
            </button>
          </Form>
        ) : null}
        {undoId ? (
          <Form method="post" action={href("trashRestore")} replace preventScrollReset>
            <HiddenFields
              fields={[
                ["of", "batches"],
                ["id", undoId],
                ["to", below],
              ]}
            />
            <button className="btn" type="submit">
              {t("articles:selection.delete.undo")}
            </button>
          </Form>
        ) : null}
        <span className="end">
          <CloseLink className="btn primary" to={below}>
            {t("shell:close")}
          </CloseLink>
        </span>
      </div>
    </Dialog>
  );
}
