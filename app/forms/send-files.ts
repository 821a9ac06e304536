import { showUpload } from "./uploads";

/**
 * From now on, forms with files that Remix posts are sent by XMLHttpRequest, because `fetch` does not report upload progress. Loaded when
 * the first file is chosen; without it, forms are sent all the same.
 */
const { fetch: fetchPlainly } = window;
window.fetch = (input, init) => (init?.body instanceof FormData ? post(String(input), init.body, init) : fetchPlainly(input, init));

function post(url: string, body: FormData, { headers, signal }: RequestInit): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "blob";
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => showUpload({ sent: loaded, total });
    request.onload = () => resolve(new Response(request.response, { status: request.status, headers: headersOf(request) }));
    // The same error that `fetch` throws.
    request.onerror = () => reject(new TypeError("Failed to fetch"));
    request.onabort = () => reject(new DOMException("The upload was aborted", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  }).finally(() => showUpload(undefined));
}

const headersOf = (request: XMLHttpRequest): [string, string][] =>
  request
    .getAllResponseHeaders()
    .split("\r\n")
    .filter(Boolean)
    .map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name, value.join(": ")];
    });
