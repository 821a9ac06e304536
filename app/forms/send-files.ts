import { showUpload } from "./uploads";

/**
 * From here on forms that Remix posts with files go by XMLHttpRequest: `fetch` does not say how much of a body has been sent. Loaded
 * when the first file is chosen; without it they are sent all the same.
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
    // As `fetch` would have it.
    request.onerror = () => reject(new TypeError("Failed to fetch"));
    request.onabort = () => reject(new DOMException("The form is not sent any more", "AbortError"));
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
