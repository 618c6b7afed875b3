/** Fields of other programs' recipes, read whatever stands in them. */
import type { IngredientDraft } from '../../../eventables/draft.ts';
import { fromNumber } from '../../quantity.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { parseIngredientLine } from '../ingredient-line.ts';
import { findProperty, findText, isNode, type Node, toList } from '../json-ld.ts';
import { toPlainLine } from '../rich-text.ts';
import { readRecipe } from '../schema-recipe.ts';
import { canonicalUnit } from '../units.ts';

/** One line of a property, '' when there is none. */
export const lineAt = (node: Node, ...names: string[]): string =>
  toPlainLine(findText(findProperty(node, ...names)));

export const nodesAt = (node: Node, name: string): Node[] =>
  toList(findProperty(node, name)).slice(0, 1_000).filter(isNode);

export interface Measured {
  amount: unknown;
  unit: string;
  name: string;
  note: string;
  group: string | null;
  original: string;
}

/** What was taken apart already; what was not is read as a line. Null when nothing is left. */
export function measured({ amount, unit, name, note, group, original }: Measured): IngredientDraft | null {
  const line = original || [amount || '', unit, name].filter(Boolean).join(' ');
  if (name === '') return line === '' && note === '' ? null : parseIngredientLine(line || note, group);

  const quantity = fromNumber(typeof amount === 'string' ? Number.parseFloat(amount) : Number(amount));
  const isGiven = quantity !== null && quantity.numerator > 0;
  return {
    name: name.slice(0, 200),
    quantity: isGiven ? quantity : null,
    quantityMax: null,
    unit: unit === '' ? null : (canonicalUnit(unit) ?? unit.slice(0, 50)),
    note: note.slice(0, 500) || null,
    group: group?.slice(0, 200) || null,
    optional: false,
    scalable: isGiven,
    originalText: `${line}${note && !original ? `, ${note}` : ''}`.slice(0, 500) || null,
  };
}

/** The recipe of a schema.org node, its ingredients replaced by those taken apart already. */
export function withIngredients(node: Node, given: (IngredientDraft | null)[]): ImportedRecipe | null {
  const found = given.filter((each) => each !== null);
  const ingredients = found.slice(0, 200);
  const read = readRecipe({ ...node, recipeIngredient: ingredients.map(({ name }) => name) });
  if (!read) return null;

  const notUnderstood = read.notUnderstood.filter((sentence) => !sentence.startsWith('ingredient '));
  if (found.length > ingredients.length)
    notUnderstood.push(`${found.length} ingredients: only the first ${ingredients.length} were taken.`);
  const withQuantity = ingredients.filter(({ quantity }) => quantity !== null).length;
  return {
    ...read,
    draft: { ...read.draft, ingredients },
    understood: { ...read.understood, ingredients: ingredients.length, withQuantity },
    notUnderstood,
  };
}
