/** Ingredients of a step are found in its text, in the words that cooks use. */
import { expect, test } from 'vitest';
import { stepIngredients } from '../../src/domain/recipes/text.ts';

const find = (content: string, names: string[], locale = 'en', ingredientPositions: number[] = []) =>
  stepIngredients(
    names.map((name, position) => ({ name, position })),
    locale,
  )({ name: '', content, ingredientPositions }).map(({ name }) => name);

test.each<[string, string[], string[], string?]>([
  ['Add lentils and stock.', ['red lentils', 'onion', 'vegetable stock'], ['red lentils', 'vegetable stock']],
  ['Heat the sesame oil.', ['olive oil', 'sesame oil'], ['sesame oil']],
  ['Heat the oil.', ['olive oil', 'sesame oil'], ['olive oil', 'sesame oil']],
  ['Sear the chicken.', ['chicken breasts', 'salt'], ['chicken breasts']],
  ['Sear the chicken breasts.', ['chicken breasts', 'chicken stock'], ['chicken breasts']],
  ['Line the baking sheet.', ['baking powder'], []],
  ['Die Zwiebeln in Butter dünsten.', ['Zwiebel', 'Butter', 'Mehl'], ['Zwiebel', 'Butter'], 'de-AT'],
  ['Émincer le poireau.', ['poireaux bretons', 'beurre'], ['poireaux bretons'], 'fr'],
  ['番茄切丁，洋葱切丝备用', ['番茄', '洋葱', '盐'], ['番茄', '洋葱'], 'zh'],
  ['', ['', '***'], []],
])('%s', (content, names, found, locale = 'en') => {
  expect(find(content, names, locale)).toEqual(found);
});

test('what the author listed is taken, whatever the text says', () => {
  expect(find('Add the salt.', ['salt', 'pepper'], 'en', [1])).toEqual(['pepper']);
});
