import { Form, Link, useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { controlProps, FormField } from "~/forms/controls";
import { fieldsOf } from "~/forms/form-state";
import { useOverlay } from "~/layouts/overlay";
import { pastedAddresses } from "~/layouts/pasted-addresses";
import { Icon } from "~/ui/icon";
import { useBrowserLayoutEffect } from "~/ui/use-browser-layout-effect";
import { addressLength } from "../../../contract/address-length";
import * as limits from "../../../contract/limits";
import { overlay } from "../../../contract/paths";
import { type AddressQueue, nextParams, placeOf, queueParams } from "./address-queue";
import { ArticleErrors } from "./article-form";
import type { ArticleForm } from "./article-form.server";
import type { FoundPage } from "./article-pictures.server";
import type { Duplicates } from "./duplicates.server";
import { DuplicatesNotice } from "./duplicates-notice";

/** Which of several addresses this is, and a way past it. */
export function QueuePlace({ queue }: { queue: AddressQueue }) {
  const { t } = useTranslation("articles");
  const { below, beside } = useOverlay();
  const place = placeOf(queue);
  if (!place) return null;
  const next = nextParams(queue);
  return (
    <p className="cluster">
      <b>{t("queue.place", place)}</b>{" "}
      <Link className="btn quiet small" to={next ? beside(overlay("articleNew"), next) : below} replace preventScrollReset>
        {t("queue.skip")}
      </Link>
    </p>
  );
}

/** Not what cannot be an address, and might be too long for a link. */
export const toParam = (address: string): Record<string, string> =>
  address && addressLength(address) <= limits.url ? { url: address } : {};

/**
 * The first step of link mode. Uses POST, so that even a URL that is too long for a GET comes back with its error. With JavaScript, a pasted
 * address is fetched at once.
 */
export function AddressForm({ form, queue }: { form: ArticleForm; queue: AddressQueue }) {
  const { t } = useTranslation("articles");
  const { state } = useNavigation();
  const { pasted } = useLocation().state ?? {};
  const submit = useSubmit();
  const fetchButton = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!pasted || !input.current) return;
    input.current.value = pasted;
    submit(fetchButton.current, { replace: true, preventScrollReset: true });
  }, [pasted, submit]);
  const { beside } = useOverlay();
  const { sourceUrl } = fieldsOf(form, { sourceUrl: t("import.address") });
  return (
    <Form className="form" method="post" action={beside(overlay("articleNew"), queueParams(queue))} noValidate replace preventScrollReset>
      <QueuePlace queue={queue} />
      <ArticleErrors form={form} />
      <FormField field={sourceUrl} hint={t("import.hint")}>
        <div className="inline-form">
          <div className="with-icon">
            <Icon name="link" />
            <input
              className="input"
              {...controlProps(sourceUrl, t("import.hint"))}
              ref={input}
              type="text"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              required
              onPaste={(event) => {
                const { currentTarget, clipboardData } = event;
                const text = pastedAddresses(clipboardData.getData("text/plain"));
                if (currentTarget.value || !text) return;
                event.preventDefault();
                currentTarget.value = text;
                fetchButton.current?.click();
              }}
              // biome-ignore lint/a11y/noAutofocus: the one field of the dialog's first step
              autoFocus
            />
          </div>
          <button className="btn primary" type="submit" name="fetch" ref={fetchButton} aria-busy={state !== "idle" || undefined}>
            {t("import.fetch")}
          </button>
        </div>
      </FormField>
    </Form>
  );
}

interface FetchedAddressProps {
  form: ArticleForm;
  found: FoundPage;
  duplicates: Duplicates;
}

export function FetchedAddress({ form, found, duplicates }: FetchedAddressProps) {
  const { t } = useTranslation("articles");
  const { sourceUrl } = fieldsOf(form, { sourceUrl: t("import.address") });
  const again = useRef<HTMLButtonElement>(null);
  const fetched = found.host && !found.problem && !sourceUrl.errors;
  const result = fetched || found.problem ? "fetched" : undefined;
  // The button that started the fetch is gone, and focus with it, or the page has just been loaded. Focus what is still to be decided, before the
  // dialog focuses its first field; on touch screens, where that would open the keyboard, this button, whose description reports the result.
  useBrowserLayoutEffect(() => {
    // The error summary takes the focus.
    if (document.activeElement !== document.body || document.querySelector(".dialog-form .summary")) return;
    const folder = document.querySelector<HTMLSelectElement>("[name=folderId]");
    const open = found.problem ? "title" : folder?.value ? "newTags" : "folderId";
    (matchMedia("(pointer: fine)").matches ? document.getElementById(open) : again.current)?.focus({ preventScroll: true });
  }, [found]);
  return (
    <FormField field={sourceUrl}>
      <div className="inline-form">
        <div className="with-icon">
          <Icon name="link" />
          <input
            className="input"
            type="text"
            inputMode="url"
            {...controlProps(sourceUrl)}
            {...(found.problem ? { "aria-describedby": result } : {})}
          />
        </div>
        <button className="btn" type="submit" name="fetch" formNoValidate ref={again} aria-describedby={result}>
          <Icon name="refresh" />
          {t("import.fetchAgain")}
        </button>
      </div>
      {fetched ? (
        <p className="got" id="fetched" role="status">
          <Icon name="success" small />
          {t("import.fetched", { host: found.host })}
          {", "}
          {t("import.pictures", { count: found.pictures.length })}
        </p>
      ) : null}
      {found.problem ? (
        // biome-ignore lint/a11y/noAutofocus: without JavaScript, the form starts at what is wrong
        <p className="notice warning plain" id="fetched" role="alert" tabIndex={-1} autoFocus>
          <Icon name="warning" />
          {found.problem}
        </p>
      ) : null}
      <DuplicatesNotice duplicates={duplicates} />
      <input type="hidden" name="found" value={JSON.stringify(found)} />
    </FormField>
  );
}
