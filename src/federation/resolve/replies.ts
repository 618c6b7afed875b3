/** Which replies an item of another server has, as that server says. */
import { originOf } from '../../lib/iris.ts';
import { readCollection } from '../collections.ts';
import { idOf, iriOf, isObject, type JsonObject, listOf, member } from '../json.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { type Budget, deeper } from './budget.ts';
import { failureOf } from './error.ts';
import { fetchJson, fetchOnce } from './fetch-json.ts';

const maxPages = 6;

export interface KnownReplies {
  iri: string;
  counts: RemoteObject['counts'];
  /** IRIs: what the replies say is for their own servers to tell. */
  replies: string[];
}

/** As far as it can be read, at most `most`. Throws ResolveError when the item itself is not to be had. */
export async function readReplies(iri: string, most: number, budget: Budget): Promise<KnownReplies> {
  const item = await fetchJson(iri, budget);
  const reading = readObject(item);
  const replies: string[] = [];
  let next: unknown = listOf(member(item, 'replies'))[0];
  for (let pages = 0; next && replies.length < most && pages < maxPages; pages += 1) {
    const page = await pageOf(next, iri, deeper(budget));
    const collection = readCollection(page);
    if (!collection.ok) break;
    replies.push(...(collection.value.items.map(idOf).filter((reply) => iriOf(reply) !== null) as string[]));
    // An embedded first page brings its own way on.
    next = collection.value.next ?? member(listOf(member(page, 'first'))[0], 'next');
  }
  return {
    iri: item.id,
    counts: reading.ok ? reading.value.counts : undefined,
    replies: replies.slice(0, most),
  };
}

/** Embedded, or fetched from where the item is. */
async function pageOf(given: unknown, iri: string, budget: Budget): Promise<JsonObject | null> {
  const embedded = isObject(given) ? readCollection(given) : null;
  if (embedded?.ok && (embedded.value.items.length > 0 || embedded.value.next !== null)) {
    return given as JsonObject;
  }
  const url = iriOf(given);
  if (url === null || originOf(url) !== originOf(iri)) return null;
  try {
    return (await fetchOnce(url, budget)).json;
  } catch (error) {
    if (failureOf(error) === null) throw error;
    return null;
  }
}
