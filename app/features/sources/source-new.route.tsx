import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { config } from "~/config.server";
import { HiddenFields, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, typedText } from "~/forms/form-state";
import { type FormOf, formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { EnterButton, SubmitButton } from "~/forms/submit-button";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { FormBoundary } from "~/layouts/form-boundary";
import { listTagsByUse } from "~/lists/most-used.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import type { Upstream } from "~/upstream/client.server";
import { unlessFailed } from "~/upstream/failure.server";
import { requireFolder } from "~/upstream/folders.server";
import { createSource, previewSource } from "~/upstream/sources.server";
import { href } from "../../../contract/paths";
import { SettingsFields, sourceTyped, useSettingsLabels } from "./source-fields";
import { addressFormSchema, newSourceFormSchema, toSettings } from "./source-form.server";
import { SourcePage } from "./source-page";
import { FeedChoices, FeedPreview } from "./source-preview";
import { type FoundFeed, toFoundFeed } from "./source-preview.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { address: "sources:fields.address", ...sourceTyped } as const;

export const handle = { i18n: ["sources", "folders", "tags"], typed, textAreas: ["includedWords", "excludedWords"] };

type NewSourceForm = FormOf<typeof newSourceFormSchema>;

/** The form that subscribes a folder to a feed: first the address, then, with a preview, the settings. */
export async function loader({ request, params: { product, folderId = "" } }: LoaderFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const [{ id, name, permissions }, tags] = await Promise.all([requireFolder(upstream, folderId), listTagsByUse(upstream)]);
  if (!permissions.manageSources) throw new Response(null, { status: 403 });
  return data({
    title: translator(locale)("sources:new.title"),
    folder: { id, name },
    // Of the source that was added before.
    form: newForm(newSourceFormSchema, { key: crypto.randomUUID(), tags: new URL(request.url).searchParams.getAll("tags") }),
    tags,
  });
}

interface Answer {
  form: NewSourceForm;
  feed?: FoundFeed;
  /** The feeds of a website that has several. */
  choices?: { address: string; title: string }[];
}

/** Subscribes to the feed that the form has shown. Any other address is looked up first. */
export async function action({ request, params: { product, folderId = "" } }: ActionFunctionArgs) {
  requireProduct(product);
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const body = await request.formData();
  const chosen = body.get("preview");
  if (chosen) body.set("address", chosen);
  const reading = readForm(body, newSourceFormSchema, t);
  const { values } = reading.ok ? reading : reading.form;
  const previewed = typedText(values, "previewed");
  if (chosen !== null || previewed === "" || previewed !== typedText(values, "address")) return lookUp(upstream, folderId, values, t);
  const again = () => showAgain(upstream, folderId, previewed);
  if (!reading.ok) return formAnswer(reading.form, await again());
  const { address, key } = reading.value;
  const result = await createSource(upstream, { folderId, address, ...toSettings(reading.value) }, key);
  if (!result.ok) return refusalAnswer(result, values, t, await again());
  const params = { product: config.product.slug, folderId };
  if (!body.has("next")) return redirectWithFlash(href("folderSources", params), "sourceAdded");
  const tags = new URLSearchParams(result.data.tags.map((tag) => ["tags", tag]));
  return redirectWithFlash(`${href("sourceNew", params)}?${tags}`, "sourceAdded");
}

/** The preview of a form that is shown again, if it still can be had. */
async function showAgain(upstream: Upstream, folderId: string, address: string): Promise<Pick<Answer, "feed">> {
  const found = await unlessFailed(previewSource(upstream, folderId, address));
  return found?.ok && found.data.feed ? { feed: toFoundFeed(found.data.feed) } : {};
}

async function lookUp(upstream: Upstream, folderId: string, values: NewSourceForm["values"], t: Translate) {
  const typed = new FormData();
  typed.set("address", typedText(values, "address"));
  const reading = readForm(typed, addressFormSchema, t);
  if (!reading.ok) return formAnswer<keyof typeof values>({ ...reading.form, values });
  const found = await previewSource(upstream, folderId, reading.value.address);
  if (!found.ok) return refusalAnswer(found, values, t);
  const { feed, choices } = found.data;
  if (!feed) return data({ form: { values, errors: {} }, choices });
  const { address } = feed;
  return data({ form: { values: { ...values, address, previewed: address }, errors: {} }, feed: toFoundFeed(feed) });
}

export default function SourceNew() {
  const { title, folder, form, tags } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sources");
  const answer = useActionData<Answer>();
  return (
    <SourcePage folder={folder} title={title} lead={t("new.lead")} isBelow>
      <NewSource {...answer} form={{ ...form, ...answer?.form }} tags={tags} />
    </SourcePage>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("sources");
  return (
    <FormBoundary>
      {(form) => (
        <SourcePage title={t("new.title")}>
          <NewSource form={form} tags={[]} />
        </SourcePage>
      )}
    </FormBoundary>
  );
}

function NewSource({ form, feed, choices, tags }: Answer & { tags: string[] }) {
  const { t } = useTranslation(["sources"]);
  const { address, ...settings } = fieldsOf(form, { address: t(typed.address), ...useSettingsLabels() });
  const previewed = typedText(form.values, "previewed");
  const subscribe = t("new.submit");
  return (
    <Form className="form limit" method="post" noValidate preventScrollReset>
      {previewed ? <EnterButton>{subscribe}</EnterButton> : null}
      <FormErrors form={form} fields={{ address, ...settings }} />
      <TextField
        // A preview replaces what has been typed by the address of the feed.
        key={previewed}
        field={{ ...address, required: true }}
        hint={t("hints.address")}
        type="text"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
      />
      <button className={previewed ? "btn start" : "btn primary big start"} type="submit" name="preview" value="" formNoValidate>
        {t("new.preview")}
      </button>
      {/* Always there, so that screen readers announce the result. */}
      <div role="status">
        {feed ? <FeedPreview feed={feed} /> : null}
        {choices ? <p>{t("choices.text", { count: choices.length })}</p> : null}
      </div>
      {choices ? <FeedChoices choices={choices} /> : null}
      {previewed ? (
        <>
          <h2>{t("new.settings")}</h2>
          <SettingsFields fields={settings} titleHint={t("hints.newTitle")} tags={tags} />
          <div className="cluster">
            <SubmitButton>{subscribe}</SubmitButton>
            <button className="btn big" type="submit" name="next" value="1">
              {t("new.next")}
            </button>
          </div>
        </>
      ) : (
        settings.tags.values.map((tag) => <input key={tag} type="hidden" name="tags" value={tag} />)
      )}
      <HiddenFields form={form} names={["previewed", "key"]} />
    </Form>
  );
}
