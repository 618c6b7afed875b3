/** The words of the recipe form, in every language, are words that the form and the import read. */
import { expect, test } from 'vitest';
import { type Language, languages } from '../../src/lib/language/languages.ts';
import { writeFor } from '../../src/lib/language/reader.ts';
import { t } from '../../src/lib/language/text.ts';
import { isIngredientsHeading, isMethodHeading } from '../../src/recipe-import/section-words.ts';
import { splitSteps } from '../../src/web/write/recipe-text.ts';

const all = Object.keys(languages) as Language[];

test.each(all)('%s: the example of a time in the hint is read as a time', (language) => {
  const hint = writeFor({ language, timeZone: 'UTC' }, () => t('write.method-hint'));
  const example = /[^\s“”„«»「『"‘]+\s?[:：]\s?30[^“”»」』"’]+/u.exec(hint)![0].trim();
  expect(splitSteps(`Bake.\n${example}`)).toMatchObject([{ duration: 1_800, content: 'Bake.', name: '' }]);
});

test('a line without a time stays part of the step', () => {
  const written = 'Zeit: bis er goldbraun ist';
  expect(splitSteps(written)).toMatchObject([{ duration: null, content: written }]);
});

test.each(all)('%s: the headings of a recipe page are read as headings', (language) => {
  const [ingredients, method] = writeFor({ language, timeZone: 'UTC' }, () => [
    t('recipe.ingredients'),
    t('recipe.method'),
  ]);
  expect([ingredients, isIngredientsHeading(ingredients!)]).toEqual([ingredients, true]);
  expect([method, isMethodHeading(method!)]).toEqual([method, true]);
});
