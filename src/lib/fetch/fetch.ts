/** Fetches from other servers, within limits of time and size. */
import { pipeline, type Readable } from 'node:stream';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { errors } from 'undici';
import { config } from '../config.ts';
import { percentEncoded } from '../iris.ts';
import { version } from '../paths.ts';
import { collectBytes } from '../read-body.ts';
import { noteRemoteClock } from '../remote-clocks.ts';
import { traced } from '../tracing/tracing.ts';
import {
  type ConnectorOptions,
  createConnector,
  createPools,
  type FetchRequest,
  type FetchResponse,
  findRoute,
  parseTarget,
  redirectTarget,
} from './connections.ts';
import { FetchError } from './error.ts';

// Aborts a request with all its redirects and bodies after a deadline or when the caller aborts

interface Deadline {
  signal: AbortSignal;
  timedOut: () => boolean;
  /** Rejects at the deadline even if the promise never settles. */
  race: <T>(promise: Promise<T>) => Promise<T>;
}

/** `work` gets at most `ms` milliseconds. */
async function withDeadline<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, ms);
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });

  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  controller.signal.addEventListener('abort', () => ended.reject(controller.signal.reason), { once: true });

  try {
    return await work({
      signal: controller.signal,
      timedOut: () => timedOut,
      race: (promise) => Promise.race([promise, ended.promise]),
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

// Reads and decompresses response bodies up to a limit

const ACCEPT_ENCODING = 'gzip, deflate, br';

type Decoder = Gunzip | Inflate | BrotliDecompress;

const decoders = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** What servers name that changes nothing. S3 keeps `aws-chunked` from the upload. */
const plainEncodings = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary', '7bit', '8bit', 'aws-chunked']);

/** Yields decompressed chunks, of one encoding at most. Throws FetchError for an unsupported encoding. */
function decodedChunks(host: string, source: Readable, encoding: string): AsyncIterable<Buffer> {
  const names = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !plainEncodings.has(name));
  return names.length === 0 ? source : unpacked(host, source, names.join(', '));
}

async function* unpacked(host: string, source: Readable, encoding: string): AsyncGenerator<Buffer> {
  const decoder = decoderFor(host, source, encoding);
  let sourceFailed = false;
  source.once('error', () => {
    sourceFailed = true;
  });

  try {
    yield* pipeline(source, decoder, () => {});
  } catch (error) {
    if (sourceFailed) throw error;
    // A response without a body, such as 304, may still have a Content-Encoding.
    if (decoder.bytesWritten === 0 && isUnexpectedEnd(error)) return;
    throw new FetchError('bad_encoding', host, 'sent a body that cannot be decompressed', error);
  } finally {
    source.destroy();
  }
}

function decoderFor(host: string, source: Readable, encoding: string): Decoder {
  const decoder = decoders.get(encoding);
  if (decoder) return decoder();
  source.destroy();
  throw new FetchError('bad_encoding', host, 'sent an unsupported encoding');
}

function isUnexpectedEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

/** Throws FetchError('too_large') as soon as the body exceeds `maxBytes`. */
async function readWhole(host: string, chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const read = collectBytes();
  for await (const chunk of chunks) {
    if (read.length + chunk.length > maxBytes)
      throw new FetchError('too_large', host, `sent more than ${maxBytes} bytes`);
    read.add(chunk);
  }
  return read.bytes();
}

/** Returns at most `maxBytes` of the body, or less if it breaks off or cannot be decompressed. */
async function readBeginning(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const read = collectBytes();
  try {
    for await (const chunk of chunks) {
      read.add(chunk);
      if (read.length >= maxBytes) break;
    }
  } catch {
    // What arrived may suffice.
  }
  return read.bytes().subarray(0, maxBytes);
}

// Sends one request over the network, or to a test's route, and returns once the response starts

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

async function exchange(pools: Pools, request: FetchRequest): Promise<FetchResponse> {
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

/** Omits headers that are invalid by the Fetch standard. Addresses in raw Unicode are none of these. */
function toHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) {
      try {
        headers.append(name, hasAddress.has(name) ? inAscii(value) : value);
      } catch {
        break;
      }
    }
  }
  return headers;
}

const hasAddress = new Set(['location', 'link']);

/** The bytes of a header are read as Latin-1. */
const inAscii = (value: string): string => value.replace(/\P{ASCII}+/gu, (text) => percentEncoded(text, 'latin1'));

// Dropping a body emits an error event, which would end the process without a listener.
function ignore(): void {}

// The only client for requests to other servers: public addresses only, with a deadline and size limits

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

interface PostOptions {
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

  async function get(target: URL, first: URL, options: FetchOptions, deadline: Deadline): Promise<FetchResponse> {
    const headers = { ...(target.origin === first.origin && options.headers), accept: options.accept };
    const signing = options.sign?.({ method: 'GET', url: target.href, headers });
    const signed = signing ? await deadline.race(signing) : {};
    const { signal } = deadline;
    return deadline.race(exchange(pools, { method: 'GET', url: target, headers: { ...headers, ...signed }, signal }));
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
