import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useParams } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { HiddenFields } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { formAnswer, readForm, refusalAnswer } from "~/forms/read-form.server";
import { SubmitButton } from "~/forms/submit-button";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { FormBoundary } from "~/layouts/form-boundary";
import { useProgress } from "~/layouts/use-progress";
import { listTagsByUse } from "~/lists/most-used.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { DateText } from "~/ui/date-text";
import { Icon } from "~/ui/icon";
import { requireSource, updateSource } from "~/upstream/sources.server";
import { href } from "../../../contract/paths";
import { FiledCount } from "./filed-count";
import { SettingsFields, sourceTyped, useSettingsLabels } from "./source-fields";
import { mergeSource, type SourceForm, sourceForm, sourceFormSchema, toSettings } from "./source-form.server";
import { SourcePage } from "./source-page";
import { SourceState } from "./source-state";
import { toSourceView } from "./source-view.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["sources", "folders", "tags"], typed: sourceTyped, textAreas: ["includedWords", "excludedWords"] };

/** A source: its state and its settings. */
export async function loader({ request, params: { product, folderId, sourceId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const [source, tags] = await Promise.all([requireSource(upstream, sourceId), listTagsByUse(upstream)]);
  if (source.folder.id !== folderId) throw new Response(null, { status: 404 });
  const { firstName, lastName } = source.user;
  return data({
    title: source.title,
    folder: source.folder,
    source: { ...toSourceView(source, translator(locale), locale), author: [firstName, lastName].filter(Boolean).join(" ") },
    form: sourceForm(source),
    tags,
  });
}

/**
 * If someone else has saved the source since the form was opened, only changed fields are saved; if both changed the same one, the form says
 * so, and overwrites when it is sent again.
 */
export async function action({ request, params: { product, sourceId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), sourceFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { lockVersion } = reading.value;
  const saved = () => redirectWithFlash(new URL(request.url).pathname, "saved");
  const result = await updateSource(upstream, sourceId, { ...toSettings(reading.value), lockVersion });
  if (result.ok) return saved();
  if (result.status !== 409) return refusalAnswer(result, reading.values, t);
  const stored = await requireSource(upstream, sourceId);
  const { values, errors, isStored, settings } = mergeSource(reading.values, stored, t);
  if (isStored) return saved();
  const isMergeable = settings !== undefined && Object.keys(errors).length === 0;
  const merged = isMergeable ? await updateSource(upstream, sourceId, { ...settings, lockVersion: stored.lockVersion }) : result;
  if (merged.ok) return saved();
  return refusalAnswer({ ...merged, errors: { ...errors, ...merged.errors } }, values, t, {}, merged.status === 409 ? stored : undefined);
}

export default function SourceEdit() {
  const { title, folder, source, form: saved, tags } = useLoaderData<typeof loader>();
  const answer = useActionData<{ form: SourceForm }>()?.form;
  useProgress(source.isDue);
  return (
    <SourcePage folder={folder} title={title} isBelow>
      <div className="stack roomy">
        <Facts source={source} />
        <EditForm form={{ ...saved, ...answer }} tags={tags} version={typedVersion(saved)} />
      </div>
    </SourcePage>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("sources");
  return (
    <FormBoundary>
      {(form) => (
        <SourcePage title={t("edit.title")}>
          <EditForm form={form} tags={[]} />
        </SourcePage>
      )}
    </FormBoundary>
  );
}

/** A save by this person or another one shows the stored values; a reload of the state keeps what has been typed. */
const typedVersion = ({ values }: SourceForm) => String(values.lockVersion);

function EditForm({ form, tags, version }: { form: SourceForm; tags: string[]; version?: string }) {
  const { t } = useTranslation("sources");
  const fields = fieldsOf(form, useSettingsLabels());
  return (
    <Form className="form limit" method="post" noValidate preventScrollReset>
      <h2>{t("edit.title")}</h2>
      <Fragment key={version}>
        <FormErrors form={form} fields={fields} />
        <SettingsFields fields={fields} titleHint={t("hints.title")} tags={tags} />
        <HiddenFields form={form} names={["lockVersion", "opened"]} />
      </Fragment>
      <p className="hint">{t("edit.author")}</p>
      <SubmitButton>{t("edit.submit")}</SubmitButton>
    </Form>
  );
}

function Facts({ source }: { source: ReturnType<typeof useLoaderData<typeof loader>>["source"] }) {
  const { t } = useTranslation("sources");
  const { state, address, movedFrom, fetched, next, author } = source;
  const { product = "", folderId = "", sourceId = "" } = useParams();
  const place = { product, folderId, sourceId };
  return (
    <section className="stack limit" aria-label={t("facts.state")}>
      <dl className="facts">
        <div>
          <dt>{t("facts.state")}</dt>{" "}
          <dd>
            <SourceState {...source} />
          </dd>
        </div>
        <div>
          <dt>{t("facts.address")}</dt> <dd>{address}</dd>
        </div>
        {movedFrom ? (
          <div>
            <dt>{t("facts.movedFrom")}</dt> <dd>{movedFrom}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t("facts.fetched")}</dt> <dd>{fetched ? <DateText date={fetched} /> : t("never")}</dd>
        </div>
        <div>
          <dt>{t("facts.next")}</dt> <dd>{next ? <DateText date={next} /> : t("none")}</dd>
        </div>
        <div>
          <dt>{t("facts.filed")}</dt>{" "}
          <dd>
            <FiledCount {...source} />
          </dd>
        </div>
        {author ? (
          <div>
            <dt>{t("facts.author")}</dt> <dd dir="auto">{author}</dd>
          </div>
        ) : null}
      </dl>
      <div className="cluster">
        {state === "paused" ? null : (
          <Form method="post" action={href("sourceFetch", place)}>
            <button className="btn" type="submit">
              <Icon name="refresh" />
              {t("edit.fetch")}
            </button>
          </Form>
        )}
        <Link className="btn" to={href("sourceDelete", place)} preventScrollReset>
          <Icon name="trash" />
          {t("edit.end")}
        </Link>
      </div>
    </section>
  );
}
