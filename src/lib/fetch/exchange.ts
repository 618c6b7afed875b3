/** Sends one request and gives back the beginning of its answer, from the network or from a test's route. */
import { config } from '../config.ts';
import { version } from '../version.ts';
import { ACCEPT_ENCODING } from './body.ts';
import type { Incoming, Outgoing } from './messages.ts';
import type { createPools } from './pools.ts';
import { findRoute } from './routes.ts';

type Pools = ReturnType<typeof createPools>;

const userAgent = `Potluck/${version} (+${config.baseUrl})`;

/** What the connection decides on, never the caller. */
const ours = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
]);

export async function exchange(pools: Pools, request: Outgoing): Promise<Incoming> {
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

function headersOf({ headers, body }: Outgoing): Record<string, string> {
  const sent = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !ours.has(name));
  return {
    ...Object.fromEntries(sent),
    'user-agent': userAgent,
    'accept-encoding': ACCEPT_ENCODING,
    ...(body && { 'content-length': String(body.length) }),
  };
}

/** A header that is no header by the Fetch standard is left out: strangers send anything. */
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

// A body that is dropped half-way says so by an error event, which nobody needs to hear.
function ignore(): void {}
