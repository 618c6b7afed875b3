/** Compacts JSON-LD within limits. */
import { isObject, type JsonObject, listOf, namesOf, shortName } from './json.ts';
import { processJsonLd } from './processor.ts';

// Checks whether a document is small enough for slow processing, in one pass

interface Limits {
  nodes: number;
  depth: number;
}

/** Counts every value, without recursion. */
export function isWithin(root: unknown, { nodes, depth }: Limits): boolean {
  const queue = [{ node: root, level: 0 }];
  let count = 0;

  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { node, level } = next;
    if (++count > nodes || level > depth) return false;
    if (typeof node !== 'object' || node === null) continue;

    const children = Object.values(node);
    if (children.length > nodes) return false;
    for (const child of children) queue.push({ node: child, level: level + 1 });
  }
  return true;
}

interface ProcessingLimits extends Limits {
  /** Different ones: a known context counts once, an inline one each time. */
  contexts: number;
  /** All occurrences. */
  occurrences: number;
  /** Characters of all inline contexts. */
  contextLength: number;
  /** Characters of `@vocab`, with which every term begins. */
  vocabLength: number;
  /** Slashes in a text: those of a relative IRI take quadratic time. */
  slashes: number;
}

/**
 * Whether a document is small and its contexts are few and short, anywhere in it. None may be inside a term definition,
 * where it would be processed again for every use of its term.
 */
function isCheapToProcess(root: unknown, limits: ProcessingLimits): boolean {
  const names = new Set<string>();
  let [occurrences, inline, length] = [0, 0, 0];

  const mayAdd = (context: unknown): boolean => {
    if (Array.isArray(context)) return context.every(mayAdd);
    occurrences += 1;
    if (typeof context === 'string') names.add(context);
    else inline += 1;
    if (isObject(context)) {
      length += JSON.stringify(context).length;
      if (Object.hasOwn(context, '@base') || `${context['@vocab']}`.length > limits.vocabLength) return false;
    }
    return (
      occurrences <= limits.occurrences && names.size + inline <= limits.contexts && length <= limits.contextLength
    );
  };
  const visit = (node: unknown, isInContext: boolean): boolean => {
    if (typeof node === 'string') return node.split('/', limits.slashes + 2).length <= limits.slashes + 1;
    if (typeof node !== 'object' || node === null) return true;
    return Object.entries(node).every(([name, value]) => {
      if (name !== '@context') return visit(name, isInContext) && visit(value, isInContext);
      return !isInContext && mayAdd(value) && visit(value, true);
    });
  };
  return isWithin(root, limits) && visit(root, false);
}

// Compacts unusual JSON-LD (expanded, aliased or redefined terms) to the short names that our readers use

/** JSON-LD processing is slow: a larger document, or one with more contexts, is read without compaction. */
const compactLimits = {
  nodes: 3_000,
  depth: 32,
  contexts: 16,
  occurrences: 128,
  contextLength: 16 * 1_024,
  vocabLength: 256,
  slashes: 1_000,
};

/** Terms that our readers expect in their usual meaning. A document that redefines one is unusual. */
const expectedTerms = new Set([
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
  'inReplyTo',
  'inbox',
  'outbox',
  'followers',
  'following',
  'endpoints',
  'sharedInbox',
  'preferredUsername',
  'publicKey',
  'publicKeyPem',
  'owner',
  'orderedItems',
  'items',
  'first',
  'next',
  'alsoKnownAs',
  'movedTo',
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
  'Note',
  'Article',
  'Page',
  'Person',
  'Service',
  'Application',
  'Group',
  'Organization',
  'Tombstone',
]);

/**
 * Compacts an unusual document. Returns others unchanged, and those that need an unknown context or exceed a limit.
 * Throws like `processJsonLd`.
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
