import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sizeText } from "~/forms/file-kind";
import { requireProduct } from "~/http/product.server";
import { momentText } from "~/i18n/dates.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { useProgress } from "~/layouts/use-progress";
import { requireSession } from "~/session/session.server";
import { CloseLink } from "~/ui/close-link";
import { Field } from "~/ui/field";
import { HiddenFields } from "~/ui/hidden-fields";
import { Icon } from "~/ui/icon";
import { LinkToCopy } from "~/ui/link-to-copy";
import { requireExport } from "~/upstream/exports.server";
import { unlessGone } from "~/upstream/failure.server";
import { href, overlay } from "../../../contract/paths";
import { ExportFrame, StepBody, StepFoot } from "./export-frame";

export { pageMeta as meta } from "~/layouts/page-meta";
export { exportLinks as links } from "./export-styles";
export const handle = { i18n: ["exports"] };

/** A small export takes about a second. */
const askAgainMs = 1_000;

/**
 * The progress and result of an export. The preceding POST started it; opening this page changes nothing. Expired exports are deleted, so the
 * page says the same of every export that it does not find.
 */
export async function loader({ request, params: { product, folderId, exportId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  if (folderId) requireProduct(product);
  const made = await unlessGone(requireExport(upstream, exportId));
  if (!made) return data({ title: translator(locale)("exports:headings.expired"), made: undefined }, { status: 404 });
  const phase = made.state === "done" || made.state === "failed" ? made.state : "underWay";
  const { title: exportTitle, format, cover, contentIds, collected, leftOut, fileSize, url } = made;
  return data({
    title: translator(locale)(`exports:headings.${phase}`),
    made: {
      id: made.id,
      phase,
      exportTitle,
      format,
      cover,
      contentIds,
      collected,
      leftOut,
      size: fileSize === null ? null : sizeText(fileSize, locale),
      url,
      expires: momentText(made.expiresAt, locale).text,
    },
  });
}

type MadeExport = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["made"]>;

export default function ExportOutput() {
  const { title, made } = useLoaderData<typeof loader>();
  return <ExportFrame step="output">{made ? <Output title={title} made={made} /> : <Expired title={title} />}</ExportFrame>;
}

function Expired({ title }: { title: string }) {
  const { t } = useTranslation("exports");
  const { beside } = useOverlay();
  return (
    <StepBody title={title}>
      <div className="stack narrow">
        <p>{t("expired.text")}</p>
        <p className="cluster">
          <Link className="btn primary" to={beside(overlay("exportFormat"))}>
            {t("expired.again")}
          </Link>{" "}
          <Link to={href("settingsExports")}>{t("mine")}</Link>
        </p>
      </div>
    </StepBody>
  );
}

function Output({ title, made }: { title: string; made: MadeExport }) {
  const { t } = useTranslation(["exports", "shell"]);
  const { beside, below } = useOverlay();
  const { phase, exportTitle, format, cover, contentIds } = made;
  useProgress(phase === "underWay", askAgainMs);
  return (
    <>
      <StepBody title={title}>
        <div className="stack roomy narrow">
          <dl className="facts">
            <div>
              <dt>{t("exports:fields.title")}</dt> <dd dir="auto">{exportTitle}</dd>
            </div>
            <div>
              <dt>{t("exports:fields.format")}</dt> <dd>{t(`exports:formats.${format}`)}</dd>
            </div>
            <div>
              <dt>{t("exports:fields.extent")}</dt> <dd>{t("exports:articlesCount", { count: contentIds.length - made.leftOut })}</dd>
            </div>
          </dl>
          {phase === "underWay" ? <UnderWay made={made} /> : null}
          {/* Always present, and announces only the end: screen readers must not read out figures that change every second. */}
          <div role="status">{phase === "underWay" ? null : <Ended made={made} />}</div>
          {phase === "done" ? <Result made={made} /> : null}
          <p>
            <Link to={href("settingsExports")}>{t("exports:mine")}</Link>
          </p>
        </div>
      </StepBody>
      <StepFoot>
        <Form method="post" action={beside(overlay("exportArticles"))} preventScrollReset>
          <HiddenFields
            fields={[
              ["from", "format"],
              ["format", format],
              ["title", exportTitle],
              ...(cover ? [["cover", "on"] satisfies [string, string]] : []),
              ...contentIds.map((id): [string, string] => ["contentIds", id]),
            ]}
          />
          <button className="btn" type="submit">
            <Icon name="arrow-left" />
            {t("exports:steps.articles")}
          </button>
        </Form>{" "}
        <span className="end">
          <CloseLink className="btn" to={below}>
            {t("shell:close")}
          </CloseLink>
        </span>
      </StepFoot>
    </>
  );
}

function UnderWay({ made: { id, collected, contentIds } }: { made: MadeExport }) {
  const { t } = useTranslation("exports");
  const { beside } = useOverlay();
  const total = contentIds.length;
  return (
    <div className="stack tight">
      <label htmlFor="export-progress">
        {collected < total ? t("progress.collecting", { count: collected, total }) : t("progress.writing")}
      </label>
      <progress id="export-progress" max={total} value={collected > 0 ? collected : undefined} />
      <p>
        {/* The page refreshes automatically only with JavaScript. */}
        <Link to={beside(overlay("exportOutput", { exportId: id }))} replace preventScrollReset>
          {t("progress.refresh")}
        </Link>
      </p>
      <p className="hint">{t("progress.hint")}</p>
    </div>
  );
}

function Ended({ made: { phase, leftOut, contentIds } }: { made: MadeExport }) {
  const { t } = useTranslation("exports");
  if (phase === "failed")
    return (
      <p className="notice plain error">
        <Icon name="error" />
        <span>{t(leftOut === contentIds.length ? "failed.empty" : "failed.text")}</span>
      </p>
    );
  return (
    <p className={leftOut > 0 ? "notice plain warning" : "notice plain success"}>
      <Icon name={leftOut > 0 ? "warning" : "success"} />
      <span>{leftOut > 0 ? t("leftOut", { count: leftOut }) : t("done")}</span>
    </p>
  );
}

function Result({ made: { url, size, format, expires } }: { made: MadeExport }) {
  const { t } = useTranslation("exports");
  return (
    <>
      <p>
        <a className="btn primary big" href={url} download>
          <Icon name="download" />
          {t("download", { format: t(`formats.${format}`), size })}
        </a>
      </p>
      <Field id="export-address" label={t("address.label")} hint={t("address.hint", { moment: expires })}>
        <LinkToCopy
          id="export-address"
          aria-describedby="export-address-hint"
          url={url}
          texts={{ copy: t("address.copy"), copied: t("address.copied"), selected: t("address.selected") }}
        />
      </Field>
    </>
  );
}
