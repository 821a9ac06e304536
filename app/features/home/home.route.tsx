import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { config } from "~/config.server";
import { formAnswer, formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { href } from "~/paths";
import { findSession, visitor } from "~/session/session.server";
import { createInquiry } from "~/upstream/inquiries.server";
import { inquiryFields } from "../../../contract/rest/inquiries";
import { Demo } from "./demo";
import { Features } from "./features";
import { Guarantee } from "./guarantee";
import stylesheet from "./home.css?url";
import { HomeNavigation, Intro } from "./intro";
import { Testimonial } from "./testimonial";
import { randomTestimonial } from "./testimonials.server";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["home"], hydrate: false, stylesheet };

/** Nobody sees the last field, so only robots fill it; in a text browser it says what it is. */
const demoFormSchema = z.object({
  ...inquiryFields,
  key: formKeySchema,
  website: z
    .string()
    .optional()
    .refine((text) => !text, { params: { key: "trap" } }),
});

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findSession(request)) return redirect(href("stream", {}));
  const locale = await localeOf(request);
  const t = translator(locale);
  const product = config.product.name;
  return data({
    title: t("home:title"),
    description: t("home:description", { product }),
    product,
    testimonial: randomTestimonial(locale),
    key: randomUUID(),
    isSent: new URL(request.url).searchParams.has("sent"),
  });
}

/** Asks for a demonstration. The answer shows the form before everything else: text browsers begin at the top of a page. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), demoFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form, {});
  const { key, website, ...inquiry } = reading.value;
  const result = await createInquiry(upstream, inquiry, key);
  if (!result.ok) return formAnswer(refusedForm(result, reading.values, t), {}, refusalInit(result));
  return redirect(`${href("home", {})}?sent`);
}

export default function HomePage() {
  const { product, testimonial, key, isSent } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const isAnswer = form !== undefined || isSent;
  const demo = <Demo product={product} form={form} formKey={key} isSent={isSent && !form} isFirst={isAnswer} />;
  return (
    <Page className="home" nav={<HomeNavigation />}>
      {isAnswer ? (
        demo
      ) : (
        <>
          <Intro product={product} />
          {testimonial ? <Testimonial {...testimonial} /> : null}
        </>
      )}
      <Features product={product} />
      <Guarantee product={product} />
      {isAnswer ? null : demo}
    </Page>
  );
}
