/** Sends one request: into the API in this process, or over HTTP. */
export type Send = (request: Request) => Promise<Response>;

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it expects.
  body: any;
}

/** A client of the API. */
export interface Caller {
  get(path: string, headers?: HeadersInit): Promise<Answer>;
  post(path: string, body?: unknown, headers?: HeadersInit): Promise<Answer>;
  put(path: string, body?: unknown, headers?: HeadersInit): Promise<Answer>;
  delete(path: string, headers?: HeadersInit): Promise<Answer>;
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
    if (body !== undefined) all.set("Content-Type", "application/json");
    const response = await request(path, { method, headers: all, body: body === undefined ? null : JSON.stringify(body) });
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    request,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    put: (path, body, headers) => call("PUT", path, body, headers),
    delete: (path, headers) => call("DELETE", path, undefined, headers),
  };
}
