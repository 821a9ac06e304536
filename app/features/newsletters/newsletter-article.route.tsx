import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FieldGroup, HiddenFields, TextAreaField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { formAnswer, newForm, readForm, refusalAnswer } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import { FormDialog } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { requireArticle } from "~/upstream/articles.server";
import { unlessGone } from "~/upstream/failure.server";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { cleanLine, requiredLine } from "../../../contract/rest/shared";
import { type Adaptation, itemBase, saveItem } from "./newsletter-items.server";
import { stepPath } from "./newsletter-steps";
import { requireDraft, stepHref, type Upstream } from "./require-newsletter.server";

export { keepOffline as clientAction } from "~/forms/keep-offline";
export { pageMeta as meta } from "~/layouts/page-meta";
export { newsletterLinks as links } from "./newsletter-styles";

const typed = { headline: "newsletters:fields.headline", teaser: "newsletters:fields.teaser" } as const;

export const handle = { i18n: ["newsletters"], typed, textAreas: ["teaser"] };

const schema = z.object({
  headline: requiredLine(),
  teaser: z.string().overwrite(cleanLine).max(limits.text).default(""),
  /** The article's own picture, none, or the id of another one of the article. */
  picture: z.string().default("own"),
  base: z.string().optional(),
});

/** The article, if it is in the folder of the newsletter. */
async function findArticle(upstream: Upstream, { folderId, contentId = "" }: { folderId?: string; contentId?: string }) {
  const article = await unlessGone(requireArticle(upstream, contentId));
  return article?.folderId === folderId ? article : undefined;
}

const isPicture = ({ contentType }: { contentType: string }) => contentType.startsWith("image/");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const { id, folderId, draft } = await requireDraft(upstream, params);
  const article = await findArticle(upstream, params);
  if (!article) throw redirectWithFlash(stepHref(folderId, id, "articles"), "articleGone", { type: "warning" });
  const adaptation = draft.adaptations.find((one) => one.id === article.id);
  return data({
    title: translator(locale)("newsletters:adapt.title"),
    own: { title: article.title, teaser: article.teaserText },
    isAdapted: adaptation !== undefined,
    pictures: article.attachments.filter(isPicture).map(({ id: pictureId, alt, name }) => ({ id: pictureId, name: alt || name })),
    form: newForm(schema, {
      headline: adaptation?.title ?? article.title,
      teaser: adaptation?.teaser ?? article.teaserText,
      picture: adaptation?.picture ?? "own",
      base: itemBase(adaptation),
    }),
  });
}

/** Saves what the newsletter shows instead of the article's own, or removes it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { folderId = "", newsletterId = "", contentId = "" } = params;
  const body = await request.formData();
  const isReset = body.has("reset");
  const reading = readForm(body, schema, t);
  if (!reading.ok && !isReset) return formAnswer(reading.form);
  const values = reading.ok ? reading.values : reading.form.values;
  let adaptation: Adaptation | undefined;
  if (reading.ok && !isReset) {
    const article = await findArticle(upstream, params);
    if (!article) return formAnswer({ values, errors: {}, message: t("newsletters:adapt.gone") }, {}, { status: 409 });
    const { headline, teaser, picture } = reading.value;
    const isKnown = ["own", "none", ...article.attachments.filter(isPicture).map(({ id }) => id)].includes(picture);
    if (!isKnown) return formAnswer({ values: { ...values, picture: "own" }, errors: { picture: [t("newsletters:adapt.pictureGone")] } });
    const changed = {
      title: headline === article.title ? null : headline,
      teaser: teaser === article.teaserText ? null : teaser,
      picture: picture === "own" ? null : picture,
    };
    if (Object.values(changed).some((value) => value !== null)) adaptation = { id: article.id, ...changed };
  }
  const { refused, result } = await saveItem({
    upstream,
    params,
    base: isReset ? undefined : String(body.get("base") ?? ""),
    find: ({ adaptations }) => adaptations.find(({ id }) => id === contentId),
    change: ({ adaptations }) => ({
      adaptations: [...adaptations.filter(({ id }) => id !== contentId), ...(adaptation ? [adaptation] : [])],
    }),
    inWords: async ({ adaptations }) => {
      const stored = adaptations.find(({ id }) => id === contentId);
      return [stored?.title, stored?.teaser].filter(Boolean).join(" – ") || t("newsletters:adapt.none");
    },
    values,
    t,
  });
  if (refused) return refused;
  if (!result.ok) return refusalAnswer(result, values, t);
  return redirect(`${stepHref(folderId, newsletterId, "articles")}#entry-${encodeURIComponent(contentId)}`);
}

export default function NewsletterArticle() {
  const { t } = useTranslation(["newsletters", "shell"]);
  const { newsletterId = "" } = useParams();
  const { title, own, isAdapted, pictures, form: begun } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form = { ...begun, ...answer?.form };
  const fields = fieldsOf(form, {
    ...translated(typed, t),
    picture: t("newsletters:fields.picture"),
  });
  const { beside } = useOverlay();
  const [first, ...others] = pictures;
  const choices = first
    ? [
        { value: "own", label: t("newsletters:adapt.ownPicture"), pictureId: first.id },
        ...others.map(({ id, name }) => ({ value: id, label: name, pictureId: id })),
        { value: "none", label: t("newsletters:adapt.noPicture"), pictureId: undefined },
      ]
    : [];
  return (
    <FormDialog
      title={title}
      submit={t("newsletters:save")}
      touched={answer !== undefined}
      closeTo={beside(stepPath(newsletterId, "articles"))}
      more={
        isAdapted ? (
          <button className="btn" type="submit" name="reset" value="yes">
            {t("newsletters:adapt.reset")}
          </button>
        ) : null
      }
    >
      <FormErrors form={form} fields={fields} />
      <p className="hint">{t("newsletters:adapt.hint")}</p>
      <TextField field={fields.headline} hint={t("newsletters:adapt.own", { text: own.title })} dir="auto" />
      <TextAreaField field={fields.teaser} hint={t("newsletters:adapt.ownTeaser")} rows={4} optional dir="auto" />
      {choices.length > 0 ? (
        <FieldGroup field={fields.picture}>
          {choices.map(({ value, label, pictureId }) => (
            <label className="choice" key={value}>
              <input type="radio" name="picture" value={value} defaultChecked={fields.picture.value === value} />
              {pictureId ? (
                <img
                  className="thumb"
                  src={href("file", { attachmentId: pictureId, variant: "small" })}
                  width={480}
                  height={320}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              ) : null}
              <span>{label}</span>
            </label>
          ))}
        </FieldGroup>
      ) : null}
      <HiddenFields form={form} names={["base"]} />
    </FormDialog>
  );
}
