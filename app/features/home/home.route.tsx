import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { config } from "~/config.server";
import { formAnswer, formKeySchema, newForm, readForm, refusalAnswer, trapSchema } from "~/forms/read-form.server";
import { localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { Page } from "~/layouts/page";
import { findSession, visitor } from "~/session/session.server";
import { createInquiry } from "~/upstream/inquiries.server";
import { href } from "../../../contract/paths";
import { inquiryFields } from "../../../contract/rest/inquiries";
import { Demo, demoTyped } from "./demo";
import { Features } from "./features";
import { Guarantee } from "./guarantee";
import stylesheet from "./home.css?url";
import { HomeNavigation, Intro } from "./intro";
import { Testimonial } from "./testimonial";
import { randomTestimonial } from "./testimonials.server";

export { publicMeta as meta } from "~/layouts/public-meta";
export const handle = { i18n: ["home"], hydrate: false, stylesheet, typed: demoTyped };

const demoFormSchema = z.object({
  ...inquiryFields,
  key: formKeySchema,
  website: trapSchema,
});

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findSession(request)) return redirect(href("stream"));
  const locale = await localeOf(request);
  const t = translator(locale);
  const product = config.product.name;
  return data({
    title: t("home:title"),
    description: t("home:description", { product }),
    product,
    testimonial: randomTestimonial(locale),
    form: newForm(demoFormSchema, { key: randomUUID() }),
    isSent: new URL(request.url).searchParams.has("sent"),
  });
}

/** Requests a demo. The response shows the form first, because text browsers start at the top of a page. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream, locale } = await visitor(request);
  const t = translator(locale);
  const reading = readForm(await request.formData(), demoFormSchema, t);
  if (!reading.ok) return formAnswer(reading.form);
  const { key, website, ...inquiry } = reading.value;
  const result = await createInquiry(upstream, inquiry, key);
  if (!result.ok) return refusalAnswer(result, reading.values, t);
  return redirect(`${href("home")}?sent`);
}

export default function HomePage() {
  const { product, testimonial, form: begun, isSent } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const isAnswer = form !== undefined || isSent;
  const demo = <Demo product={product} form={{ ...begun, ...form }} isSent={isSent && !form} isFirst={isAnswer} />;
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
