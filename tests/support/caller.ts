/** Sends one request: into the API in this process, or over HTTP. */
export type Send = (request: Request) => Promise<Response>;

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it expects.
  body: any;
}

/** A form with files. */
export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** A client of the API. Bodies are sent as JSON, forms as such. */
export interface Caller {
  get(path: string, headers?: HeadersInit): Promise<Answer>;
  post(path: string, body?: unknown, headers?: HeadersInit): Promise<Answer>;
  put(path: string, body?: unknown, headers?: HeadersInit): Promise<Answer>;
  delete(path: string, headers?: HeadersInit, body?: unknown): Promise<Answer>;
  /** Any other request; the person's headers are added. */
  request(path: string, init: RequestInit): Promise<Response>;
}

export function createCaller(send: Send, origin: string, personHeaders: () => Promise<Record<string, string>>): Caller {
  const request: Caller["request"] = async (path, init) => {
    const headers = new Headers(await personHeaders());
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return send(new Request(`${origin}${path}`, { ...init, headers }));
  };
  const call = async (method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Answer> => {
    const all = new Headers(headers);
    const isJson = body !== undefined && !(body instanceof FormData);
    if (isJson) all.set("Content-Type", "application/json");
    const response = await request(path, { method, headers: all, body: isJson ? JSON.stringify(body) : ((body as FormData) ?? null) });
    const text = await response.text();
    const answersJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, body: answersJson ? JSON.parse(text) : text };
  };
  return {
    request,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    put: (path, body, headers) => call("PUT", path, body, headers),
    delete: (path, headers, body) => call("DELETE", path, body, headers),
  };
}
