import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "~/config.server";
import { pageData } from "./page-data.server";
import { Sections } from "./sections";
import { StaticPage } from "./static-page";
import { termsOfUse } from "./terms.server";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"], hydrate: false };

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await pageData(request, "terms");
  return data({ ...page, sections: termsOfUse(config.operator.name, page.product)[page.locale] });
}

export default function TermsPage() {
  const { title, sections } = useLoaderData<typeof loader>();
  return (
    <StaticPage name="terms" title={title}>
      <div className="prose">
        <Sections sections={sections} />
      </div>
    </StaticPage>
  );
}
