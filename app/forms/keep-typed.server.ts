import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { kindOfStatus } from "~/http/error-kind";
import { isForeign } from "~/http/foreign.server";
import { requestId } from "~/http/request-id.server";
import { localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { messageOf, reasonOf } from "~/upstream/failure.server";
import type { RouteHandle } from "../../contract/route-handle";
import type { FailedForm, JsonFailure } from "./failed-form";
import { type FormWithoutFiles, formReadFrom } from "./form-with-files.server";
import { keptForm } from "./kept-form.server";

type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];
type Action = NonNullable<Module["action"]>;
type Loader = NonNullable<Module["loader"]>;
type Args = ActionFunctionArgs | LoaderFunctionArgs;

interface Options {
  /** Called with thrown values that are not a `Response`; they become a 500 here. */
  logBug: (error: unknown, args: Args) => void;
}

/**
 * Adds the posted form to a route's errors, so that the error page can show the input: if the action throws, or if it returns the form and
 * one of the page's loaders throws afterwards. Routes that answer JSON return their errors as JSON.
 */
export const keepTyped = (routes: Routes, options: Options): Routes =>
  Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) =>
      route ? [[id, { ...route, module: { ...route.module, ...kept(route.module, options) } }]] : [],
    ),
  );

function kept({ action, loader, handle: declared, default: page }: Module, options: Options): Partial<Module> {
  const handle = (declared ?? {}) as RouteHandle;
  if (handle.answersJson)
    return { ...(action && { action: failingInJson(action, options) }), ...(loader && { loader: failingInJson(loader, options) }) };
  if (!page) return {};
  return {
    ...(action && { action: keepingAction(action, handle, options) }),
    ...(loader && { loader: keepingLoader(loader) }),
  };
}

/** Adds the request's form to an error. */
type Keep = (error: unknown) => Promise<unknown>;

/** For forms that an action did not save, keyed by the load context, which a request's action and loaders share. */
const returned = new WeakMap<object, Keep>();

function keepingAction(action: Action, handle: RouteHandle, options: Options): Action {
  return async (args) => {
    const { request, context } = args;
    if (isForeign(request)) return action(args);
    // A form with files is not cloned: files are not kept, and may be large.
    const copy = handle.takesFiles ? undefined : request.clone();
    let reading: Promise<FormWithoutFiles> | undefined;
    // Several loaders of a page may fail, but a body can be read only once.
    const read = () => {
      reading ??= copy ? copy.formData().then((body) => ({ body, fileNames: [] })) : formReadFrom(request);
      return reading;
    };
    const keep: Keep = (error) => withForm(error, args, { read, handle, ...options });
    try {
      const answer = await action(args);
      if (hasForm(answer)) returned.set(context, keep);
      return answer;
    } catch (error) {
      throw await keep(error);
    }
  };
}

/** Whether an action returned its form, which means that it was not saved. `pending` is a form waiting for a sign-in. */
function hasForm(answer: unknown): boolean {
  const returned = answer as { type?: string; data?: unknown } | null;
  const { form, pending } = ((returned?.type === "DataWithResponseInit" ? returned.data : returned) ?? {}) as {
    form?: unknown;
    pending?: unknown;
  };
  return Boolean(form ?? pending);
}

function keepingLoader(loader: Loader): Loader {
  const keeping: Loader = async (args) => {
    try {
      return await loader(args);
    } catch (error) {
      const keep = returned.get(args.context);
      throw keep ? await keep(error) : error;
    }
  };
  return Object.assign(keeping, loader);
}

interface Unsaved extends Options {
  read: () => Promise<FormWithoutFiles>;
  handle: RouteHandle;
}

/** Adds the form of an action to an error. Returns other thrown values, such as redirects, unchanged. */
async function withForm(error: unknown, args: ActionFunctionArgs, { read, handle, logBug }: Unsaved): Promise<unknown> {
  const isBug = error instanceof Error;
  const status = error instanceof Response ? error.status : isBug ? 500 : 0;
  if (status < 500 && ![403, 404, 429].includes(status)) return error;
  const { request, params } = args;
  if (request.signal.aborted) return error;
  const { pathname, search } = new URL(request.url);
  const [sent, locale] = await Promise.all([read().catch(() => undefined), localeOf(request)]);
  const found = sent && (await keptForm({ address: `${pathname}${search}`, status, params, handle, sent, locale }));
  if (!found) return error;
  if (isBug) logBug(error, args);
  const said = error instanceof Response ? messageOf(error) : undefined;
  const own = status === 429 ? "kept:tooMany" : status >= 500 ? "errors:genericError" : undefined;
  const message = said ?? (own && translator(locale)(own));
  const form = { values: found.values, errors: {}, message };
  const headers = error instanceof Response ? retryAfterOf(error) : undefined;
  const reason = error instanceof Response ? reasonOf(error) : undefined;
  return data<FailedForm>({ form, requestId: requestId(request), kept: found.kept, reason }, { status, headers });
}

function retryAfterOf({ headers }: Response): HeadersInit {
  const retryAfter = headers.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

/**
 * Returns thrown errors as JSON with the same status and `Retry-After`, and bugs as 500. They must not be thrown, because for a fetcher
 * Remix would then replace the page, including any input.
 */
function failingInJson<T extends Action | Loader>(answer: T, { logBug }: Options): T {
  const failing = async (args: Args) => {
    try {
      return await answer(args);
    } catch (error) {
      const isBug = error instanceof Error;
      if (!isBug && (!(error instanceof Response) || error.status < 400)) throw error;
      if (isBug) logBug(error, args);
      const status = isBug ? 500 : error.status;
      const t = translator(await localeOf(args.request));
      const message = (isBug ? undefined : messageOf(error)) ?? t(`shell:errors.${kindOfStatus(status)}.title`);
      const failure: JsonFailure = { kind: "failed", message, requestId: requestId(args.request) };
      return Response.json(failure, { status, headers: isBug ? {} : retryAfterOf(error) });
    }
  };
  return Object.assign(failing, answer) as unknown as T;
}
