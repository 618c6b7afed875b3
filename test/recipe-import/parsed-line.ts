/** Reads an ingredient line as a short row: amount, unit, name and note. */
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';

export type ParsedLine = [amount: string | null, unit: string | null, name: string, note: string | null];

const fraction = (part: { numerator: number; denominator: number } | null) =>
  part && (part.denominator === 1 ? `${part.numerator}` : `${part.numerator}/${part.denominator}`);

/** Amounts are fractions such as `3/2`, and ranges such as `2-5/2`. */
export function parsedLine(line: string): ParsedLine {
  const { quantity, quantityMax, unit, name, note } = parseIngredientLine(line);
  const amount = quantityMax ? `${fraction(quantity)}-${fraction(quantityMax)}` : fraction(quantity);
  return [amount, unit, name, note];
}
