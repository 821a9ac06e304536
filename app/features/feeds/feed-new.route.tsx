import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { HiddenFields, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import { type FormOf, formAnswer, formKeySchema, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { CloseFoot, DialogFoot } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { loadFilterNames } from "~/lists/filter-view.server";
import { describeFilter, readSearchQuery, toFilter } from "~/lists/search-query.server";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { describedBy, Field } from "~/ui/field";
import { LinkToCopy } from "~/ui/link-to-copy";
import { createFeed } from "~/upstream/feeds.server";
import { requireFolder } from "~/upstream/folders.server";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { serverHref } from "../../../contract/paths.server";
import { createFeedBodySchema } from "../../../contract/rest/feeds";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";

const typed = { name: "feeds:name" } as const;

export const handle = { i18n: ["feeds"], typed };

/** A feed of the folder below the dialog, or of the search in the URL. */
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
  const filter = toFilter(readSearchQuery(new URL(request.url).searchParams));
  const words = describeFilter(filter, await loadFilterNames(upstream, [filter], t), t);
  return data({
    title,
    of: words ? t("feeds:new.ofSearch", { words }) : t("feeds:new.ofEverything"),
    form: formOf(words || t("feeds:everything"), key),
  });
}

const feedFormSchema = z.object({ name: createFeedBodySchema.shape.feed.shape.name, key: formKeySchema });

const formOf = (name: string, key: string) => newForm(feedFormSchema, { name: name.slice(0, limits.feedName), key });

/** Creates the feed and shows its secret URL, which cannot be shown again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), feedFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, { made: undefined });
  const { name, key } = reading.value;
  const query = params.folderId ? {} : readSearchQuery(new URL(request.url).searchParams);
  const result = await createFeed(upstream, { name, folderId: params.folderId ?? null, query }, key);
  if (!result.ok) return refusalAnswer(result, reading.values, t, { made: undefined });
  const url = absoluteUrl(serverHref("feed", { token: result.data.token }));
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
      {made ? <MadeFeed {...made} closeTo={below} /> : <NewFeed of={of} form={{ ...form, ...answer?.form }} closeTo={below} />}
    </Dialog>
  );
}

function NewFeed({ of, form, closeTo }: { of: string; form: FormOf<typeof feedFormSchema>; closeTo: string }) {
  const { t } = useTranslation(["feeds"]);
  const fields = fieldsOf(form, { name: t(typed.name) });
  return (
    <Form className="dialog-form" method="post" noValidate preventScrollReset>
      <div className="dialog-body form">
        <FormErrors form={form} fields={fields} />
        <p>{of}</p>
        <p className="soft">{t("new.rights")}</p>
        <HiddenFields form={form} names={["key"]} />
        <TextField field={fields.name} hint={t("new.nameHint")} stopsAtLimit />
      </div>
      <DialogFoot closeTo={closeTo} submit={t("new.submit")} />
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
      <CloseFoot closeTo={closeTo} label={t("made.done")} start={<Link to={href("settingsFeeds")}>{t("made.toSettings")}</Link>} />
    </>
  );
}
