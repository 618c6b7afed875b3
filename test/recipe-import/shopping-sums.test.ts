/** Lines of a shopping list are merged and their amounts added, only where that is certain. */
import { describe, expect, test } from 'vitest';
import { foodOf, mergeLines } from '../../src/domain/shopping/shopping.ts';
import { amountsText } from '../../src/domain/shopping/sums.ts';
import { writeFor } from '../../src/lib/language/reader.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';

/** Shows the list as text. A line starting with `x` is ticked. */
function listOf(lines: string[], locale = 'en', language = locale): string[] {
  const read = lines.map((text, index) => {
    const line = { ...parseIngredientLine(text.replace(/^x /, '')), locale, checked: text.startsWith('x ') };
    return { ...line, ...foodOf(line), id: index + 1, recipeId: null };
  });
  return mergeLines(read, { language }).map((item) =>
    [item.checked ? 'x' : '', amountsText(item), item.name, item.optional ? '(optional)' : '']
      .filter(Boolean)
      .join(' '),
  );
}

test.each([
  [['250 g flour', '500 g flour'], ['750 g flour']],
  [['250 g flour', '1 kg flour'], ['1.25 kg flour']],
  [['1/3 cup water', '1/3 cup water', '1/3 cup water'], ['1 cup water']],
  [['1 tsp salt', '1 tbsp salt'], ['4 tsp salt']],
  [['1 cup milk', '1 pint milk'], ['3 cups milk']],
  [['2 oz cheddar', '1 lb cheddar'], ['1⅛ lb cheddar']],
  [['8 oz cheddar', '200 g cheddar'], ['430 g cheddar']],
  [['1 onion', '2-3 onions'], ['3–4 onions']],
  [['2 large eggs', '3 eggs'], ['5 eggs']],
  [['1 kg potatoes', '500 g small potatoes, peeled'], ['1.5 kg potatoes']],
])('amounts of one food are added: %j is %j', (lines, expected) => {
  expect(listOf(lines)).toEqual(expected);
});

test('weights and volumes are added by the density of a known food, and stay apart without one', () => {
  expect(listOf(['250 g flour', '1 cup flour'])).toEqual(['370 g flour']);
  expect(listOf(['500 g milk', '1 cup milk'])).toEqual(['720 ml milk']);
  expect(listOf(['250 g moon dust', '1 cup moon dust'])).toEqual(['250 g + 1 cup moon dust']);
});

test('counts and words that are no measure stay beside weights', () => {
  expect(listOf(['2 leeks', '300 g leek', '1 leek'])).toEqual(['3 + 300 g leek']);
  expect(listOf(['2 cans tomatoes', '1 can tomatoes', '400 g tomatoes'])).toEqual(['3 cans + 400 g tomatoes']);
  expect(listOf(['salt', '2 pinches salt', '1 tsp salt'])[0]).toMatch(/^2 pinches \+ 1 tsp salt$/);
});

test('a cup has the size of the language of its recipe', () => {
  expect(listOf(['1 cup milk', '100 ml milk'], 'en-US')).toEqual(['340 ml milk']);
  expect(listOf(['1 cup Milch', '100 ml Milch'], 'de')).toEqual(['350 ml Milch']);
});

test('only the same food is merged: not almond milk and milk, nor dried and fresh tomatoes', () => {
  expect(listOf(['1 l milk', '1 l almond milk', '2 l milk'])).toHaveLength(2);
  expect(listOf(['100 g dried tomatoes', '200 g tomatoes'])).toHaveLength(2);
  expect(listOf(['100 g Moon Dust', '100 g moon  dust'])).toEqual(['200 g Moon Dust']);
});

test('ticked lines form an item of their own, and an item is optional if all its lines are', () => {
  expect(listOf(['x 100 g flour', '200 g flour', 'x 300 g flour'])).toEqual(['x 400 g flour', '200 g flour']);
  expect(listOf(['10 g parsley (optional)', '10 g parsley'])).toEqual(['20 g parsley']);
  expect(listOf(['10 g parsley (optional)'])).toEqual(['10 g parsley (optional)']);
});

test('items are sorted by aisle, then as they were added', () => {
  const list = listOf(['1 toothbrush', '1 l milk', '2 onions', '300 g flour', '1 carrot', '1 tsp cumin']);
  expect(list.map((text) => text.split(' ').at(-1))).toEqual([
    'onions',
    'carrot',
    'milk',
    'flour',
    'cumin',
    'toothbrush',
  ]);
});

