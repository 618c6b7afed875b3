/** The only client for requests to other servers: public addresses only, with a deadline and size limits. */
import { errors } from 'undici';
import { config } from '../config.ts';
import { noteRemoteClock } from '../remote-clocks.ts';
import { traced } from '../tracing/tracing.ts';
import { decodedChunks, readBeginning, readWhole } from './body.ts';
import { type ConnectorOptions, createConnector } from './connector.ts';
import { type Deadline, withDeadline } from './deadline.ts';
import { FetchError } from './error.ts';
import { exchange } from './exchange.ts';
import type { FetchResponse } from './messages.ts';
import { createPools } from './pools.ts';
import { parseTarget, redirectTarget } from './target.ts';

export { FetchError, type FetchFailure } from './error.ts';
export { type Route, routeFetchTo } from './routes.ts';

const DEADLINE_MS = 10_000;
const MAX_HOPS = 3;
const MAX_DOCUMENT_BYTES = 2 ** 20;
const MAX_REPLY_BYTES = 64 * 1024;

/** Returns headers to add to a request. Called again for each redirect. */
export type SignRequest = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
}) => Promise<Record<string, string>>;

export interface FetchOptions {
  accept: string;
  headers?: Record<string, string>;
  sign?: SignRequest;
  /** After decompression. 1 MiB by default. */
  maxBytes?: number;
  /** Redirects and alternate links already followed, which count towards the limit. */
  hops?: number;
  /** 3 by default. */
  maxRedirects?: number;
  signal?: AbortSignal;
  /** A member asked for this page. It is fetched even if the server does not federate. */
  forMember?: true;
}

export interface FetchedDocument {
  /** The final URL without a fragment. */
  url: string;
  status: number;
  headers: Headers;
  body: Uint8Array;
  hops: number;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: Uint8Array | string;
  signal?: AbortSignal;
}

export interface PostResponse {
  status: number;
  headers: Headers;
  /** At most the first 64 KiB. */
  body: Uint8Array;
}

export interface ClientOptions extends ConnectorOptions {
  federates: boolean;
  /** For the whole request with all redirects. 10 s by default. */
  deadlineMs?: number;
}

/** Creates a client with its own connections. Only tests need one besides the shared client below. */
export function createClient({ federates, deadlineMs = DEADLINE_MS, ...connecting }: ClientOptions) {
  const pools = createPools(createConnector(connecting));

  async function fetchDocument(url: string, options: FetchOptions): Promise<FetchedDocument> {
    const first = options.forMember ? parseTarget(url) : targetOf(url);
    return guarded('GET', first, options.signal, async (deadline) => {
      let target = first;
      for (let hops = options.hops ?? 0; ; hops++) {
        const answer = await get(target, first, options, deadline);
        const next = redirectTarget(answer, target);
        if (next === null) {
          const body = await deadline.race(
            readWhole(target.host, bodyOf(target, answer), options.maxBytes ?? MAX_DOCUMENT_BYTES),
          );
          return { url: target.href, status: answer.status, headers: answer.headers, body, hops };
        }

        answer.body.destroy();
        if (hops >= (options.maxRedirects ?? MAX_HOPS))
          throw new FetchError('too_many_redirects', first.host, 'redirects too often');
        target = next;
      }
    });
  }

  async function get(
    target: URL,
    first: URL,
    options: FetchOptions,
    deadline: Deadline,
  ): Promise<FetchResponse> {
    const headers = { ...(target.origin === first.origin && options.headers), accept: options.accept };
    const signing = options.sign?.({ method: 'GET', url: target.href, headers });
    const signed = signing ? await deadline.race(signing) : {};
    const { signal } = deadline;
    return deadline.race(
      exchange(pools, { method: 'GET', url: target, headers: { ...headers, ...signed }, signal }),
    );
  }

  async function post(url: string, { headers, body, signal }: PostOptions): Promise<PostResponse> {
    const target = targetOf(url);
    return guarded('POST', target, signal, async (deadline) => {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      const answer = await deadline.race(
        exchange(pools, { method: 'POST', url: target, headers, body: bytes, signal: deadline.signal }),
      );
      noteRemoteClock(target.host, answer.headers.get('date'));
      const reply = await readBeginning(bodyOf(target, answer), MAX_REPLY_BYTES);
      return { status: answer.status, headers: answer.headers, body: reply };
    });
  }

  function targetOf(url: string): URL {
    const target = parseTarget(url);
    if (!federates) throw new FetchError('not_federating', target.host, 'this server does not federate');
    return target;
  }

  async function guarded<T extends { status: number }>(
    method: 'GET' | 'POST',
    target: URL,
    signal: AbortSignal | undefined,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const attributes = { 'http.request.method': method, 'server.address': target.host };
    return traced({ name: method, kind: 'client', attributes }, async (note) => {
      const answer = await inTime(target, signal, work);
      note({ 'http.response.status_code': answer.status });
      return answer;
    });
  }

  async function inTime<T>(
    target: URL,
    signal: AbortSignal | undefined,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    return withDeadline(deadlineMs, signal, async (deadline) => {
      try {
        return await work(deadline);
      } catch (error) {
        if (error instanceof FetchError) throw error;
        if (deadline.timedOut()) throw new FetchError('timeout', target.host, 'took too long', error);
        if (signal?.aborted) throw signal.reason;
        if (error instanceof errors.HeadersOverflowError) {
          throw new FetchError('too_large', target.host, 'sent too many headers', error);
        }
        throw new FetchError('network', target.host, 'the exchange broke off', error);
      }
    });
  }

  return { fetchDocument, post, close: pools.close };
}

function bodyOf(target: URL, { body, headers }: FetchResponse): AsyncIterable<Buffer> {
  return decodedChunks(target.host, body, headers.get('content-encoding') ?? '');
}

const client = createClient(config);

/**
 * GETs a document and follows at most 3 redirects, each checked and signed like the first. `headers` go to the first
 * origin only. Returns for any HTTP status. Throws FetchError or the signal's reason.
 */
export const fetchDocument = client.fetchDocument;

/**
 * POSTs without following redirects. Returns once a status was received, even if the body breaks off or never ends.
 * Throws FetchError or the signal's reason.
 */
export const post = client.post;
