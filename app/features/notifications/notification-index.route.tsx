import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { Page } from "~/layouts/page";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import stylesheet from "~/styles/components/comment.css?url";
import { Avatar } from "~/ui/avatar";
import { DateText } from "~/ui/date-text";
import { displayName } from "~/ui/display-name";
import { Empty } from "~/ui/empty";
import { HiddenFields } from "~/ui/hidden-fields";
import { listNotifications, type Notification, readNotifications } from "~/upstream/notifications.server";
import { href } from "../../../contract/paths";
import { notificationDays } from "../../../contract/rest/notifications";

export { pageMeta as meta } from "~/layouts/page-meta";
export const links = () => [{ rel: "stylesheet", href: stylesheet }];
export const handle = { i18n: ["notifications"] };

/** The user's notifications. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const notifications = await listNotifications(upstream);
  const items = notifications.map((one) => ({
    id: one.id,
    who: nameOf(one, t),
    sentence: sentenceOf(one, t),
    detail: detailOf(one, t),
    isComment: one.comment !== null,
    count: one.count,
    created: momentText(one.createdAt, locale),
    isRead: one.read,
  }));
  return data({ title: t("notifications:title"), items, until: notifications[0]?.createdAt, days: notificationDays });
}

/** Marks everything that was shown as read. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await readNotifications(upstream, String((await request.formData()).get("until") ?? ""));
  return redirectWithFlash(href("notifications"), result.ok ? "allRead" : "failed", { type: result.ok ? "success" : "warning" });
}

const nameOf = ({ people: [first] }: Notification, t: Translate) => (first ? displayName(first) : t("notifications:someone"));

function listed({ people }: Notification, t: Translate): string {
  const [first, second] = people.map(displayName);
  if (first === undefined) return t("notifications:someone");
  if (second === undefined) return first;
  if (people.length === 2) return t("notifications:two", { first, second });
  return t("notifications:more", { first, count: people.length - 1 });
}

function sentenceOf(one: Notification, t: Translate): string {
  const { kind, subject, people, role } = one;
  const values = { name: subject.name, people: listed(one, t), count: Math.max(people.length, 1) };
  if (kind !== "role") return t(`notifications:${kind}`, values);
  const place = subject.type === "team" || subject.type === "folder" ? subject.type : "client";
  return t(`notifications:role.${place}`, { ...values, role: t(`shell:roles.${role ?? "reader"}`) });
}

function detailOf({ comment, deliveries }: Notification, t: Translate): string | undefined {
  if (comment) return comment.excerpt;
  return deliveries ? t("notifications:newsletterText", deliveries) : undefined;
}

type Item = ReturnType<typeof useLoaderData<typeof loader>>["items"][number];

export default function NotificationIndex() {
  const { t } = useTranslation("notifications");
  const { items, until, days } = useLoaderData<typeof loader>();
  const settings = (
    <Link className="btn" to={href("settingsNotifications")}>
      {t("toSettings")}
    </Link>
  );
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("title")}</h1>
          <p className="soft">{t("lead", { days })}</p>
        </div>
        {items.length > 0 ? (
          <div className="cluster">
            {items.some(({ isRead }) => !isRead) ? (
              <Form method="post" preventScrollReset>
                <HiddenFields fields={[["until", until ?? ""]]} />
                <button className="btn primary" type="submit">
                  {t("readAll")}
                </button>
              </Form>
            ) : null}
            {settings}
          </div>
        ) : null}
      </div>
      {items.length > 0 ? (
        <ul className="limit">
          {items.map((item) => (
            <NotificationItem key={item.id} {...item} />
          ))}
        </ul>
      ) : (
        <Empty icon="bell" title={t("empty")} action={settings}>
          {t("emptyText")}
        </Empty>
      )}
    </Page>
  );
}

function NotificationItem({ id, who, sentence, detail, isComment, count, created, isRead }: Item) {
  const { t } = useTranslation("notifications");
  return (
    <li className="comment">
      <Avatar name={who} />
      <header>
        {isRead ? null : <span className="badge">{t("new")} </span>}
        <DateText date={created} /> {isComment && count > 1 ? <small>{t("count", { count })} </small> : null}
      </header>
      <div className="body">
        <Link to={id} dir="auto">
          {sentence}
        </Link>
        {detail ? (
          <p className="soft" dir="auto">
            {detail}
          </p>
        ) : null}
      </div>
    </li>
  );
}
