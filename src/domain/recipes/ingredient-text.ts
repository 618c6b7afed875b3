/** Formats an ingredient as one line of text. */
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';

/** Example: "1 1/2–2 cup flour, sifted (optional)". */
export function formatIngredient(
  { name, quantity, quantityMax, unit, note, optional }: IngredientDraft,
  optionalWord = 'optional',
): string {
  const line = [quantityText({ quantity, quantityMax }), unit, name].filter(Boolean).join(' ');
  return `${line}${note ? `, ${note}` : ''}${optional ? ` (${optionalWord})` : ''}`;
}

/** Example: "1 1/2–2". Empty without a quantity. */
export const quantityText = ({
  quantity,
  quantityMax,
}: Pick<IngredientDraft, 'quantity' | 'quantityMax'>): string =>
  [quantity, quantityMax]
    .filter((each) => each !== null)
    .map(formatAmount)
    .join('–');

/** Writes denominators up to 16 as fractions, larger ones as decimals. */
function formatAmount({ numerator, denominator }: Rational): string {
  if (denominator === 1) return String(numerator);
  if (denominator > 16) return String(Math.round((numerator / denominator) * 1_000) / 1_000);

  const whole = Math.floor(numerator / denominator);
  return `${whole > 0 ? `${whole} ` : ''}${numerator % denominator}/${denominator}`;
}
