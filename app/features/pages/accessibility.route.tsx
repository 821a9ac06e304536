import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { accessibilityStatement } from "./accessibility-statement.server";
import { mailHref, OperatorFacts, phoneHref } from "./operator-facts";
import { pageData } from "./page-data.server";
import { Sections } from "./sections";
import { StaticPage } from "./static-page";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"], hydrate: false };

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await pageData(request, "accessibility");
  const { name, address, email, phone, enforcement } = config.operator;
  return data({
    ...page,
    ...accessibilityStatement(page.product, name)[page.locale],
    operator: { name, address, email, phone, enforcement },
  });
}

export default function AccessibilityPage() {
  const { t } = useTranslation("pages");
  const { title, intro, state, feedback, enforcement, operator } = useLoaderData<typeof loader>();
  return (
    <StaticPage name="accessibility" title={title}>
      <div className="prose">
        <p className="intro">{intro}</p>
        <Sections sections={state} />
        <Sections sections={[feedback]} />
      </div>
      <OperatorFacts
        facts={[
          { label: t("accessibility.contact"), value: operator.name },
          { label: t("accessibility.address"), value: operator.address },
          { label: t("accessibility.email"), value: operator.email, href: mailHref(operator.email) },
          { label: t("accessibility.phone"), value: operator.phone, href: phoneHref(operator.phone) },
        ]}
      />
      <div className="prose">
        <Sections sections={[enforcement]} />
      </div>
      <OperatorFacts facts={[{ label: t("accessibility.enforcement"), value: operator.enforcement }]} />
    </StaticPage>
  );
}
