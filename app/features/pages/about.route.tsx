import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { aboutText } from "./about.server";
import { pageData } from "./page-data.server";
import { Sections } from "./sections";
import { StaticPage } from "./static-page";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"], hydrate: false };

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await pageData(request, "about");
  return data({ ...page, ...aboutText(page.product)[page.locale] });
}

export default function AboutPage() {
  const { title, intro, sections } = useLoaderData<typeof loader>();
  return (
    <StaticPage name="about" title={title}>
      <div className="prose">
        <p className="intro">{intro}</p>
        <Sections sections={sections} />
      </div>
    </StaticPage>
  );
}
