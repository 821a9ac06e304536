import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { mailHref, OperatorFacts, phoneHref } from "./operator-facts";
import { pageData } from "./page-data.server";
import { StaticPage } from "./static-page";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"], hydrate: false };

export async function loader({ request }: LoaderFunctionArgs) {
  return data({ ...(await pageData(request, "imprint")), operator: config.operator });
}

export default function ImprintPage() {
  const { t } = useTranslation("pages");
  const { title, operator } = useLoaderData<typeof loader>();
  const { name, address, representatives, email, phone, register, vatId } = operator;
  return (
    <StaticPage name="imprint" title={title} lead={t("imprint.lead")}>
      <OperatorFacts
        facts={[
          { label: t("imprint.provider"), value: name },
          { label: t("imprint.address"), value: address },
          { label: t("imprint.representatives"), value: representatives },
          { label: t("imprint.email"), value: email, href: mailHref(email) },
          { label: t("imprint.phone"), value: phone, href: phoneHref(phone) },
          { label: t("imprint.register"), value: register },
          { label: t("imprint.vatId"), value: vatId },
        ]}
      />
    </StaticPage>
  );
}
