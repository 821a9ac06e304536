import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { requireSession } from "~/session/session.server";
import { buttonExamples } from "~/ui/button.examples";
import { radioBarExamples, selectExamples, switchExamples } from "~/ui/choice.examples";
import type { Examples } from "~/ui/examples";
import { emptyExamples, loadingExamples, outcomeExamples, summaryExamples } from "~/ui/feedback.examples";
import { fieldExamples } from "~/ui/field.examples";
import { Icon } from "~/ui/icon";
import { menuExamples } from "~/ui/menu.examples";
import { avatarExamples, breadcrumbExamples, iconExamples } from "~/ui/small-parts.examples";
import { strengthBarExamples } from "~/ui/strength-bar.examples";
import { tabsExamples } from "~/ui/tabs.examples";
import { tagsExamples } from "~/ui/tags.examples";
import { fixedPart, href, paths } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { documentsExamples, richTextExamples } from "./form-examples";

export { pageMeta as meta } from "~/layouts/page-meta";
export { strengthLinks as links } from "~/ui/strength-styles";
export const handle = { i18n: ["playground", "passwords", "errors", "articles"] };

/** The flash messages that this page shows on request, for five seconds each. */
const noticeTypes = ["success", "warning", "error"] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await requireSession(request);
  const { pathname, searchParams } = new URL(request.url);
  const asked = searchParams.get("notice");
  const page = pathname.slice(fixedPart(paths.uiElements).length + 1);
  return data({
    title: translator(locale)("playground:page.title"),
    notice: noticeTypes.find((type) => type === asked),
    page,
    dialog: serverHref("uiDialog", { page }),
  });
}

const notices: Examples = { id: "notice", Content: Notices };

/** The examples of each page: form controls first, feedback and layout on the others. */
const pages: Record<string, Examples[]> = {
  "ui-elements": [
    fieldExamples,
    richTextExamples,
    strengthBarExamples,
    selectExamples,
    switchExamples,
    buttonExamples,
    radioBarExamples,
    tagsExamples,
    documentsExamples,
    notices,
    menuExamples,
    tabsExamples,
  ],
  "ui-elements-page2": [summaryExamples, outcomeExamples, emptyExamples, loadingExamples],
  "ui-elements-page3": [breadcrumbExamples, avatarExamples, iconExamples],
};

export default function UiElements() {
  const { t } = useTranslation("playground");
  const { page, dialog } = useLoaderData<typeof loader>();
  const examples = pages[page] ?? [];
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("page.title")}</h1>
          <p>{t("page.lead")}</p>
        </div>
        <label className="switch">
          <input type="checkbox" role="switch" id="vertical" name="vertical" />
          <span>{t("page.vertical")}</span>
        </label>
      </div>
      <nav className="jump" aria-label={t("page.pages")}>
        {Object.keys(pages).map((name, index) => (
          <Link to={href("uiElements", { page: name })} aria-current={name === page ? "page" : undefined} key={name}>
            {t("page.number", { number: index + 1 })}
          </Link>
        ))}
        <Link to={href("textPage")}>{t("page.textPage")}</Link>
      </nav>
      <nav className="jump" aria-label={t("page.jump")}>
        {examples.map(({ id }) => (
          <Link to={`#${id}`} key={id}>
            {t(`${id}.title`)}
          </Link>
        ))}
        <Link to="#modal">{t("modal.title")}</Link>
      </nav>
      {examples.map(({ id, Content }) => (
        <section className="section" id={id} key={id}>
          <div className="section-head">
            <h2>{t(`${id}.title`)}</h2>
          </div>
          <Content />
        </section>
      ))}
      <section className="section" id="modal">
        <div className="section-head">
          <h2>{t("modal.title")}</h2>
        </div>
        <p>
          <Link className="btn" to={dialog} preventScrollReset>
            {t("modal.open")}
          </Link>
        </p>
      </section>
    </Page>
  );
}

function Notices() {
  const { t } = useTranslation("playground");
  const { notice } = useLoaderData<typeof loader>();
  return (
    <div className="stack tight">
      {noticeTypes.map((type) => (
        <div className={`notice ${type} plain`} role={type === "error" ? "alert" : "status"} key={type}>
          <Icon name={type} />
          <p>{t(`notice.${type}`)}</p>
        </div>
      ))}
      <Form method="get" className="cluster" preventScrollReset>
        {noticeTypes.map((type) => (
          <button className="btn" type="submit" name="notice" value={type} key={type}>
            {t("notice.show", { type: t(`notice.types.${type}`) })}
          </button>
        ))}
      </Form>
      {notice ? (
        <div className="notices">
          <div className={`notice ${notice} timed brief`} role={notice === "error" ? "alert" : "status"}>
            <Icon name={notice} />
            <p>{t(`notice.${notice}`)}</p>
          </div>
        </div>
      ) : null}
    </div>
  );
}
