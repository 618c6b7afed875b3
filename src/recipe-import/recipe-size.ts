/** Limits the text of all ingredients, and of all steps: a recipe is shown, compared and sent as a whole. */
import type { IngredientDraft, StepDraft } from './draft.ts';

/** Characters. The longest recipe of a cookbook has a tenth of these. */
export const maxIngredientText = 50_000;
export const maxStepText = 150_000;

/** The line of an ingredient says the same as its parts, so the longer one counts. */
export function ingredientLength({ name, unit, note, group, originalText }: IngredientDraft): number {
  const parts = name.length + (unit?.length ?? 0) + (note?.length ?? 0);
  return Math.max(parts, originalText?.length ?? 0) + (group?.length ?? 0);
}

export const stepLength = ({ name, content }: Pick<StepDraft, 'name' | 'content'>): number =>
  name.length + content.length;

/** Returns the first entries whose lengths add up to at most `max`. */
export function takeWithin<T>(entries: T[], lengthOf: (entry: T) => number, max: number): T[] {
  let total = 0;
  const end = entries.findIndex((entry) => {
    total += lengthOf(entry);
    return total > max;
  });
  return end < 0 ? entries : entries.slice(0, end);
}
