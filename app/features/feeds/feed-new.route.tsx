import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/forms/form-errors";
import { type FormState, typedText } from "~/forms/form-state";
import { formAnswer, formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { useOverlay } from "~/layouts/overlay";
import { loadFilterNames } from "~/lists/filter-view.server";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { describedBy, Field } from "~/ui/field";
import { LinkToCopy } from "~/ui/link-to-copy";
import { createFeed } from "~/upstream/feeds.server";
import { requireFolder } from "~/upstream/folders.server";
import { limits } from "../../../contract/limits";
import { requiredLine } from "../../../contract/rest/shared";
import { describeFilter, readFeedQuery, toFilter } from "./feed-query.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["feeds"] };

/** Of the folder that it stands over, or of the search that its address says. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const key = crypto.randomUUID();
  const title = t("feeds:new.title");
  if (params.folderId) {
    requireProduct(params.product);
    const { name } = await requireFolder(upstream, params.folderId);
    return data({ title, of: t("feeds:new.ofFolder", { name }), form: formOf(name, key) });
  }
  const filter = toFilter(readFeedQuery(new URL(request.url).searchParams));
  const words = describeFilter(filter, await loadFilterNames(upstream, [filter]), t);
  return data({
    title,
    of: words ? t("feeds:new.ofSearch", { words }) : t("feeds:new.ofEverything"),
    form: formOf(words || t("feeds:everything"), key),
  });
}

const formOf = (name: string, key: string): FormState => ({ values: { name: name.slice(0, limits.feedName), key }, errors: {} });

const feedFormSchema = z.object({ name: requiredLine(limits.feedName), key: formKeySchema });

/** Makes the feed, and shows its address this once. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), feedFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, { made: undefined });
  const { name, key } = reading.value;
  const query = params.folderId ? {} : readFeedQuery(new URL(request.url).searchParams);
  const result = await createFeed(upstream, { name, folderId: params.folderId ?? null, query }, key);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), { made: undefined }, refusalInit(result));
  const url = absoluteUrl(href("feed", { token: result.data.token }));
  return data({ form: undefined, made: { name: result.data.name, url } });
}

export default function FeedNew() {
  const { t } = useTranslation(["feeds", "shell"]);
  const { of, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { below } = useOverlay();
  const made = answer?.made;
  return (
    <Dialog title={t(made ? "feeds:made.title" : "feeds:new.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      {made ? <MadeFeed {...made} closeTo={below} /> : <NewFeed of={of} form={answer?.form ?? form} closeTo={below} />}
    </Dialog>
  );
}

function NewFeed({ of, form, closeTo }: { of: string; form: FormState; closeTo: string }) {
  const { t } = useTranslation(["feeds", "shell"]);
  const { state, formMethod } = useNavigation();
  const errors = form.errors.name;
  return (
    <Form className="dialog-form" method="post" noValidate preventScrollReset>
      <div className="dialog-body form">
        <FormErrors form={form} labels={{ name: t("feeds:name") }} />
        <p>{of}</p>
        <p className="soft">{t("feeds:new.rights")}</p>
        <input type="hidden" name="key" value={typedText(form.values, "key")} />
        <Field id="name" label={t("feeds:name")} hint={t("feeds:new.nameHint")} errors={errors}>
          <input
            className="input"
            name="name"
            maxLength={limits.feedName}
            defaultValue={typedText(form.values, "name")}
            {...describedBy("name", { hint: true, errors })}
          />
        </Field>
      </div>
      <div className="dialog-foot">
        <span className="end">
          <Link className="btn" to={closeTo} preventScrollReset>
            {t("shell:cancel")}
          </Link>
          <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
            {t("feeds:new.submit")}
          </button>
        </span>
      </div>
    </Form>
  );
}

function MadeFeed({ name, url, closeTo }: { name: string; url: string; closeTo: string }) {
  const { t } = useTranslation("feeds");
  return (
    <>
      <div className="dialog-body form">
        <p role="status">{t("made.text", { name })}</p>
        <Field id="feed-address" label={t("made.address")} hint={t("made.secret")}>
          <LinkToCopy
            url={url}
            texts={{ copy: t("made.copy"), copied: t("made.copied"), selected: t("made.selected") }}
            {...describedBy("feed-address", { hint: true })}
          />
        </Field>
      </div>
      <div className="dialog-foot">
        <Link to={href("settingsFeeds", {})}>{t("made.toSettings")}</Link>
        <span className="end">
          <Link className="btn" to={closeTo} preventScrollReset>
            {t("made.done")}
          </Link>
        </span>
      </div>
    </>
  );
}
