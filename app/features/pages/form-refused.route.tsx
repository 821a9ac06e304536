import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "~/config.server";
import { locales } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { DeadEnd } from "~/layouts/dead-end";
import { Page } from "~/layouts/page";
import { visitor } from "~/session/session.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { hydrate: false };

/**
 * Shown after `server/middleware/same-origin.ts` rejected a form from another site. Cookies are not sent with such a form, so the user's
 * language is unknown and the page is in every language.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  const said = [locale, ...locales.filter((other) => other !== locale)].map((language) => {
    const t = translator(language);
    const product = config.product.name;
    return {
      language,
      title: t("pages:formRefused.title"),
      text: t("pages:formRefused.text", { product }),
      help: t("pages:formRefused.help", { product }),
      home: t("pages:formRefused.home", { product }),
    };
  });
  return data({ title: said[0]?.title, said }, { status: 403 });
}

export default function FormRefusedPage() {
  const { said } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="lost">
        <DeadEnd />
        {said.map(({ language, title, text, help, home }, index) => {
          const Heading = index === 0 ? "h1" : "h2";
          return (
            <div className="stack" lang={language} key={language}>
              <Heading>{title}</Heading>
              <p>{text}</p>
              <p className="soft">{help}</p>
              <p>
                <a className={index === 0 ? "btn primary" : "btn"} href={href("home")}>
                  {home}
                </a>
              </p>
            </div>
          );
        })}
      </div>
    </Page>
  );
}
