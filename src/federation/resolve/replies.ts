/** Reads the replies collection of a remote item. */
import { originOf } from '../../lib/iris.ts';
import { idOf, iriOf, isObject, type JsonObject, listOf, member } from '../json-ld/json.ts';
import { readCollection } from '../objects/collection.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { failureOf } from './error.ts';
import { deeper, type FetchBudget } from './fetch-budget.ts';
import { fetchActivityJson, fetchJson } from './fetch-json.ts';

const maxPages = 6;

export interface RemoteReplies {
  iri: string;
  counts: RemoteObject['counts'];
  /** IRIs only: each reply is fetched from its own server. */
  replies: string[];
}

/** Returns at most `maxReplies`, as far as they can be read. Throws ResolveError when the item cannot be fetched. */
export async function readReplies(
  iri: string,
  maxReplies: number,
  budget: FetchBudget,
): Promise<RemoteReplies> {
  const item = await fetchJson(iri, budget);
  const reading = readObject(item);
  const replies: string[] = [];
  let next: unknown = listOf(member(item, 'replies'))[0];
  for (let pages = 0; next && replies.length < maxReplies && pages < maxPages; pages += 1) {
    const page = await pageOf(next, iri, deeper(budget));
    const collection = readCollection(page);
    if (!collection.ok) break;
    replies.push(...(collection.value.items.map(idOf).filter((reply) => iriOf(reply) !== null) as string[]));
    // An embedded first page has its own `next`.
    next = collection.value.next ?? member(listOf(member(page, 'first'))[0], 'next');
  }
  return {
    iri: item.id,
    counts: reading.ok ? reading.value.counts : undefined,
    replies: replies.slice(0, maxReplies),
  };
}

/** Returns an embedded page, or fetches it from the origin of the item. */
async function pageOf(link: unknown, iri: string, budget: FetchBudget): Promise<JsonObject | null> {
  const embedded = isObject(link) ? readCollection(link) : null;
  if (embedded?.ok && (embedded.value.items.length > 0 || embedded.value.next !== null)) {
    return link as JsonObject;
  }
  const url = iriOf(link);
  if (url === null || originOf(url) !== originOf(iri)) return null;
  try {
    return (await fetchActivityJson(url, budget)).json;
  } catch (error) {
    if (failureOf(error) === null) throw error;
    return null;
  }
}
