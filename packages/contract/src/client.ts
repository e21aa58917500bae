import { ApiError, codeOfStatus, readWireError } from './errors.ts';
import { type AnyExtRoute, type ExtReplyOf, type ExtRequestOf, readReply } from './ext-route.ts';
import type { AnyRoute, Reply, RequestInput } from './route.ts';
import { decodeMessage } from './wire/decode.ts';
import { encodeRequest } from './wire/encode-request.ts';

/** A reply that is not what the contract says. Nothing can be done with it: screens treat it as fatal. */
export class DecodeError extends Error {
  override name = 'DecodeError';

  constructor(call: string, cause: unknown) {
    super(`Failed in decoding ${call} API response.`, { cause });
  }
}

/** The server's refusal; `response` is the raw answer, its body still unread. */
export class CallError extends ApiError {
  override name = 'CallError';
  readonly response: Response;

  constructor(error: ApiError, response: Response) {
    super(error.code, error.message, { status: response.status });
    this.response = response;
  }
}

export interface ClientOptions {
  /** Where the server is, trailing slashes do not matter; '' is the page's own origin. */
  baseUrl?: string;
  /** Sent as a bearer token, but for calls that need none. In a browser the session's cookie does without. */
  token?: string | (() => string | undefined);
  fetch?: typeof fetch;
  /** Sees every failed call, for example to sign out at a 401. */
  onError?: (error: CallError) => void;
}

interface CallOptions {
  signal?: AbortSignal;
  /** The call outlives the page that makes it; a browser takes at most 64 KB of body for such calls. */
  keepalive?: boolean;
}

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions = {}) {
  const base = (options.baseUrl ?? 'http://localhost').replace(/\/+$/, '');

  async function send(route: AnyRoute | AnyExtRoute, parts: RequestParts, more: CallOptions): Promise<Response> {
    const headers: Record<string, string> = {};
    const token = typeof options.token === 'function' ? options.token() : options.token;
    if (token && !('noAuth' in route && route.noAuth)) headers.Authorization = `Bearer ${token}`;
    if (parts.body !== undefined) headers['Content-Type'] = 'application/json';
    const doFetch = options.fetch ?? fetch;
    const response = await doFetch(`${base}${parts.path}`, {
      method: route.method,
      headers,
      body: parts.body,
      signal: more.signal ?? null,
      keepalive: more.keepalive ?? false,
      credentials: 'same-origin',
    });
    if (response.ok) return response;
    throw await failure(response);
  }

  async function failure(response: Response): Promise<CallError> {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const error =
      readWireError(body, response.status) ??
      new ApiError(codeOfStatus(response.status), 'Unknown error encountered.', { status: response.status });
    const failed = new CallError(error, response);
    options.onError?.(failed);
    return failed;
  }

  /** Makes a call and gives its whole reply. Throws CallError, DecodeError, or what fetch throws. */
  async function call<R extends AnyRoute>(route: R, request: RequestInput<R>, more?: CallOptions): Promise<Reply<R>>;
  async function call<R extends AnyExtRoute>(
    route: R,
    request: ExtRequestOf<R>,
    more?: CallOptions,
  ): Promise<ExtReplyOf<R>>;
  async function call(route: AnyRoute | AnyExtRoute, request: unknown, more: CallOptions = {}): Promise<unknown> {
    // The overloads above say what a request is; here its type is forgotten with the route's.
    const parts = 'kind' in route ? extParts(route, request as ExtParts) : encodeRequest(route, request as object);
    const response = await send(route, parts, more);
    const text = await response.text();
    try {
      if (!('kind' in route)) return decodeMessage(route.reply, JSON.parse(text));
      return route.reply ? await readReply(route.reply, JSON.parse(text)) : undefined;
    } catch (error) {
      throw new DecodeError(route.name, error);
    }
  }

  /** Follows a streaming call. Ends with the server's stream; an error line is thrown. */
  async function* stream<R extends AnyRoute>(
    route: R,
    request: RequestInput<R>,
    more: CallOptions = {},
  ): AsyncGenerator<Reply<R>, void, undefined> {
    const response = await send(route, encodeRequest(route, request), more);
    for await (const line of linesOf(response)) {
      const result = readLine(route, line);
      if (result instanceof ApiError) throw new CallError(result, response);
      yield result as Reply<R>; // decoded by the route's own message
    }
  }

  return { call, stream };
}

interface RequestParts {
  path: string;
  body?: string | undefined;
}

function readLine(route: AnyRoute, line: string): unknown {
  try {
    const json = JSON.parse(line);
    const error = readWireError(json, 0);
    return error ?? decodeMessage(route.reply, json.result);
  } catch (error) {
    throw new DecodeError(route.name, error);
  }
}

async function* linesOf(response: Response): AsyncGenerator<string, void, undefined> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value ?? '')).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      yield* lines.filter((line) => line !== '');
      if (done) return;
    }
  } finally {
    // Also when the caller stops early: the server then ends its side.
    await reader.cancel().catch(() => undefined);
  }
}

interface ExtParts {
  params?: object;
  query?: object;
  body?: unknown;
}

function extParts(route: AnyExtRoute, request: ExtParts): RequestParts {
  const params: Record<string, unknown> = { ...request.params };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) query.append(key, String(item));
  }
  return {
    path: query.size > 0 ? `${path}?${query}` : path,
    body: route.body ? JSON.stringify(request.body ?? {}) : undefined,
  };
}
