/** Reads fields of recipes exported by other programs, tolerating any value. */
import type { Nutrient } from '../../db/recipe-details.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft } from '../draft.ts';
import { type ImportedRecipe, understand } from '../import-result.ts';
import { parseIngredientLine } from '../ingredient-line.ts';
import { findProperty, findText, isNode, type Node, toList } from '../json-ld.ts';
import { withUnit } from '../nutrition-text.ts';
import { fromNumber } from '../quantity.ts';
import { toPlainLine } from '../rich-text.ts';
import { readRecipe } from '../schema-org.ts';
import { canonicalUnit } from '../units.ts';

/** Returns a property as one line of text, or ''. */
export const readLine = (node: Node, ...names: string[]): string => toPlainLine(findText(findProperty(node, ...names)));

export const readNodes = (node: Node, name: string): Node[] =>
  toList(findProperty(node, name)).slice(0, 1_000).filter(isNode);

/** Returns the names of linked things such as tags. */
export const readNames = (node: Node, name: string): string[] =>
  toList(findProperty(node, name))
    .slice(0, 1_000)
    .map((each) => toPlainLine(isNode(each) ? findText(findProperty(each, 'name', 'label', 'title')) : findText(each)))
    .filter((text) => text !== '');

interface IngredientFields {
  amount: unknown;
  unit: string;
  name: string;
  note: string;
  group: string | null;
  original: string;
}

/** Converts a food with its exact fields, or parses the line if there is no name. Returns null if all are empty. */
export function toIngredient({ amount, unit, name, note, group, original }: IngredientFields): IngredientDraft | null {
  const line = original || [amount || '', unit, name].filter(Boolean).join(' ');
  if (name === '') return line === '' && note === '' ? null : parseIngredientLine(line || note, group);

  const quantity = fromNumber(typeof amount === 'string' ? Number.parseFloat(amount) : Number(amount));
  const hasAmount = quantity !== null && quantity.numerator > 0;
  return {
    name: name.slice(0, 200),
    quantity: hasAmount ? quantity : null,
    quantityMax: null,
    unit: unit === '' ? null : (canonicalUnit(unit) ?? unit.slice(0, 50)),
    note: note.slice(0, 500) || null,
    group: group?.slice(0, 200) || null,
    optional: false,
    scalable: hasAmount,
    originalText: `${line}${note && !original ? `, ${note}` : ''}`.slice(0, 500) || null,
  };
}

interface IngredientColumns {
  /** As written, such as `1 1/2` or `2-3`. */
  amount?: string;
  unit?: string;
  name: string;
  note?: string;
  group?: string | null;
  optional?: boolean;
}

/** Parses what was written in columns as one line, but keeps a unit that we do not know. Returns null if empty. */
export function fromColumns({
  amount = '',
  unit = '',
  name,
  note = '',
  group = null,
  optional = false,
}: IngredientColumns): IngredientDraft | null {
  const join = (...parts: string[]) => parts.filter(Boolean).join(' ') + (note === '' ? '' : `, ${note}`);
  const line = name === '' ? [amount, unit, note].filter(Boolean).join(' ') : join(amount, unit, name);
  if (line === '') return null;

  const isOwnUnit = unit !== '' && name !== '' && canonicalUnit(unit) === null;
  const bare = isOwnUnit ? parseIngredientLine(join(amount, name), group) : null;
  const read = bare && bare.unit === null ? { ...bare, unit: unit.slice(0, 50) } : parseIngredientLine(line, group);
  return { ...read, originalText: line.slice(0, 500), optional: read.optional || optional };
}

/** Reads a schema.org node, but takes the ingredients that are parsed already. */
export function withIngredients(node: Node, parsed: (IngredientDraft | null)[]): ImportedRecipe | null {
  const found = parsed.filter((each) => each !== null);
  const ingredients = found.slice(0, 200);
  // A placeholder: only the presence of ingredients matters.
  const read = readRecipe({ ...node, recipeIngredient: ingredients.slice(0, 1).map(() => 'x') });
  if (!read) return null;

  const notUnderstood = [...read.notUnderstood];
  if (found.length > ingredients.length)
    notUnderstood.push(t('reading.too-many-ingredients', { count: found.length, limit: ingredients.length }));
  const draft = { ...read.draft, ingredients };
  return { ...read, draft, ...understand(draft), notUnderstood };
}

/** Gives the lines below a heading its name as their group. `headingOf` returns null for a line that is no heading. */
export function readInGroups<Line>(
  lines: Line[],
  headingOf: (line: Line) => string | null,
  read: (line: Line, group: string | null) => IngredientDraft | null,
): (IngredientDraft | null)[] {
  let group: string | null = null;
  return lines.map((line) => {
    const heading = headingOf(line);
    if (heading === null) return read(line, group);
    group = heading.replace(/:$/, '').trim() || group;
    return null;
  });
}

/** The source of a recipe that has an address is the site. Without one it is a person or a book. */
export function creditTo(source: string, address: unknown): Node {
  if (source === '') return {};
  return address ? { publisher: { name: source } } : { author: source };
}

/** Converts fields with their own names to schema.org, and adds units to bare numbers. */
export function nutritionNode(values: Partial<Record<Nutrient, unknown>>): Node {
  const stated = Object.entries(values).map(([name, value]) => [name, withUnit(name as Nutrient, value)]);
  return Object.fromEntries(stated.filter(([, text]) => text !== undefined));
}

/** Minutes as ISO 8601, or undefined. */
export const minutes = (value: unknown): string | undefined => {
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number > 0 ? `PT${Math.round(number)}M` : undefined;
};

const BOLD = /(?<![\p{L}\p{N}*_])(\*\*|__)(?=\S)([^*_\n]{1,200}?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]{1,200}?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu;

/** Converts the marks of Markdown for bold text to HTML, and removes those for italic text. */
export const fromMarkdown = (value: unknown): unknown =>
  typeof value === 'string' ? value.slice(0, 50_000).replace(BOLD, '<b>$2</b>').replace(EMPHASIS, '$2') : value;

/** Joins the paragraphs of a description that are not empty. */
export const paragraphs = (...parts: unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n\n');
