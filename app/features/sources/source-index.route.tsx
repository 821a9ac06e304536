import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { useProductSlug } from "~/layouts/shell";
import { useProgress } from "~/layouts/use-progress";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { thrownRefusal } from "~/upstream/failure.server";
import { requireFolder, updateFolderStream } from "~/upstream/folders.server";
import { listSources } from "~/upstream/sources.server";
import { href } from "../../../contract/paths";
import { FiledCount } from "./filed-count";
import { SourcePage } from "./source-page";
import { SourceState } from "./source-state";
import { type SourceView, toSourceView } from "./source-view.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["sources", "folders"] };

/** The feeds that a folder is subscribed to. The API enforces the permission. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [{ id, name, purpose, hiddenFromStream }, sources] = await Promise.all([
    requireFolder(upstream, folderId),
    listSources(upstream, folderId),
  ]);
  return data({
    title: t("sources:title"),
    folder: { id, name },
    hiddenFromStream,
    isInbox: purpose === "inbox",
    sources: sources.map((source) => toSourceView(source, t, locale)),
  });
}

/** Takes the folder's articles out of the stream, or puts them back. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream } = await requireSession(request);
  const hidden = (await request.formData()).get("hiddenFromStream") === "on";
  const result = await updateFolderStream(upstream, folderId, hidden);
  if (!result.ok) throw thrownRefusal(result);
  return redirectWithFlash(new URL(request.url).pathname, "saved");
}

export default function SourceIndex() {
  const { t } = useTranslation("sources");
  const { title, folder, hiddenFromStream, isInbox, sources } = useLoaderData<typeof loader>();
  const product = useProductSlug();
  useProgress(sources.some(({ isDue }) => isDue));
  const subscribe = (
    <Link className="btn primary" to={href("sourceNew", { product, folderId: folder.id })}>
      <Icon name="plus" />
      {t("index.subscribe")}
    </Link>
  );
  if (sources.length === 0) {
    return (
      <SourcePage folder={folder} title={title}>
        <Empty icon="stream" title={t("index.empty.title")} action={subscribe}>
          {t("index.empty.text")} {isInbox && !hiddenFromStream ? t("index.empty.inbox") : null}
        </Empty>
        {isInbox && !hiddenFromStream ? null : <StreamSetting isHidden={hiddenFromStream} />}
      </SourcePage>
    );
  }
  return (
    <SourcePage folder={folder} title={title} lead={t("index.lead")} action={subscribe}>
      <div className="table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("index.source")}</th>
              <th scope="col">{t("facts.state")}</th>
              <th scope="col">{t("facts.fetched")}</th>
              <th scope="col">{t("facts.next")}</th>
              <th scope="col">{t("facts.filed")}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <SourceRow key={source.id} source={source} to={href("source", { product, folderId: folder.id, sourceId: source.id })} />
            ))}
          </tbody>
        </table>
      </div>
      <StreamSetting isHidden={hiddenFromStream} />
    </SourcePage>
  );
}

/** Whether the folder's articles are in the stream. */
function StreamSetting({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation("sources");
  return (
    <Form className="section stack" method="post" preventScrollReset>
      <h2>{t("stream.title")}</h2>
      <p className="limit">{t(isHidden ? "stream.hidden" : "stream.shown")}</p>
      <button className="btn start" type="submit" name="hiddenFromStream" value={isHidden ? "off" : "on"}>
        {t(isHidden ? "stream.show" : "stream.hide")}
      </button>
    </Form>
  );
}

function SourceRow({ source, to }: { source: SourceView; to: string }) {
  const { t } = useTranslation("sources");
  const { title, address, movedFrom, fetched, next } = source;
  return (
    <tr>
      <th scope="row">
        <div>
          <Link className="plain" to={to}>
            <b dir="auto">{title}</b>
          </Link>
          <small>{address}</small>
          {movedFrom ? (
            <div>
              <small>{t("index.moved")}</small>
            </div>
          ) : null}
        </div>
      </th>
      <td data-label={t("facts.state")}>
        <SourceState {...source} />
      </td>
      <td data-label={t("facts.fetched")}>{fetched ? <DateText date={fetched} /> : t("never")}</td>
      <td data-label={t("facts.next")}>{next ? <DateText date={next} /> : t("none")}</td>
      <td data-label={t("facts.filed")}>
        <FiledCount {...source} />
      </td>
    </tr>
  );
}
