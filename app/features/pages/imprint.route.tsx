import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { visitor } from "~/session/session.server";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["pages"] };

export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  const { name, address, representatives, email, phone, register, vatId } = config.operator;
  return data({
    title: translator(locale)("pages:imprint.title"),
    facts: [
      { key: "provider" as const, value: name },
      { key: "address" as const, value: address },
      { key: "representatives" as const, value: representatives },
      { key: "contact" as const, value: `${email}, ${phone}` },
      { key: "register" as const, value: register },
      { key: "vatId" as const, value: vatId },
    ],
  });
}

export default function ImprintPage() {
  const { t } = useTranslation("pages");
  const { facts } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("imprint.title")}</h1>
          <p>{t("imprint.lead")}</p>
        </div>
      </div>
      <dl className="facts wide-keys limit">
        {facts.map(({ key, value }) => (
          <div key={key}>
            <dt>{t(`imprint.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
