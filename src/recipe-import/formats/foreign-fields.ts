/** Reads fields of recipes exported by other programs, tolerating any value. */

import { t } from '../../lib/language/text.ts';
import type { IngredientDraft } from '../draft.ts';
import { type ImportedRecipe, understand } from '../import-result.ts';
import { parseIngredientLine } from '../ingredient-line.ts';
import { findProperty, findText, isNode, type Node, toList } from '../json-ld.ts';
import { fromNumber } from '../quantity.ts';
import { toPlainLine } from '../rich-text.ts';
import { readRecipe } from '../schema-recipe.ts';
import { canonicalUnit } from '../units.ts';

/** Returns a property as one line of text, or ''. */
export const readLine = (node: Node, ...names: string[]): string =>
  toPlainLine(findText(findProperty(node, ...names)));

export const readNodes = (node: Node, name: string): Node[] =>
  toList(findProperty(node, name)).slice(0, 1_000).filter(isNode);

export interface IngredientFields {
  amount: unknown;
  unit: string;
  name: string;
  note: string;
  group: string | null;
  original: string;
}

/** Converts separate fields to an ingredient, or parses the line if there is no name. Returns null if all are empty. */
export function toIngredient({
  amount,
  unit,
  name,
  note,
  group,
  original,
}: IngredientFields): IngredientDraft | null {
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

/** Reads a schema.org node, but takes the ingredients that are parsed already. */
export function withIngredients(node: Node, parsed: (IngredientDraft | null)[]): ImportedRecipe | null {
  const found = parsed.filter((each) => each !== null);
  const ingredients = found.slice(0, 200);
  const read = readRecipe({ ...node, recipeIngredient: ingredients.map(({ name }) => name) });
  if (!read) return null;

  const notUnderstood = read.notUnderstood.filter((sentence) => !sentence.startsWith('ingredient '));
  if (found.length > ingredients.length)
    notUnderstood.push(t('reading.too-many-ingredients', { count: found.length, limit: ingredients.length }));
  const draft = { ...read.draft, ingredients };
  return { ...read, draft, ...understand(draft), notUnderstood };
}
