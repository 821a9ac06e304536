import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { translator } from "~/i18n/resources.server";
import { Bookmarklet } from "~/layouts/bookmarklet";
import { Page } from "~/layouts/page";
import { visitor } from "~/session/session.server";
import { href } from "../../../contract/paths";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["pages"] };

/** Explains how to add web pages from any browser. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = await visitor(request);
  const publicUrl = config.publicUrl.origin;
  return data({
    title: translator(locale)("pages:bookmarklet.title"),
    description: translator(locale)("pages:bookmarklet.lead", { product: config.product.name }),
    product: config.product.name,
    publicUrl,
    keywordAddress: `${publicUrl}${href("stream")}?url=%s`,
  });
}

export default function BookmarkletPage() {
  const { t } = useTranslation(["pages", "shell"]);
  const { product, publicUrl, keywordAddress } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("pages:bookmarklet.title")}</h1>
          <p>{t("pages:bookmarklet.lead", { product })}</p>
        </div>
      </div>
      <section className="section stack limit mouse-only" aria-labelledby="bookmark">
        <h2 id="bookmark">{t("pages:bookmarklet.bookmark.title")}</h2>
        <p>{t("pages:bookmarklet.bookmark.drag")}</p>
        <p>
          <Bookmarklet text={t("shell:bookmarklet.text", { product })} hint={t("shell:bookmarklet.hint")} publicUrl={publicUrl} />
        </p>
        <p>{t("pages:bookmarklet.bookmark.press", { product })}</p>
        <p className="soft">{t("pages:bookmarklet.bookmark.bar")}</p>
      </section>
      <section className="section stack limit mouse-only" aria-labelledby="keyword">
        <h2 id="keyword">{t("pages:bookmarklet.keyword.title")}</h2>
        <p>{t("pages:bookmarklet.keyword.lead")}</p>
        <p>
          <code>{keywordAddress}</code>
        </p>
        <p>{t("pages:bookmarklet.keyword.browsers")}</p>
        <p>{t("pages:bookmarklet.keyword.use")}</p>
      </section>
      <section className="section stack limit" aria-labelledby="phone">
        <h2 id="phone">{t("pages:bookmarklet.phone.title")}</h2>
        <h3>{t("pages:bookmarklet.phone.android")}</h3>
        <p>{t("pages:bookmarklet.phone.install", { product })}</p>
        <p>{t("pages:bookmarklet.phone.share", { product })}</p>
        <p className="soft">{t("pages:bookmarklet.phone.browsers", { product })}</p>
        <h3>{t("pages:bookmarklet.phone.iphone")}</h3>
        <p>{t("pages:bookmarklet.phone.paste", { product, add: t("shell:add") })}</p>
        <p className="soft">{t("pages:bookmarklet.phone.shortcut")}</p>
      </section>
    </Page>
  );
}
