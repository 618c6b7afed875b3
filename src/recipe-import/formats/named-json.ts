/** Reads recipes from JSON of unknown programs, whose properties are named as people name the parts of a recipe. */
import type { ImportedRecipe } from '../import-result.ts';
import { findProperty, findText, isNode, isOfType, type Node } from '../json-ld.ts';
import { type FieldName, fieldNamed, isRecipeFields, readNamedFields, toNamedFields } from './named-fields.ts';
import { readLine } from './recipe-fields.ts';

const MAX_PROPERTIES = 200;
const MAX_LINES = 1_000;
const MAX_DEPTH = 5;
const MEMBERS = ['ingredients', 'steps', 'instructions', 'directions', 'items', 'lines', 'itemListElement'];
const TITLES = ['title', 'name', 'heading', 'section', 'group'];
const AMOUNTS = ['amount', 'quantity', 'qty', 'value', 'count'];
const UNITS = ['unit', 'unitText', 'measure', 'measurement', 'uom'];
const FOODS = ['name', 'ingredient', 'food', 'item', 'product', 'title'];
const NOTES = ['note', 'notes', 'comment', 'preparation', 'remark'];
const TEXTS = ['text', 'description', 'instruction', 'step', 'content', 'body', 'direction', 'name', 'url'];

const propertiesOf = (node: Node) => Object.entries(node).slice(0, MAX_PROPERTIES);

/** True for an object with a title, and with ingredients or instructions. */
export const isNamedJson = (node: Node): boolean =>
  !('@type' in node) &&
  !isOfType(node, 'Recipe') &&
  isRecipeFields(
    propertiesOf(node)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name]) => fieldNamed(name)),
  );

export function readNamedJson(node: Node): ImportedRecipe | null {
  const entries = propertiesOf(node).flatMap(([name, value]): [string, string | string[]][] => {
    const field = fieldNamed(name);
    // Facts of nutrition have names of their own.
    if (field === 'nutrition' && isNode(value))
      return propertiesOf(value).map(([fact, amount]) => [fact, findText(amount) ?? '']);
    return field === null ? [] : [[name, linesOf(value, field, 0)]];
  });
  return readNamedFields(toNamedFields(entries));
}

/** One text stays one text, whose lines are separated later. */
function linesOf(value: unknown, field: FieldName, depth: number): string | string[] {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_LINES).flatMap((each) => linesOf(each, field, depth + 1));
  return linesOfNode(value as Node, field, depth);
}

/** An object is a line, a group of lines, or a map of groups. */
function linesOfNode(node: Node, field: FieldName, depth: number): string[] {
  const inside = (value: unknown) => [linesOf(value, field, depth + 1)].flat();
  const members = findProperty(node, ...MEMBERS);
  if (Array.isArray(members)) return [headingOf(readLine(node, ...TITLES)), ...inside(members)].filter(Boolean);
  const entries = propertiesOf(node);
  if (entries.length > 0 && entries.every(([, each]) => Array.isArray(each)))
    return entries.flatMap(([name, each]) => [headingOf(name), ...inside(each)]);

  if (field !== 'ingredients') return [readLine(node, ...TEXTS)].filter(Boolean);
  const written = readLine(node, 'text', 'original', 'originalText', 'display', 'raw');
  const line = [readLine(node, ...AMOUNTS), readLine(node, ...UNITS), readLine(node, ...FOODS)]
    .filter(Boolean)
    .join(' ');
  const note = readLine(node, ...NOTES);
  return [written || [line, note].filter(Boolean).join(', ')].filter(Boolean);
}

const headingOf = (title: string): string => (title === '' ? '' : `[${title.replace(/:$/, '').slice(0, 80)}]`);
