/** Shows how an ingredient line was read, so that its owner can check it before the import. */
import type { IngredientDraft } from './draft.ts';

export interface PreviewedIngredient
  extends Pick<IngredientDraft, 'name' | 'quantity' | 'quantityMax' | 'unit' | 'note' | 'group'> {
  /** The line as its author wrote it. */
  text: string;
  /** False if the line has a number that is not part of the amount. */
  isUnderstood: boolean;
}

const NUMBER = /[1-9½⅓⅔¼¾⅛]/;
/** "2 1/4-inch" of "2 2 1/4-inch rounds" was taken for a name. */
const NUMBERED_NAME = /^\d{1,4}(?:[.,/]\d{1,3})?\s/;

/** True if the line has a number and no amount was read. */
export const lacksQuantity = ({ quantity, originalText }: IngredientDraft): boolean =>
  quantity === null && NUMBER.test(originalText ?? '');

export function previewIngredient(ingredient: IngredientDraft): PreviewedIngredient {
  const { name, quantity, quantityMax, unit, note, group, originalText } = ingredient;
  return {
    text: originalText ?? name,
    name,
    quantity,
    quantityMax,
    unit,
    note,
    group,
    isUnderstood: !lacksQuantity(ingredient) && !NUMBERED_NAME.test(name),
  };
}
