import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { controlProps, FormField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { filesInit, withFiles } from "~/forms/form-with-files.server";
import { formAnswer, refusalAnswer } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { UploadProgress } from "~/forms/upload-progress";
import { requireProduct } from "~/http/product.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { Page } from "~/layouts/page";
import { useProductSlug } from "~/layouts/shell";
import { useProgress } from "~/layouts/use-progress";
import { listTargets } from "~/lists/target-folders.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Empty } from "~/ui/empty";
import { createBookmarkImport, listBookmarkImports } from "~/upstream/bookmarks.server";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { readUpload, type UploadForm } from "./import-form.server";
import { useCounts } from "./use-counts";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["bookmarks", "articles"], takesFiles: true };

/** The form for a file of bookmarks, and the user's imports of the last days. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  requireProduct(params.product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const [targets, imports] = await Promise.all([listTargets(request, upstream, t), listBookmarkImports(upstream)]);
  return data({
    title: t("bookmarks:title"),
    mayFile: targets.length > 0,
    imports: imports.map((one) => ({ ...one, made: momentText(one.createdAt, locale) })),
  });
}

/** Reads the file. Nothing is filed before the user has seen what it contains. */
export async function action({ request, params }: ActionFunctionArgs) {
  requireProduct(params.product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  return withFiles(request, async (sent) => {
    const read = readUpload(sent, t);
    if ("form" in read) return formAnswer(read.form, {}, filesInit(sent));
    const result = await createBookmarkImport(upstream, read.file);
    if (!result.ok) return refusalAnswer<"file">(result, {}, t);
    // The folder from which the import was opened.
    const { search } = new URL(request.url);
    return redirect(`${href("bookmarkImport", { product: config.product.slug, importId: result.data.id })}${search}`);
  });
}

export default function BookmarkImportNew() {
  const { t } = useTranslation("bookmarks");
  const { mayFile, imports } = useLoaderData<typeof loader>();
  const form = useActionData<{ form: UploadForm }>()?.form ?? { values: {}, errors: {} };
  return (
    <UploadPage>
      {mayFile ? (
        <Upload form={form} />
      ) : (
        <Empty icon="folder" title={t("noTarget.title")}>
          {t("noTarget.text")}
        </Empty>
      )}
      {imports.length > 0 ? <Imports imports={imports} /> : null}
    </UploadPage>
  );
}

export function ErrorBoundary() {
  return (
    <FormBoundary>
      {(form) => (
        <UploadPage>
          <Upload form={form} />
        </UploadPage>
      )}
    </FormBoundary>
  );
}

function UploadPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("bookmarks");
  return (
    <Page>
      <div className="head">
        <div>
          <h1>{t("title")}</h1>
          <p>{t("lead")}</p>
        </div>
      </div>
      {children}
    </Page>
  );
}

function Upload({ form }: { form: UploadForm }) {
  const { t, i18n } = useTranslation("bookmarks");
  const { file } = fieldsOf(form, { file: t("upload.file") });
  const most = limits.bookmarksPerImport.toLocaleString(i18n.language);
  const hint = t("upload.hint", { megabytes: limits.bookmarkFile / 1024 / 1024, most });
  const accept = ".html,.htm,.csv,text/html,text/csv";
  return (
    <Form className="form limit" method="post" encType="multipart/form-data" noValidate preventScrollReset>
      <FormErrors form={form} fields={{ file }} />
      <FormField field={file} hint={hint}>
        <input
          className="input"
          type="file"
          accept={accept}
          {...controlProps({ ...file, required: true }, hint)}
          defaultValue={undefined}
          // Reports the progress of the upload.
          onChange={() => void import("~/forms/send-files").catch(() => {})}
        />
      </FormField>
      <UploadProgress>
        <SubmitButton>{t("upload.submit")}</SubmitButton>
      </UploadProgress>
    </Form>
  );
}

type ListedImport = ReturnType<typeof useLoaderData<typeof loader>>["imports"][number];

function Imports({ imports }: { imports: ListedImport[] }) {
  const { t, i18n } = useTranslation("bookmarks");
  const product = useProductSlug();
  const countsOf = useCounts();
  useProgress(imports.some(({ state }) => state === "working"));
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <section className="section stack" aria-labelledby="recent-imports">
      <h2 id="recent-imports">{t("recent.title")}</h2>
      <p className="hint">{t("recent.text")}</p>
      <div className="table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("recent.file")}</th>
              <th scope="col">{t("recent.made")}</th>
              <th scope="col">{t("recent.result")}</th>
            </tr>
          </thead>
          <tbody>
            {imports.map(({ id, filename, made, state, total, processed, outcomes }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={href("bookmarkImport", { product, importId: id })} dir="auto">
                    {filename}
                  </Link>
                </th>
                <td data-label={t("recent.made")}>
                  <DateText date={made} />
                </td>
                <td data-label={t("recent.result")}>
                  {state === "working"
                    ? t("recent.working", { processed: number(processed), total: number(total) })
                    : countsOf(outcomes).join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