test('amounts of any size are added without an error', () => {
  const most = { numerator: Number.MAX_SAFE_INTEGER, denominator: 1 };
  const line = { ...parseIngredientLine('1 kg flour'), quantity: most, locale: 'en', checked: false };
  const lines = [1, 2, 3].map((id) => ({ ...line, ...foodOf(line), id, recipeId: null }));
  const [item] = mergeLines([...lines, { ...lines[0]!, id: 4, unit: 'mg' }]);
  expect(item!.amounts).toHaveLength(1);
  expect(Number.isSafeInteger(item!.amounts[0]!.quantity!.numerator)).toBe(true);
});

describe('lines of several languages', () => {
  const sumOf = (lines: [text: string, locale: string][], language: 'en' | 'de' = 'en') => {
    const read = lines.map(([text, locale], index) => {
      const line = { ...parseIngredientLine(text), locale, checked: false };
      return { ...line, food: 'salt', aisle: 'spices', id: index + 1, recipeId: null };
    });
    return writeFor({ language, timeZone: 'UTC' }, () => mergeLines(read).map(amountsText));
  };

  test.each<[[string, string][], string]>([
    [
      [
        ['1/2 tsp salt', 'en'],
        ['1 TL Salz', 'de'],
      ],
      '1½ tsp',
    ],
    [
      [
        ['3 TL Salz', 'de'],
        ['3 TL Salz', 'de'],
      ],
      '2 tbsp',
    ],
    [
      [
        ['1 tsp salt', 'en'],
        ['1 TL Salz', 'de'],
        ['1 cdta de sal', 'es'],
      ],
      '3 tsp',
    ],
    [
      [
        ['2 EL Salz', 'de'],
        ['1 TL Salz', 'de'],
      ],
      '7 tsp',
    ],
    [
      [
        ['1 tbsp salt', 'en'],
        ['1 EL Salz', 'de'],
      ],
      '2 tbsp',
    ],
  ])('spoons are added exactly: %j is %s', (lines, text) => {
    expect(sumOf(lines)).toEqual([text]);
  });

  test('sums are written in the language of the reader', () => {
    expect(
      sumOf(
        [
          ['1/2 tsp salt', 'en'],
          ['1 TL Salz', 'de'],
        ],
        'de',
      ),
    ).toEqual(['1½ TL']);
    expect(
      sumOf(
        [
          ['1 kg salt', 'en'],
          ['250 g Salz', 'de'],
        ],
        'de',
      ),
    ).toEqual(['1,25 kg']);
    expect(
      sumOf(
        [
          ['1 cup salt', 'en'],
          ['1 cup salt', 'en'],
        ],
        'de',
      ),
    ).toEqual(['2 Tassen']);
  });
});

test('what a recipe in another language names is named in the language of the reader, if the food is known', () => {
  const lines = ['7 Zwiebeln', '500 g Mehl Type 405', '2 Lorbeerblätter', '1 Packung Mondstaub'];
  expect(listOf(lines, 'de', 'en')).toEqual(['7 onions', '500 g flour', '2 bay leaves', '1 Packung Mondstaub']);
  expect(listOf(['3 onions', '1 egg', '2 bay leaves'], 'en', 'fr')).toEqual([
    '3 oignons',
    '1 œuf',
    '2 feuilles de laurier',
  ]);
  expect(listOf(['3 onions', '2 g bay leaves'], 'en', 'de')).toEqual(['3 Zwiebeln', '2 g Lorbeerblatt']);
  expect([listOf(['1 1/2 onions'], 'en', 'fr'), listOf(['1 1/2 onions'], 'en', 'de')]).toEqual([
    ['1½ oignon'],
    ['1½ Zwiebeln'],
  ]);
  expect(listOf(['3 onions'], 'en', 'xx')).toEqual(['3 onions']);
  const mixed = [...['2 Zwiebeln', '1 onion'].entries()].map(([index, text]) => {
    const line = { ...parseIngredientLine(text), locale: index === 0 ? 'de' : 'und', checked: false };
    return { ...line, ...foodOf(line), id: index + 1, recipeId: null };
  });
  expect(mergeLines(mixed, { language: 'de' }).map(({ name }) => name)).toEqual(['Zwiebeln']);
  expect(mergeLines(mixed, { language: 'en' }).map(({ name }) => name)).toEqual(['onion']);
});

test('water from the tap is not among the drinks, also on a list that was written before', () => {
  const line = { ...parseIngredientLine('1 l water'), locale: 'en', checked: false };
  const [item] = mergeLines([{ ...line, ...foodOf(line), aisle: 'drinks', id: 1, recipeId: null }]);
  expect(item!.aisle).toBe('other');
});
