/** Fetches documents of other servers within a budget. */
import { Parser } from 'htmlparser2';
import { takeRequest } from '../../db/semaphore.ts';
import { isBlockedUrl } from '../../domain/moderation/domain-rules.ts';
import { config } from '../../lib/config.ts';
import { FetchError } from '../../lib/fetch/error.ts';
import { type FetchedDocument, type FetchOptions, fetchDocument } from '../../lib/fetch/fetch.ts';
import { originOf } from '../../lib/iris.ts';
import { compacted } from '../json-ld/compact.ts';
import {
  acceptActivity,
  iriOf,
  isActivityMedia,
  isObject,
  isSameIri,
  type JsonObject,
  parseDocument,
} from '../json-ld/json.ts';
import { Refusal } from '../request.ts';
import { signAsInstance } from '../sign/sign.ts';

// The error thrown when a remote document cannot be used, with its reason

/**
 * `gone` is 410, `missing` 404, `forbidden` 401 or 403. `unreachable` may be retried, `refused` is not what was asked
 * for. `spent`: the fetch budget is used up.
 */
export type ResolveFailure = 'gone' | 'missing' | 'forbidden' | 'refused' | 'unreachable' | 'spent';

export class ResolveError extends Error {
  override readonly name = 'ResolveError';
  readonly reason: ResolveFailure;
  /** Of the answer, where that was no other reason. */
  readonly status: number | null;

  constructor(reason: ResolveFailure, message: string, cause?: unknown, status: number | null = null) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.status = status;
  }
}

export const refused = (message: string, cause?: unknown): ResolveError => new ResolveError('refused', message, cause);

/** Returns the reason, or null for another kind of error. */
export function failureOf(error: unknown): ResolveFailure | null {
  return error instanceof ResolveError ? error.reason : null;
}

/** Whether there certainly is no such document: its server says so, serves something else, or does not exist. */
export function isDefinite({ reason, cause }: ResolveError): boolean {
  const isHostMissing = cause instanceof FetchError && cause.reason === 'no_such_host';
  return isHostMissing || reason === 'gone' || reason === 'missing' || reason === 'refused';
}

// Limits how many requests one activity may cause

export interface FetchBudget {
  /** Counts one request and returns whether it may be sent. All fetches caused by the activity share the count. */
  take(): Promise<boolean>;
  depth: number;
}

export const maxRequests = 20;
export const maxDepth = 8;

/** A budget for one operation in this process. */
export function newBudget(requests = maxRequests): FetchBudget {
  let left = requests;
  return {
    take: async () => {
      left -= 1;
      return left >= 0;
    },
    depth: maxDepth,
  };
}

/** A budget shared by all processes and jobs that use the same id. */
export const sharedBudget = (fetchBudgetId: string): FetchBudget => ({
  take: () => takeRequest(fetchBudgetId, maxRequests),
  depth: maxDepth,
});

/** The shared budget of a job, or a new one when the job has no `fetchBudgetId`. */
export const budgetOf = (fetchBudgetId: string | undefined): FetchBudget =>
  fetchBudgetId === undefined ? newBudget() : sharedBudget(fetchBudgetId);

/** The same budget, for a document that a fetched document links to. */
export const deeper = ({ take, depth }: FetchBudget): FetchBudget => ({ take, depth: depth - 1 });

/** Throws ResolveError `spent` when the budget is used up or the link is too deep. */
async function takeFromBudget({ take, depth }: FetchBudget): Promise<void> {
  if (depth <= 0 || !(await take())) {
    throw new ResolveError('spent', 'the fetch budget of this activity is used up');
  }
}

// Fetches ActivityPub documents and checks that each has the id it was fetched from

/**
 * Returns a document whose `id` is the URL that was asked for or the one that answered, on the same origin: WordPress
 * redirects `?p=1` to a permalink. If its id is another URL of the origin, fetches that one instead, once. Throws
 * ResolveError.
 */
export async function fetchJson(url: string, budget: FetchBudget): Promise<JsonObject & { id: string }> {
  return withOwnId(await fetchActivityJson(url, budget), url, budget);
}

/** Like `fetchJson`, and from a web page follows its link to the document that it shows. */
export async function fetchJsonOfPage(url: string, budget: FetchBudget): Promise<JsonObject & { id: string }> {
  const found = await fetchPage(url, budget);
  const alternate = isActivityMedia(found.headers.get('content-type')) ? null : findAlternate(found);
  return alternate === null ? withOwnId(await read(found), url, budget) : fetchJson(alternate, deeper(budget));
}

/** Some servers answer 406 about a page that is no document itself, unless it may be HTML. */
async function fetchPage(url: string, budget: FetchBudget): Promise<FetchedDocument> {
  const options = { accept: acceptActivity, sign: signAsInstance };
  return fetchFrom(url, options, budget).catch((error: unknown) => {
    if (!(error instanceof ResolveError) || error.status !== 406) throw error;
    return fetchFrom(url, { ...options, accept: `${acceptActivity}, text/html;q=0.5` }, budget);
  });
}

async function withOwnId(
  first: ActivityDocument,
  url: string,
  budget: FetchBudget,
): Promise<JsonObject & { id: string }> {
  if (hasOwnId(first, url)) return { ...first.json, id: first.id };
  if (first.id === null || !isOnOrigin(first.id, first.url)) {
    throw refused('the id of the document is not the URL it was fetched from');
  }

  const second = await fetchActivityJson(first.id, budget);
  if (!hasOwnId(second, first.id)) throw refused('the id of the document is not the URL it was fetched from');
  return { ...second.json, id: second.id };
}

interface ActivityDocument {
  /** Where it was found, after redirects. */
  url: string;
  id: string | null;
  json: JsonObject;
}

