import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireProduct } from "~/http/product.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { useProductSlug } from "~/layouts/shell";
import { readNumberedList, toPageOfTotal } from "~/lists/numbered-list.server";
import { NothingShown, NumberedPages } from "~/lists/numbered-pages";
import { ListSearch } from "~/lists/people-tools";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Icon } from "~/ui/icon";
import { thrownRefusal } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { listSubscribers, updateSubscribable } from "~/upstream/subscribers.server";
import { href } from "../../../contract/paths";
import { SubscriberPage } from "./subscriber-page";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["subscribers", "folders", "lists", "people"] };

/** A page of the folder's subscribers. The API enforces the permission. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const { term, page } = readNumberedList(request);
  const [{ id, name }, { entries, meta, subscribable, activeCount }] = await Promise.all([
    requireFolder(upstream, folderId),
    listSubscribers(upstream, folderId, { term, page }),
  ]);
  return data({
    title: translator(locale)("subscribers:title"),
    folder: { id, name },
    term,
    of: toPageOfTotal(meta, entries.length),
    subscribable,
    activeCount,
    subscribers: entries.map(({ id, email, state, consent, consentAt, confirmedAt, importedBy }) => ({
      id,
      email,
      state,
      consent,
      since: momentText(confirmedAt ?? consentAt, locale),
      consented: momentText(consentAt, locale),
      importedBy: importedBy?.name.full,
    })),
  });
}

/** Puts the form on the public pages, or takes it off. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream } = await requireSession(request);
  const subscribable = (await request.formData()).get("subscribable") === "on";
  const result = await updateSubscribable(upstream, folderId, subscribable);
  if (!result.ok) throw thrownRefusal(result);
  return redirectWithFlash(new URL(request.url).pathname, "saved");
}

export default function SubscriberIndex() {
  const { t } = useTranslation("subscribers");
  const { title, folder, term, of, subscribable, activeCount, subscribers } = useLoaderData<typeof loader>();
  const product = useProductSlug();
  const folderId = folder.id;
  return (
    <SubscriberPage
      folder={folder}
      title={title}
      lead={t("index.lead", { count: activeCount })}
      action={
        <Link className="btn primary" to={href("subscriberImport", { product, folderId })}>
          <Icon name="upload" />
          {t("index.import")}
        </Link>
      }
    >
      <div className="cluster tools">
        <ListSearch term={term} label={t("index.search")} placeholder={t("index.placeholder")} />
      </div>
      <NumberedPages where="above" of={of} />
      {subscribers.length > 0 ? (
        <Table subscribers={subscribers} folderId={folderId} />
      ) : (
        <NothingShown icon="mail" page={of.page} all={term === undefined ? undefined : t("index.showAll")}>
          {term === undefined ? t("index.empty") : t("index.noneFound", { term })}
        </NothingShown>
      )}
      <NumberedPages where="below" of={of} />
      <FormSetting isOn={subscribable} folderId={folderId} />
    </SubscriberPage>
  );
}

/** Whether the public pages have a form. */
function FormSetting({ isOn, folderId }: { isOn: boolean; folderId: string }) {
  const { t } = useTranslation(["subscribers", "lists"]);
  const product = useProductSlug();
  return (
    <Form className="section stack" method="post" preventScrollReset>
      <h2>{t("form.title")}</h2>
      <p className="limit">
        {t(isOn ? "form.on" : "form.off")}{" "}
        {isOn ? (
          <a href={href("subscriptionNew", { product, folderId })} target="_blank" rel="noopener">
            {t("form.open")}
            <span className="vh">{t("lists:opensInNewWindow")}</span>
          </a>
        ) : null}
      </p>
      <button className="btn start" type="submit" name="subscribable" value={isOn ? "off" : "on"}>
        {t(isOn ? "form.turnOff" : "form.turnOn")}
      </button>
    </Form>
  );
}

type Subscriber = ReturnType<typeof useLoaderData<typeof loader>>["subscribers"][number];

function Table({ subscribers, folderId }: { subscribers: Subscriber[]; folderId: string }) {
  const product = useProductSlug();
  const { t } = useTranslation("subscribers");
  const { search } = useLocation();
  return (
    <div className="table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("fields.email")}</th>
            <th scope="col">{t("fields.state")}</th>
            <th scope="col">{t("fields.since")}</th>
            <th scope="col">{t("fields.consent")}</th>
            <th scope="col">
              <span className="vh">{t("fields.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {subscribers.map(({ id, email, state, since, consent, consented, importedBy }) => (
            <tr key={id}>
              <th scope="row">
                <b dir="auto">{email}</b>
              </th>
              <td data-label={t("fields.state")}>
                <span className={state === "active" ? "badge ok" : "badge warn"}>{t(`states.${state}`)}</span>
              </td>
              <td data-label={t("fields.since")}>
                <DateText date={since} />
              </td>
              <td data-label={t("fields.consent")}>
                <div className="limit">
                  <span dir="auto">{consent}</span>{" "}
                  <small className="muted">
                    {importedBy ? t("index.importedBy", { name: importedBy }) : t("index.byForm")}, <DateText date={consented} />
                  </small>
                </div>
              </td>
              <td className="end">
                <Link
                  className="btn quiet small square"
                  to={`${href("subscriberDelete", { product, folderId, subscriberId: id })}${search}`}
                  preventScrollReset
                >
                  <Icon name="trash" />
                  <span className="vh">{t("index.delete", { email })}</span>
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
