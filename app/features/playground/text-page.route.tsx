import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { requireSession } from "~/session/session.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["playground"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await requireSession(request);
  return data({ title: translator(locale)("playground:textPage.title") });
}

/** The headings of an article's text, one level lower because of the page's own h1. */
const headings = [
  [1, "h2"],
  [2, "h3"],
  [3, "h4"],
  [4, "h5"],
  [5, "h6"],
] as const;

/** Every element of running text, in the typography of articles and legal pages. */
export default function TextPage() {
  const { t } = useTranslation("playground");
  return (
    <Page>
      <article className="prose">
        <h1>{t("textPage.title")}</h1>
        <p className="intro">{t("textPage.intro")}</p>
        {headings.map(([level, Heading]) => (
          <section key={level}>
            <Heading>{t("textPage.level", { level })}</Heading>
            <p>{t("textPage.paragraph")}</p>
          </section>
        ))}
        <p>
          <strong>{t("textPage.bold")}</strong>, <em>{t("textPage.italic")}</em>, <u>{t("textPage.underline")}</u>,{" "}
          <Link to="#inhalt">{t("textPage.link")}</Link>
        </p>
        <blockquote>
          <p>{t("textPage.quote")}</p>
        </blockquote>
        <ul>
          <li>{t("textPage.first")}</li>
          <li>{t("textPage.second")}</li>
        </ul>
        <ol>
          <li>{t("textPage.first")}</li>
          <li>{t("textPage.second")}</li>
        </ol>
        <table>
          <thead>
            <tr>
              <th>{t("textPage.station")}</th>
              <th>{t("textPage.minutes")}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{t("textPage.uelzen")}</td>
              <td>{"12"}</td>
            </tr>
            <tr>
              <td>{t("textPage.celle")}</td>
              <td>{"31"}</td>
            </tr>
          </tbody>
        </table>
      </article>
    </Page>
  );
}
