/** Processes JSON-LD. Time and memory depend on the document in ways that no limit on its size bounds. */
import jsonld from '@fedify/vocab-runtime/jsonld';
import { context, type LoadContext, loadKnownContext } from './context.ts';
import { isObject, type JsonObject } from './json.ts';

type Compact = (document: unknown, context: unknown, options: { documentLoader: LoadContext }) => Promise<JsonObject>;
type Canonize = (
  document: unknown,
  options: {
    base: null;
    safe: false;
    documentLoader: LoadContext;
    canonizeOptions: { maxDeepIterations: number };
  },
) => Promise<string>;
type FromStatements = (
  statements: string,
  options: { format: 'application/n-quads'; useNativeTypes: true },
) => Promise<JsonObject[]>;

/**
 * Without two whose terms depend on the type: these double the time of every proof and key, and readers know the full
 * IRIs.
 */
const ownContext = context.filter(
  (entry) => typeof entry !== 'string' || !/\/(?:data-integrity|multikey)\//.test(entry),
);

const compact: Compact = jsonld.compact;
const canonize: Canonize = jsonld.canonize;
const fromStatements: FromStatements = jsonld.fromRDF;

/** Blank nodes that look alike: each one costs as much as the rest of the document. */
const maxDeepIterations = 16;
const canonizeOptions = {
  base: null,
  safe: false,
  documentLoader: loadKnownContext,
  canonizeOptions: { maxDeepIterations },
} as const;

/** Each may throw for what is no JSON-LD, or needs a context that is not bundled. */
export const processing = {
  /** Returns the document in the short names that our readers use. */
  compact: (document: unknown) => compact(document, ownContext, { documentLoader: loadKnownContext }),
  /** Returns canonical N-Quads (RDFC-1.0). */
  canonize: (document: unknown) => canonize(document, canonizeOptions),
  readStatements: ({ statements, json }: { statements: string; json: unknown }) => readStatements(statements, json),
};
export type Processing = typeof processing;

// Converts canonical N-Quads back into a document, so that only signed statements are read

const plainText = 'http://www.w3.org/2001/XMLSchema#string';

/**
 * Returns the signed document with the same id as `json`, compacted to our own context. Null when no statement has that
 * id as subject, or when it is only a part of a larger signed document.
 */
async function readStatements(statements: string, json: unknown): Promise<JsonObject | null> {
  const nodes = await fromStatements(statements, { format: 'application/n-quads', useNativeTypes: true });
  if (nodes.some((node) => Object.hasOwn(node, '@graph'))) return null;

  const byId = new Map(nodes.map((node) => [node['@id'], node]));
  const named = isObject(json) ? (json.id ?? json['@id']) : null;
  const root = byId.get(named);
  if (!root || nodes.some((node) => references(node, named))) return null;
  return compact(nest(root, byId, new Set()), context, { documentLoader: loadKnownContext });
}

function references(value: unknown, id: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => references(each, id));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, content]) =>
    name === '@id' ? Object.keys(value).length === 1 && content === id : references(content, id),
  );
}

const asPlainText = ({ '@type': type, ...value }: JsonObject): JsonObject =>
  type === undefined || type === plainText ? value : { ...value, '@type': type };

/** Embeds each node where it is first referenced, and drops the ids that canonization gave to blank nodes. */
function nest(value: unknown, byId: Map<unknown, JsonObject>, embedded: Set<unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => nest(each, byId, embedded));
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, '@value')) return asPlainText(value);

  const id = value['@id'];
  const node = embedded.has(id) ? value : (byId.get(id) ?? value);
  embedded.add(id);
  const members = Object.entries(node).filter(([name]) => name !== '@id' || !String(id).startsWith('_:'));
  return Object.fromEntries(
    members.map(([name, content]) => [
      name,
      name.startsWith('@') && name !== '@list' ? content : nest(content, byId, embedded),
    ]),
  );
}
