/** Sends one request over the network, or to a test's route, and returns once the response starts. */
import { config } from '../config.ts';
import { version } from '../version.ts';
import { ACCEPT_ENCODING } from './body.ts';
import type { FetchRequest, FetchResponse } from './messages.ts';
import type { createPools } from './pools.ts';
import { findRoute } from './routes.ts';

type Pools = ReturnType<typeof createPools>;

const userAgent = `Potluck/${version} (+${config.baseUrl})`;

/** Set by the connection, never by the caller. */
const connectionHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
]);

export async function exchange(pools: Pools, request: FetchRequest): Promise<FetchResponse> {
  const headers = headersOf(request);
  const route = findRoute(request.url.host);
  if (route) return route({ ...request, headers });

  const answer = await pools.poolFor(request.url.origin).request({
    method: request.method,
    path: `${request.url.pathname}${request.url.search}`,
    headers,
    body: request.body,
    signal: request.signal,
  });
  answer.body.on('error', ignore);
  return { status: answer.statusCode, headers: toHeaders(answer.headers), body: answer.body };
}

function headersOf({ headers, body }: FetchRequest): Record<string, string> {
  const sent = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !connectionHeaders.has(name));
  return {
    ...Object.fromEntries(sent),
    'user-agent': userAgent,
    'accept-encoding': ACCEPT_ENCODING,
    ...(body && { 'content-length': String(body.length) }),
  };
}

/** Omits headers that are invalid by the Fetch standard. */
function toHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) {
      try {
        headers.append(name, value);
      } catch {
        break;
      }
    }
  }
  return headers;
}

// Dropping a body emits an error event, which would end the process without a listener.
function ignore(): void {}
