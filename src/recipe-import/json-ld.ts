/** Finds nodes and properties in JSON-LD, however sites nest it. */
import { parseJson } from './loose-json.ts';

export type Node = Record<string, unknown>;

const MAX_DEPTH = 40;
const MAX_NODES = 200_000;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toList(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** Accepts any prefix and case: `Recipe`, `schema:recipe`, `http://schema.org/Recipe/`. */
export function isOfType(node: Node, type: string): boolean {
  const wanted = type.toLowerCase();
  return toList(node['@type'] ?? node.type).some((each) => typeof each === 'string' && nameOfType(each) === wanted);
}

const nameOfType = (type: string): string =>
  type.slice(-100).trim().replace(/\/$/, '').split(/[/:#]/).at(-1)!.toLowerCase();

/** Returns the first of these properties that is not empty. Case and prefix are ignored. */
export function findProperty(node: Node, ...names: string[]): unknown {
  for (const name of names) {
    const exact = Object.hasOwn(node, name) ? node[name] : undefined;
    if (!isEmpty(exact)) return unwrap(exact);
  }

  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const loose = Object.keys(node).find(
    (key) => wanted.has(key.replace(/^(?:schema:|https?:\/\/schema\.org\/)/, '').toLowerCase()) && !isEmpty(node[key]),
  );
  return loose === undefined ? undefined : unwrap(node[loose]);
}

/** Returns the outermost nodes of the type in document order. */
export function findNodes(root: unknown, type: string): Node[] {
  const found: Node[] = [];
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];

  for (let seen = 0; waiting.length > 0 && seen < MAX_NODES; seen += 1) {
    const { value, depth } = waiting.pop()!;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) continue;

    if (isNode(value) && isOfType(value, type)) {
      found.push(value);
      continue;
    }

    for (const child of Object.values(value).reverse()) waiting.push({ value: child, depth: depth + 1 });
  }

  return found;
}

/** Returns the first text in a string, an `@value`, a named node or a list of these. */
export function findText(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value === 'number') return String(value);
  if (depth > 4) return null;
  if (Array.isArray(value)) {
    for (const each of value.slice(0, 20)) {
      const text = findText(each, depth + 1);
      if (text !== null) return text;
    }
  }
  return isNode(value) ? findText(findProperty(value, '@value', 'text', 'name', 'headline'), depth + 1) : null;
}

/** Returns the list or object that a text holds as JSON, as the markup of some sites does; otherwise undefined. */
export function parseJsonText(value: unknown): object | undefined {
  if (typeof value !== 'string' || !/^\s{0,20}(?:\[\s{0,20}["{[]|\{\s{0,20}")/.test(value)) return undefined;
  const parsed = parseJson(value);
  return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** JSON-LD wraps values and lists, and PHP writes a list with gaps as an object with numbers as keys. */
export function unwrap(value: unknown): unknown {
  if (!isNode(value)) return value;
  if (Object.hasOwn(value, '@value')) return value['@value'];
  for (const name of ['@list', '@set']) if (Object.hasOwn(value, name)) return value[name];
  return numbered(value) ?? value;
}

/** Integer keys come in ascending order. */
function numbered(node: Node): unknown[] | null {
  const keys = Object.keys(node);
  return keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key)) ? Object.values(node) : null;
}
