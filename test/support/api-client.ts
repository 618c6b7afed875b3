/** An API client over HTTPS with a token. It checks every response against the OpenAPI document. */
import { Agent, FormData, request } from 'undici';
import { expectDocumentedResponse } from './openapi-check.ts';
import { waitTimeoutMs } from './wait-timeout.ts';

export interface ClientResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: callers declare what they read
  body: any;
}

export interface ApiClient {
  /**
   * `path` starts with a slash and is below /api/v1 unless it is a URL. Rejects without a response, or when the
   * document does not allow it.
   */
  get(path: string, headers?: Record<string, string>): Promise<ClientResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientResponse>;
  put(path: string, body: unknown): Promise<ClientResponse>;
  patch(path: string, body: unknown): Promise<ClientResponse>;
  delete(path: string): Promise<ClientResponse>;
}

/** @param ca PEM of the trusted certificate authority */
export function createApiClient(origin: string, ca: string, token?: string): ApiClient {
  const dispatcher = new Agent({
    connect: { ca },
    headersTimeout: waitTimeoutMs,
    bodyTimeout: waitTimeoutMs,
  });

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ClientResponse> {
    const url = path.startsWith('/') ? `${origin}/api/v1${path}` : path;
    const isForm = body instanceof FormData;
    const response = await request(url, {
      method,
      dispatcher,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const isJson = /json/.test(String(response.headers['content-type'] ?? ''));
    const { statusCode: status } = response;
    const parsed = isJson && text ? JSON.parse(text) : text;
    const responseHeaders = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    expectDocumentedResponse(method, url, { status, headers: new Headers(responseHeaders), text });
    return { status, headers: response.headers, body: parsed };
  }

  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  };
}
