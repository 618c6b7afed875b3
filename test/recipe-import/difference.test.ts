/** Differences between states of a recipe: words, ingredients, steps and details. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRecipes, isEmptyDifference, type WordChange } from '../../src/domain/recipes/difference.ts';
import type { RecipeState } from '../../src/recipe-import/draft.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';

const marked = (changes: WordChange[]) =>
  changes.map(({ change, text }) => ({ same: text, added: `{+${text}+}`, removed: `{-${text}-}` })[change]).join('');
const wordChanges = (before: string, after: string) =>
  compareRecipes(state({ description: before }), state({ description: after }), 'en').description;
const words = (before: string, after: string) => marked(wordChanges(before, after));

const lines = (list: string[], group: string | null = null) =>
  list.map((line) => ({ ...parseIngredientLine(line), group }));
const step = (content: string, name = '', duration: number | null = null) => ({ name, content, duration });
const state = (changes: Partial<RecipeState> = {}): RecipeState => ({
  name: 'Dough',
  description: '',
  ingredients: [],
  steps: [],
  details: { serving: 4 },
  ...changes,
});
const difference = (before: Partial<RecipeState>, after: Partial<RecipeState>, locale = 'en') =>
  compareRecipes(state(before), state(after), locale);
const ingredients = (before: string[], after: string[]) =>
  difference({ ingredients: lines(before) }, { ingredients: lines(after) }).ingredients.map(
    (each) => `${each.change} ${marked(each.words)}`,
  );
const steps = (before: string[], after: string[]) =>
  difference({ steps: before.map((text) => step(text)) }, { steps: after.map((text) => step(text)) }).steps.map(
    (each) => [each.change, each.before, each.after, marked(each.content)],
  );

test('words are marked, and phrases that were replaced stay together', () => {
  expect(words('Bake for 20 minutes.', 'Bake for 25 minutes.')).toBe('Bake for {-20-}{+25+} minutes.');
  expect(words('a big pot', 'a small pan')).toBe('a {-big pot-}{+small pan+}');
  expect(words('', 'Stir')).toBe('{+Stir+}');
  expect(words('Stir', '')).toBe('{-Stir-}');
  expect(words('same', 'same')).toBe('same');
  expect(words('one two four', 'one two three four')).toBe('one two {+three +}four');
  expect(words('加入面粉', '加入米粉')).toBe('加入{-面-}{+米+}粉');
});

test('removed and same words are the earlier text, added and same words the later one', () => {
  const text = fc
    .array(fc.constantFrom('salt', ' ', 'flour', '\n', 'é', '粉', '½', '.', '20'), { maxLength: 60 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = wordChanges(before, after);
      const without = (left: string) =>
        changes.flatMap(({ change, text: part }) => (change === left ? [] : [part])).join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
      expect(changes.every(({ text: part }) => part !== '')).toBe(true);
      if (before === after) expect(changes.every(({ change }) => change === 'same')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('entirely different long texts are compared in little time, as replaced', () => {
  const long = (word: string) => Array.from({ length: 1_600 }, (_, at) => `${word}${at}`).join(' ');
  const many = (word: string) => Array.from({ length: 100 }, (_, at) => step(`${long(word)} ${at}`, `Step ${at}`));
  const began = process.cpuUsage();
  const { steps: found } = difference({ steps: many('a') }, { steps: many('b') });
  const { user } = process.cpuUsage(began);
  expect(found.length).toBe(200);
  const shuffled = [...long('c').split(' ')].reverse().join(' ');
  expect(words(long('c'), shuffled).length).toBeGreaterThan(10_000);
  expect(user / 1e6).toBeLessThan(5);
});

test('ingredients are matched by the food that they name', () => {
  expect(
    ingredients(['500 g flour', '1 egg', '10 g salt', '7 g yeast'], ['600 g flour', '2 eggs', '7 g yeast', '1 l milk']),
  ).toEqual([
    'changed {-500-}{+600+} g flour',
    'changed {-1 egg-}{+2 eggs+}',
    'removed {-10 g salt-}',
    'same 7 g yeast',
    'added {+1 l milk+}',
  ]);
});

test('the same food in two groups is matched within its group, and a line that changed its group has moved', () => {
  const before = [...lines(['1 tsp salt'], 'Dough'), ...lines(['2 tsp salt', '1 onion'], 'Topping')];
  const after = [...lines(['1 tsp salt', '1 onion'], 'Dough'), ...lines(['3 tsp salt'], 'Topping')];
  const found = difference({ ingredients: before }, { ingredients: after }).ingredients;
  expect(found.map(({ change, group, words: line }) => [change, group, marked(line)])).toEqual([
    ['same', 'Dough', '1 tsp salt'],
    ['moved', 'Dough', '1 onion'],
    ['changed', 'Topping', '{-2-}{+3+} tsp salt'],
  ]);
});

test('lines in other languages are compared as their author wrote them', () => {
  const [before, after] = [lines(['250 g Mehl, gesiebt']), lines(['300 g Mehl, gesiebt'])];
  const found = difference({ ingredients: before }, { ingredients: after }, 'de').ingredients;
  expect(found.map(({ words: line }) => marked(line))).toEqual(['{-250-}{+300+} g Mehl, gesiebt']);
});

test('steps are added, removed, changed and moved', () => {
  const [mix, rest, bake] = ['Mix flour and water.', 'Rest for an hour.', 'Bake until brown and crisp.'];
  expect(steps([mix, rest, bake], [mix, 'Rest for two hours.', bake])).toEqual([
    ['same', 0, 0, mix],
    ['changed', 1, 1, 'Rest for {-an hour-}{+two hours+}.'],
    ['same', 2, 2, bake],
  ]);
  expect(steps([mix, rest, bake], [mix, bake, 'Serve.'])).toEqual([
    ['same', 0, 0, mix],
    ['removed', 1, null, `{-${rest}-}`],
    ['same', 2, 1, bake],
    ['added', null, 2, '{+Serve.+}'],
  ]);
  expect(steps([mix, rest, bake], [bake, mix, rest]).map(([change]) => change)).toEqual(['moved', 'same', 'same']);
  expect(steps([mix, rest, bake], ['Bake until brown.', mix, rest])[0]).toEqual([
    'moved',
    2,
    0,
    'Bake until brown{- and crisp-}.',
  ]);
  expect(steps([mix, mix], [mix])).toEqual([
    ['same', 0, 0, mix],
    ['removed', 1, null, `{-${mix}-}`],
  ]);
});

test('a step that became longer is the same step', () => {
  expect(steps(['Bake for 8 minutes.'], ['Stir.', 'Bake for 6 minutes, until the rim is brown.'])).toEqual([
    ['added', null, 0, '{+Stir.+}'],
    ['changed', 0, 1, 'Bake for {-8-}{+6+} minutes{+, until the rim is brown+}.'],
  ]);
});

test('a step whose time changed is changed', () => {
  const [found] = difference({ steps: [step('Bake', 'Oven', 600)] }, { steps: [step('Bake', 'Oven', 900)] }).steps;
  expect(found).toMatchObject({ change: 'changed', duration: [600, 900] });
});

test('details are compared as texts, and only those that differ are named', () => {
  const details = { serving: 4, servingType: 'servings', prepTime: 600, diet: ['LowFatDiet' as const] };
  expect(
    difference(
      { details },
      { details: { ...details, serving: 6, prepTime: 1_200, diet: [], nutrition: { fatContent: '2 g' } } },
    ).details,
  ).toEqual([
    { field: 'serving', before: '4 servings', after: '6 servings' },
    { field: 'prepTime', before: '10 min', after: '20 min' },
    { field: 'diet', before: 'Low fat', after: null },
    { field: 'nutrition', before: null, after: 'fat: 2 g' },
  ]);
  expect(isEmptyDifference(difference({ details }, { details }))).toBe(true);
  expect(isEmptyDifference(difference({ name: 'A' }, { name: 'B' }))).toBe(false);
});
