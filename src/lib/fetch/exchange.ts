/** Sends one request and gives back the beginning of its answer, from the network or from a test's route. */
import { addAbortSignal, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { config } from '../config.ts';
import { version } from '../version.ts';
import { ACCEPT_ENCODING } from './body.ts';
import type { createPools } from './pools.ts';
import { findRoute, type Route } from './routes.ts';

export interface Outgoing {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

export interface Incoming {
  status: number;
  headers: Headers;
  /** Still packed, and without a limit. */
  body: Readable;
}

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
  if (route) return answerFrom(route, request, headers);

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

async function answerFrom(
  route: Route,
  request: Outgoing,
  headers: Record<string, string>,
): Promise<Incoming> {
  const { url, method, signal } = request;
  const body = request.body ? Uint8Array.from(request.body) : undefined;
  const answer = await route(new Request(url, { method, headers: { ...headers, host: url.host }, body }));
  const stream = answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]);
  stream.on('error', ignore);
  return { status: answer.status, headers: answer.headers, body: addAbortSignal(signal, stream) };
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
