/**
 * Calls the API as an account: `as(ann).post('/recipes', …)`. Every response is checked against the OpenAPI document.
 */
import type { Hono } from 'hono';
import { expect } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createToken, scopes } from '../../src/domain/access/tokens.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { createCache } from '../../src/lib/cache.ts';
import { checkedAgainstOpenApi } from './openapi-check.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON; tests read it freely. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape was checked already
  body: any;
  text: string;
}

type Options = { headers?: Record<string, string> };

let app: Hono | undefined;
const tokens = createCache<number, Promise<string>>({ max: 10_000 });

/** Throws for responses that the document does not allow. */
export function testApp(): Hono {
  app ??= checkedAgainstOpenApi(createApp());
  return app;
}

/** With every scope. */
export function tokenOf(account: Account): Promise<string> {
  const known = tokens.get(account.id);
  if (known) return known;
  const token = createToken({ accountId: account.id, scopes });
  tokens.set(account.id, token);
  return token;
}

export const as = (account: Account) => clientWithToken(() => tokenOf(account));
export const withToken = (token: string) => clientWithToken(async () => token);
export const anyone = clientWithToken(async () => null);

function clientWithToken(token: () => Promise<string | null>) {
  const send =
    (method: string, withBody: boolean) =>
    async (path: string, body?: unknown, { headers = {} }: Options = {}): Promise<ApiResponse> => {
      const text = await token();
      return request(method, path, {
        headers: {
          ...(text && { authorization: `Bearer ${text}` }),
          ...(withBody && body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(withBody && body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    };
  return {
    get: (path: string, options?: Options) => send('GET', false)(path, undefined, options),
    post: send('POST', true),
    patch: send('PATCH', true),
    put: send('PUT', true),
    delete: (path: string, options?: Options & { body?: unknown }) =>
      send('DELETE', true)(path, options?.body, options),
  };
}

/** `path` below /api/v1. */
export async function request(method: string, path: string, init: RequestInit = {}): Promise<ApiResponse> {
  const response = await testApp().request(`https://cook.example/api/v1${path}`, { method, ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  const answer = { status: response.status, headers: response.headers, body, text };
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  return answer;
}
