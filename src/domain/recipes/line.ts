/** An ingredient as one line of text. */
import type { IngredientDraft, Rational } from '../eventables/draft.ts';

/** "1 1/2–2 cup flour, sifted (optional)". */
export function lineOf({ name, quantity, quantityMax, unit, note, optional }: IngredientDraft): string {
  const amount = [quantity, quantityMax]
    .filter((each) => each !== null)
    .map(amountOf)
    .join('–');
  const line = [amount, unit, name].filter(Boolean).join(' ');
  return `${line}${note ? `, ${note}` : ''}${optional ? ' (optional)' : ''}`;
}

/** Kitchen fractions as fractions, everything else in decimals. */
function amountOf({ numerator, denominator }: Rational): string {
  if (denominator === 1) return String(numerator);
  if (denominator > 16) return String(Math.round((numerator / denominator) * 1_000) / 1_000);

  const whole = Math.floor(numerator / denominator);
  return `${whole > 0 ? `${whole} ` : ''}${numerator % denominator}/${denominator}`;
}