function hasOwnId(document: ActivityDocument, asked: string): document is ActivityDocument & { id: string } {
  const { id, url } = document;
  if (id === null) return false;
  return isSameDocument(id, url) || (isSameDocument(id, asked) && isOnOrigin(id, url));
}

/** An id with http belongs to the server that answers by https. */
const isOnOrigin = (id: string, url: string): boolean => originOf(secured(id)) === originOf(url);

/** Returns a document with an ActivityPub content type and any `id`. Throws ResolveError. */
export async function fetchActivityJson(url: string, budget: FetchBudget): Promise<ActivityDocument> {
  return read(await fetchFrom(url, { accept: acceptActivity, sign: signAsInstance }, budget));
}

async function read(document: FetchedDocument): Promise<ActivityDocument> {
  if (!isActivityMedia(document.headers.get('content-type')))
    throw refused('the content type of the document is not application/activity+json');
  try {
    const json = await compacted(parseDocument(document.body).json, document.url);
    if (!isObject(json)) throw refused('the document is not a JSON object');
    return { url: document.url, id: iriOf(json.id), json };
  } catch (error) {
    if (error instanceof Refusal)
      throw new ResolveError(error.retryAfterSeconds === null ? 'refused' : 'unreachable', error.message, error);
    throw error;
  }
}

// Finds the ActivityPub document that a web page shows, in its `Link` header or its `<link rel=alternate>`

/** Links are in the head of a page. */
const maxPageBytes = 256 * 1_024;

/** A type without its profile may be anything, so it is followed only if there is no better one. */
export function findAlternate({ url, headers, body }: FetchedDocument): string | null {
  const links = [...linksOfHeader(headers.get('link') ?? ''), ...linksOfPage(headers.get('content-type'), body, url)];
  const alternates = links.filter(({ rel }) => /(?:^|\s)alternate(?:\s|$)/i.test(rel));
  const link =
    alternates.find(({ type }) => isActivityMedia(type)) ??
    alternates.find(({ type }) => /^\s*application\/ld\+json\s*$/i.test(type));
  return link ? (URL.parse(link.href, url)?.href ?? null) : null;
}

interface PageLink {
  href: string;
  rel: string;
  type: string;
}

/** RFC 8288. */
function linksOfHeader(header: string): PageLink[] {
  const links = header.slice(0, 8_192).matchAll(/<([^<>]*)>([^<]*)/g);
  return [...links].map(([, href = '', parameters = '']) => {
    const of = (name: string) => {
      const [, quoted, token] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;,\\s]*))`, 'i').exec(parameters) ?? [];
      return quoted ?? token ?? '';
    };
    return { href, rel: of('rel'), type: of('type') };
  });
}

/** Relative addresses are those of the `base` of the page, if it has one. */
function linksOfPage(contentType: string | null, body: Uint8Array, url: string): PageLink[] {
  if (!/^(?:text\/html|application\/xhtml\+xml)/i.test(contentType ?? '')) return [];
  const links: PageLink[] = [];
  let base = url;
  const parser = new Parser({
    onopentag: (name, { href, rel = '', type = '' }) => {
      if (name === 'base' && href) base = URL.parse(href, url)?.href ?? base;
      if (name === 'link' && href) links.push({ href, rel, type });
    },
  });
  parser.end(new TextDecoder().decode(body.subarray(0, maxPageBytes)));
  return links.map((link) => ({ ...link, href: URL.parse(link.href.trim(), base)?.href ?? link.href }));
}

/** Only https is spoken to other servers, except in private networks. Older ones still name http addresses. */
const secured = (url: string): string =>
  config.privateNetworks.length > 0 ? url : url.replace(/^http:\/\//i, 'https://');

/** Fetches a document of any type. Throws ResolveError for blocked hosts and for statuses other than 2xx. */
export async function fetchFrom(asked: string, options: FetchOptions, budget: FetchBudget): Promise<FetchedDocument> {
  const url = secured(asked);
  if (originOf(url) === null || (await isBlockedUrl(url)))
    throw refused('the server is blocked, or the URL is not http(s)');
  const document = await fetchDocument(url, withBudget(options, budget)).catch((error: unknown) => {
    if (!(error instanceof FetchError)) throw error;
    if (error.cause instanceof ResolveError) throw error.cause;
    throw new ResolveError(temporaryFailures.has(error.reason) ? 'unreachable' : 'refused', error.message, error);
  });
  if (await isBlockedUrl(document.url)) throw refused('the server is blocked, or the URL is not http(s)');

  const { status } = document;
  if (status >= 200 && status < 300) return document;

  const { host } = new URL(document.url);
  if (status === 410) throw new ResolveError('gone', `${host} answered 410`);
  if (status === 404) throw new ResolveError('missing', `${host} answered 404`);
  if (status === 401 || status === 403) throw new ResolveError('forbidden', `${host} answered ${status}`);
  if (status === 429 || status >= 500) throw new ResolveError('unreachable', `${host} answered ${status}`);
  throw new ResolveError('refused', `${host} answered ${status}`, undefined, status);
}

/** `sign` runs for every redirect, so every request is counted. */
const withBudget = (options: FetchOptions, budget: FetchBudget): FetchOptions => ({
  ...options,
  sign: async (request) => {
    await takeFromBudget(budget);
    return options.sign?.(request) ?? {};
  },
});

const temporaryFailures: ReadonlySet<FetchError['reason']> = new Set([
  'dns',
  'no_such_host',
  'connect',
  'timeout',
  'network',
]);

/** Compares without the fragment, which is not sent in a request. */
function isSameDocument(id: string, url: string): boolean {
  return isSameIri(id.replace(/#.*$/, ''), url);
}
