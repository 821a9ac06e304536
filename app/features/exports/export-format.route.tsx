import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { toFields, typedText } from "~/forms/form-state";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { HiddenFields } from "~/ui/hidden-fields";
import { Icon } from "~/ui/icon";
import { requireExportableFolder } from "~/upstream/folders.server";
import { href, overlay } from "../../../contract/paths";
import { bookmarkFileFormats } from "../../../contract/rest/bookmarks";
import { exportFormatSchema } from "../../../contract/rest/exports";
import { formatOf, handedOn } from "./export-form.server";
import { ExportFrame, exportTyped, StepBody, StepFoot } from "./export-frame";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { exportLinks as links } from "./export-styles";
export const handle = { i18n: ["exports", "bookmarks"], typed: exportTyped };

export async function loader({ request, params: { product, folderId } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  if (folderId) {
    requireProduct(product);
    await requireExportableFolder(upstream, folderId);
  }
  return data({ title: translator(locale)("exports:headings.format"), format: formatOf(request) });
}

/** Passes on a selection that was made in the list or in the articles step. */
export async function action({ request }: ActionFunctionArgs) {
  await requireSession(request);
  const body = await request.formData();
  // The next step begins with all articles of the list.
  return data({ form: body.has("all") ? undefined : handedOn(body) });
}

/** The whole list as bookmarks, without the other steps. */
function BookmarkFiles() {
  const { t } = useTranslation("bookmarks");
  const { search } = useLocation();
  const { folderId } = useParams();
  const query = new URLSearchParams(search);
  if (folderId) query.set("folder_ids", folderId);
  return (
    <section className="stack tight limit" aria-labelledby="bookmark-files">
      <h3 id="bookmark-files">{t("file.title")}</h3>
      <p className="hint">{t("file.text")}</p>
      <p className="cluster">
        {bookmarkFileFormats.map((format) => (
          <Fragment key={format}>
            <a className="btn small" href={`${href("bookmarkFile", { format })}?${query}`} download>
              <Icon name="download" />
              {t(`file.${format}`)}
            </a>{" "}
          </Fragment>
        ))}
      </p>
    </section>
  );
}

export default function ExportFormat() {
  const { t } = useTranslation("exports");
  const { title, format } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { beside } = useOverlay();
  const { search } = useLocation();
  const chosen = typedText(form?.values, "format") || format;
  const handed = toFields({ ...form?.values, format: undefined });
  // A first choice goes into the URL of the next step. After going back, the selection is too long for a URL and is posted.
  const kept = [...new URLSearchParams(search)].filter(([name]) => name !== "format");
  return (
    <ExportFrame step="format">
      <Form
        className="dialog-form"
        method={form ? "post" : "get"}
        action={beside(overlay("exportArticles"))}
        key={form ? "again" : "first"}
        preventScrollReset
      >
        <StepBody title={title}>
          {form ? <HiddenFields fields={[["from", "format"], ...handed]} /> : <HiddenFields fields={kept} />}
          <fieldset className="field limit">
            <legend className="label">{t("fields.format")}</legend>
            {exportFormatSchema.options.map((value) => (
              <label className="choice" key={value}>
                <input type="radio" name="format" value={value} defaultChecked={chosen === value} />
                <span>
                  {t(`formats.${value}`)} <small>{t(`formatHints.${value}`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <p>
            <Link to={href("settingsExports")}>{t("mine")}</Link>
          </p>
          <BookmarkFiles />
        </StepBody>
        <StepFoot>
          <span className="end">
            <button className="btn primary" type="submit">
              {t("toArticles")}
              <Icon name="arrow-right" />
            </button>
          </span>
        </StepFoot>
      </Form>
    </ExportFrame>
  );
}
