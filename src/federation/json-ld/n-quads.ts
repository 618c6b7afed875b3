/** Converts canonical N-Quads back into a document, so that only signed statements are read. */
import jsonld from '@fedify/vocab-runtime/jsonld';
import { context, type LoadContext, loadKnownContext } from './context.ts';
import { isObject, type JsonObject } from './json.ts';

type FromStatements = (
  statements: string,
  options: { format: 'application/n-quads'; useNativeTypes: true },
) => Promise<JsonObject[]>;
type Compact = (document: unknown, context: unknown, options: { documentLoader: LoadContext }) => Promise<JsonObject>;

const fromStatements: FromStatements = jsonld.fromRDF;
const plainText = 'http://www.w3.org/2001/XMLSchema#string';
const compact: Compact = jsonld.compact;

/**
 * Returns the signed document with the same id as `json`, compacted to our own context. Null when no statement has that
 * id as subject, or when it is only a part of a larger signed document.
 */
export async function readStatements(statements: string, json: unknown): Promise<JsonObject | null> {
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
