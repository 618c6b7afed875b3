/** Fetches ActivityPub documents, believing each only about itself. */
import { FetchError, type FetchedDocument, type FetchOptions, fetchDocument } from '../../lib/fetch.ts';
import { originOf } from '../../lib/iris.ts';
import { isBlocked } from '../blocked-hosts.ts';
import { compacted } from '../compact.ts';
import { isSameIri, parseDocument } from '../document.ts';
import { iriOf, isObject, type JsonObject } from '../json.ts';
import { acceptActivity, isActivityMedia } from '../media-type.ts';
import { Refusal } from '../refusal.ts';
import { type Budget, spend } from './budget.ts';
import { ResolveError, refused } from './error.ts';
import { signAsInstance } from './sign-as-instance.ts';

/**
 * The document whose `id` is where it was found. Where a document says its id is another URL of the same origin, that
 * one is fetched instead, once. Throws ResolveError.
 */
export async function fetchJson(url: string, budget: Budget): Promise<JsonObject & { id: string }> {
  const found = await fetchOnce(url, budget);
  if (found.id !== null && isSameDocument(found.id, found.url)) return { ...found.json, id: found.id };
  if (found.id === null || originOf(found.id) !== originOf(found.url)) {
    throw refused('the document does not name itself by the address it has');
  }

  const again = await fetchOnce(found.id, budget);
  if (again.id === null || !isSameDocument(again.id, again.url)) {
    throw refused('the document does not name itself by the address it has');
  }
  return { ...again.json, id: again.id };
}

/** A document of ActivityPub's type, with whatever `id` it claims. Throws ResolveError. */
export async function fetchOnce(
  url: string,
  budget: Budget,
): Promise<{ url: string; id: string | null; json: JsonObject }> {
  const document = await get(url, { accept: acceptActivity, sign: signAsInstance }, budget);
  if (!isActivityMedia(document.headers.get('content-type')))
    throw refused('the answer is no ActivityPub document');
  try {
    const json = await compacted(parseDocument(document.body).json);
    if (!isObject(json)) throw refused('the document is no object');
    return { url: document.url, id: iriOf(json.id), json };
  } catch (error) {
    if (error instanceof Refusal) throw refused(error.message);
    throw error;
  }
}

/** Any document that is there. Throws ResolveError. */
export async function get(url: string, options: FetchOptions, budget: Budget): Promise<FetchedDocument> {
  if (originOf(url) === null || (await isBlocked(url))) throw refused('the server is not one we speak to');
  const document = await fetchDocument(url, counted(options, budget)).catch((error: unknown) => {
    if (!(error instanceof FetchError)) throw error;
    if (error.cause instanceof ResolveError) throw error.cause;
    throw new ResolveError(passing.has(error.reason) ? 'unreachable' : 'refused', error.message, error);
  });
  if (await isBlocked(document.url)) throw refused('the server is not one we speak to');

  const { status } = document;
  if (status >= 200 && status < 300) return document;

  const { host } = new URL(document.url);
  if (status === 410) throw new ResolveError('gone', `${host} says it is gone`);
  if (status === 404) throw new ResolveError('missing', `${host} does not have it`);
  if (status === 429 || status >= 500) throw new ResolveError('unreachable', `${host} answers ${status}`);
  throw refused(`${host} answers ${status}`);
}

/** Each hop is asked to be signed, and so each is counted. */
const counted = (options: FetchOptions, budget: Budget): FetchOptions => ({
  ...options,
  sign: async (request) => {
    await spend(budget);
    return options.sign?.(request) ?? {};
  },
});

const passing: ReadonlySet<FetchError['reason']> = new Set(['dns', 'connect', 'timeout', 'network']);

/** An id may have a fragment, which no server sees. */
function isSameDocument(id: string, url: string): boolean {
  return isSameIri(id.replace(/#.*$/, ''), url);
}
