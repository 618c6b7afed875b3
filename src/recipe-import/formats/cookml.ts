/** Reads CookML, the XML of Kalorio, Krecipes, Rezeptsuite and other German programs. */

import type { ImportedRecipe } from '../import-result.ts';
import { attributeOf, elementIn, elementsIn, type MarkupElement, textIn, textOf } from '../markup-records.ts';
import { addNote, addPictures } from '../pictures-and-notes.ts';
import { fromColumns, minutes, withIngredients } from './recipe-fields.ts';

const linesOf = (element: MarkupElement | undefined, ...names: string[]): string[] =>
  elementsIn(element, ...names)
    .map(textOf)
    .filter(Boolean);

/** Quantities have a decimal point, and 0 stands for none. */
const amountOf = (element: MarkupElement): string => {
  const amount = attributeOf(element, 'qty');
  return /^0*(?:[.,]0*)?$/.test(amount) ? '' : amount.replace(/[.,]0+$/, '');
};

export function readCookMl(recipe: MarkupElement): ImportedRecipe | null {
  const head = elementIn(recipe, 'head');
  const preparation = elementsIn(recipe, 'preparation');
  const steps = preparation.flatMap((each) => linesOf(each, 'step', 'text'));
  const ingredients = elementsIn(recipe, 'part').flatMap((part) =>
    elementsIn(part, 'ingredient').map((each) =>
      fromColumns({
        amount: amountOf(each),
        unit: attributeOf(each, 'unit'),
        name: attributeOf(each, 'item'),
        note: attributeOf(each, 'preparation') || textIn(each, 'inote', 'ingnote'),
        group: attributeOf(part, 'title') || null,
      }),
    ),
  );
  const read = withIngredients(
    {
      name: attributeOf(head, 'title'),
      description: linesOf(head, 'hint').join('\n'),
      recipeYield: [attributeOf(head, 'servingqty'), attributeOf(head, 'servingtype')].join(' ').trim() || undefined,
      recipeInstructions: steps.length === 1 ? steps[0] : steps,
      prepTime: minutes(attributeOf(head, 'timeprepqty')),
      cookTime: minutes(attributeOf(head, 'timecookqty')),
      totalTime: minutes(attributeOf(head, 'timeallqty')),
      recipeCategory: linesOf(head, 'cat'),
      author: linesOf(head, 'sourceline')[0],
      image: linesOf(head, 'pic').concat(attributeOf(head, 'picname') || []),
      inLanguage: attributeOf(recipe, 'lang') || undefined,
    },
    ingredients,
  );
  addPictures(read, ...linesOf(head, 'picbin'));
  return addNote(read, ...elementsIn(recipe, 'remark').map((each) => linesOf(each, 'line').join('\n') || textOf(each)));
}
