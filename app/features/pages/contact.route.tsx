import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { href } from "../../../contract/paths";
import { mailHref, OperatorFacts, phoneHref } from "./operator-facts";
import { pageData } from "./page-data.server";
import { StaticPage } from "./static-page";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"], hydrate: false };

export async function loader({ request }: LoaderFunctionArgs) {
  const { name, address, email, phone } = config.operator;
  return data({ ...(await pageData(request, "contact")), operator: { name, address, email, phone } });
}

const ways = [
  { key: "demo", to: `${href("home")}#home-demo` },
  { key: "help", to: href("passwordReset") },
  { key: "security", to: href("securityTxt") },
] as const;

export default function ContactPage() {
  const { t } = useTranslation("pages");
  const { title, product, operator } = useLoaderData<typeof loader>();
  const { name, address, email, phone } = operator;
  return (
    <StaticPage name="contact" title={title} lead={t("contact.lead")}>
      <OperatorFacts
        facts={[
          { label: t("contact.company"), value: name },
          { label: t("contact.address"), value: address },
          { label: t("contact.email"), value: email, href: mailHref(email) },
          { label: t("contact.phone"), value: phone, href: phoneHref(phone) },
        ]}
      />
      <div className="prose">
        {ways.map(({ key, to }) => (
          <section key={key}>
            <h2>{t(`contact.${key}.title`, { product })}</h2>
            <p>
              {t(`contact.${key}.text`)} <a href={to}>{t(`contact.${key}.link`)}</a>
            </p>
          </section>
        ))}
      </div>
    </StaticPage>
  );
}
