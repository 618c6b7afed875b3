/** Compacts unusual JSON-LD (expanded, aliased or redefined terms) to the short names that our readers use. */
import { isObject, type JsonObject, listOf } from './json.ts';
import { processJsonLd } from './processor.ts';
import { isCheapToProcess } from './size-limit.ts';
import { namesOf, shortName } from './terms.ts';

/** JSON-LD processing is slow: a larger document, or one with more contexts, is read without compaction. */
export const compactLimits = {
  ...{ nodes: 3_000, depth: 32 },
  ...{ contexts: 16, occurrences: 128, contextLength: 16 * 1_024, vocabLength: 256, slashes: 1_000 },
};

/** Terms that our readers expect in their usual meaning. A document that redefines one is unusual. */
const expectedTerms = new Set([
  ...[
    'id',
    'type',
    'actor',
    'object',
    'target',
    'to',
    'cc',
    'attributedTo',
    'content',
    'contentMap',
    'name',
    'nameMap',
  ],
  ...[
    'summary',
    'summaryMap',
    'source',
    'url',
    'href',
    'tag',
    'attachment',
    'icon',
    'image',
    'published',
    'updated',
  ],
  ...[
    'inReplyTo',
    'inbox',
    'outbox',
    'followers',
    'following',
    'endpoints',
    'sharedInbox',
    'preferredUsername',
  ],
  ...[
    'publicKey',
    'publicKeyPem',
    'owner',
    'orderedItems',
    'items',
    'first',
    'next',
    'alsoKnownAs',
    'movedTo',
  ],
  ...[
    'Create',
    'Update',
    'Delete',
    'Announce',
    'Follow',
    'Accept',
    'Reject',
    'Undo',
    'Like',
    'Block',
    'Move',
    'Flag',
  ],
  ...['Note', 'Article', 'Page', 'Person', 'Service', 'Application', 'Group', 'Organization', 'Tombstone'],
]);

/**
 * Compacts an unusual document. Returns others unchanged, and those that need an unknown context or exceed a limit. Throws
 * like `processJsonLd`.
 * @param sender a URL of the server that sent it
 */
export async function compacted(json: unknown, sender: string): Promise<unknown> {
  if (!isUnusual(json) || !isCheapToProcess(json, compactLimits)) return unwrapped(json);

  const result = await processJsonLd('compact', json, sender);
  return isObject(result) && typeof result.id === 'string' ? result : unwrapped(json);
}

/** An expanded document is a list with one entry. */
const unwrapped = (json: unknown): unknown => (Array.isArray(json) && json.length === 1 ? json[0] : json);

export function isUnusual(json: unknown): boolean {
  if (!isObject(json)) return Array.isArray(json);
  if (Object.hasOwn(json, '@graph') || isExpanded(json)) return true;
  return listOf(json['@context']).filter(isObject).some(redefines);
}

/** Expanded documents use `@type` and full IRIs. */
const isExpanded = (json: JsonObject): boolean =>
  Object.keys(json).some((key) => /^https?:\/\//.test(key)) ||
  (Object.hasOwn(json, '@type') && !Object.hasOwn(json, 'type'));

/** Whether a context renames an expected term, or gives its name another meaning. */
function redefines(terms: JsonObject): boolean {
  return Object.entries(terms).some(([term, definition]) => {
    const id = isObject(definition) ? (definition['@id'] ?? definition.id) : definition;
    if (term.startsWith('@')) return term === '@vocab' && !isActivityStreams(id);
    if (typeof id !== 'string') return expectedTerms.has(term);
    if (id.startsWith('@')) return id !== `@${term}`;

    const meaning = shortName(resolvePrefix(id, terms));
    return meaning === term ? false : expectedTerms.has(term) || expectedTerms.has(meaning);
  });
}

function resolvePrefix(id: string, terms: JsonObject): string {
  const colon = id.indexOf(':');
  const prefix = Object.hasOwn(terms, id.slice(0, colon)) ? terms[id.slice(0, colon)] : undefined;
  return colon > 0 && typeof prefix === 'string' ? prefix + id.slice(colon + 1) : id;
}

const isActivityStreams = (iri: unknown): boolean =>
  namesOf('').some((prefix) => prefix !== '' && prefix === iri) || iri === '_:';
