import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import stylesheet from "./how-to-use.css?url";
import { pageData } from "./page-data.server";
import { StaticPage } from "./static-page";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"], hydrate: false, stylesheet };

/** Each step has a screenshot, taken by `scripts/pictures.js`. */
const steps = ["import", "stream", "article", "search", "newsletter", "export", "people"] as const;
const size = { width: 1200, height: 900 };

export async function loader({ request }: LoaderFunctionArgs) {
  return data(await pageData(request, "howToUse"));
}

export default function HowToUsePage() {
  const { t } = useTranslation("pages");
  const { title, product, locale } = useLoaderData<typeof loader>();
  return (
    <StaticPage name="howToUse" title={title} lead={t("howToUse.lead")}>
      <div className="how-to-use">
        {steps.map((step, index) => (
          <section key={step}>
            <div className="stack">
              <h2>{t(`howToUse.${step}.title`)}</h2>
              <p>{t(`howToUse.${step}.text`, { product })}</p>
            </div>
            <img
              src={`/pictures/${locale}/${step}.webp`}
              {...size}
              alt={t(`howToUse.${step}.alt`)}
              loading={index === 0 ? "eager" : "lazy"}
              decoding="async"
            />
          </section>
        ))}
      </div>
    </StaticPage>
  );
}
