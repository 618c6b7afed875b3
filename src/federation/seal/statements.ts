/** Turns canonical statements (N-Quads) back into a document, so that nothing is read but what they say. */
import jsonld from '@fedify/vocab-runtime/jsonld';
import { context } from '../context.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type LoadContext, loadKnownContext } from '../known-contexts.ts';

type FromStatements = (
  statements: string,
  options: { format: 'application/n-quads'; useNativeTypes: true },
) => Promise<JsonObject[]>;
type Compact = (
  document: unknown,
  context: unknown,
  options: { documentLoader: LoadContext },
) => Promise<JsonObject>;

const fromStatements: FromStatements = jsonld.fromRDF;
const plainText = 'http://www.w3.org/2001/XMLSchema#string';
const compact: Compact = jsonld.compact;

/**
 * The document that begins where the given one does, in our own terms. Null when nothing is said of that, or when it is
 * only part of something larger, which was signed as such.
 */
export async function readStatements(statements: string, json: unknown): Promise<JsonObject | null> {
  const nodes = await fromStatements(statements, { format: 'application/n-quads', useNativeTypes: true });
  if (nodes.some((node) => Object.hasOwn(node, '@graph'))) return null;

  const byId = new Map(nodes.map((node) => [node['@id'], node]));
  const named = isObject(json) ? (json.id ?? json['@id']) : null;
  const root = byId.get(named);
  if (!root || nodes.some((node) => pointsAt(node, named))) return null;
  return compact(nest(root, byId, new Set()), context, { documentLoader: loadKnownContext });
}

function pointsAt(value: unknown, id: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => pointsAt(each, id));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, content]) =>
    name === '@id' ? Object.keys(value).length === 1 && content === id : pointsAt(content, id),
  );
}

const asPlainText = ({ '@type': type, ...value }: JsonObject): JsonObject =>
  type === undefined || type === plainText ? value : { ...value, '@type': type };

/** Each node stands whole where it is first pointed at; the names that canonising gave to the nameless are left out. */
function nest(value: unknown, byId: Map<unknown, JsonObject>, placed: Set<unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => nest(each, byId, placed));
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, '@value')) return asPlainText(value);

  const id = value['@id'];
  const node = placed.has(id) ? value : (byId.get(id) ?? value);
  placed.add(id);
  const members = Object.entries(node).filter(([name]) => name !== '@id' || !String(id).startsWith('_:'));
  return Object.fromEntries(
    members.map(([name, content]) => [
      name,
      name.startsWith('@') && name !== '@list' ? content : nest(content, byId, placed),
    ]),
  );
}
