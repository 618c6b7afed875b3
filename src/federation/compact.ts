/** Brings documents of unusual form (expanded, aliased, redefined terms) into the short names we read. */
import jsonld from '@fedify/vocab-runtime/jsonld';
import { context } from './context.ts';
import { isObject, type JsonObject, listOf } from './json.ts';
import { type LoadContext, loadKnownContext } from './known-contexts.ts';
import { isModest } from './modest.ts';
import { namesOf, shortName } from './terms.ts';

type Compact = (
  document: unknown,
  context: unknown,
  options: { documentLoader: LoadContext },
) => Promise<unknown>;

/** JSON-LD takes time by the node and recurses by the level; beyond these a document is read as it stands. */
const modest = { nodes: 3_000, depth: 32 };

const compactJsonLd: Compact = jsonld.compact;

/** What readers take for granted: a document that means something else by these is unusual. */
const taken = new Set([
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

/** The document as it stands unless it is unusual, or cannot be compacted without asking the network. */
export async function compacted(json: unknown): Promise<unknown> {
  if (!isUnusual(json) || !isModest(json, modest)) return asItStands(json);

  try {
    const result = await compactJsonLd(json, context, { documentLoader: loadKnownContext });
    return isObject(result) && typeof result.id === 'string' ? result : asItStands(json);
  } catch {
    return asItStands(json);
  }
}

/** Expanded documents are lists of one. */
const asItStands = (json: unknown): unknown => (Array.isArray(json) && json.length === 1 ? json[0] : json);

export function isUnusual(json: unknown): boolean {
  if (!isObject(json)) return Array.isArray(json);
  if (Object.hasOwn(json, '@graph') || isExpanded(json)) return true;
  return listOf(json['@context']).filter(isObject).some(redefines);
}

/** Expanded form writes `@type` and full IRIs. */
const isExpanded = (json: JsonObject): boolean =>
  Object.keys(json).some((key) => /^https?:\/\//.test(key)) ||
  (Object.hasOwn(json, '@type') && !Object.hasOwn(json, 'type'));

/** Whether a context gives another name to what we know, or another meaning to a name we know. */
function redefines(terms: JsonObject): boolean {
  return Object.entries(terms).some(([term, definition]) => {
    const id = isObject(definition) ? (definition['@id'] ?? definition.id) : definition;
    if (term.startsWith('@')) return term === '@vocab' && !isActivityStreams(id);
    if (typeof id !== 'string') return taken.has(term);
    if (id.startsWith('@')) return id !== `@${term}`;

    const meaning = shortName(resolvePrefix(id, terms));
    return meaning === term ? false : taken.has(term) || taken.has(meaning);
  });
}

function resolvePrefix(id: string, terms: JsonObject): string {
  const colon = id.indexOf(':');
  const prefix = Object.hasOwn(terms, id.slice(0, colon)) ? terms[id.slice(0, colon)] : undefined;
  return colon > 0 && typeof prefix === 'string' ? prefix + id.slice(colon + 1) : id;
}

const isActivityStreams = (iri: unknown): boolean =>
  namesOf('').some((prefix) => prefix !== '' && prefix === iri) || iri === '_:';
