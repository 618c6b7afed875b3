/** A recipe in other units and at other servings, in the amounts that a kitchen can measure. */
import { describe, expect, it, test } from 'vitest';
import type { Ingredient, Recipe, Step } from '../../src/domain/items/eventable.ts';
import { amountText, ingredientAmount } from '../../src/domain/recipes/amount-text.ts';
import { type DisplayOptions, displayRecipe, readableRecipe } from '../../src/domain/recipes/display.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';

interface Written {
  lines: string[];
  step?: string;
  html?: string;
  locale?: string;
}

function recipeOf({ lines, step = '', html = step, locale = 'en' }: Written): Recipe {
  const ingredients = lines.map((line, position) => ({
    ...parseIngredientLine(line),
    id: position,
    position,
  }));
  const steps = [{ content: step, contentHtml: html, links: [] }] as unknown as Step[];
  return { type: 'recipe', serving: 4, locale, ingredients: ingredients as Ingredient[], steps } as Recipe;
}

const amounts = (lines: string[], units: DisplayOptions['units'], locale = 'en', serving?: number) =>
  readableRecipe(recipeOf({ lines, locale }), { units, serving }).recipe.ingredients.map((each) =>
    ingredientAmount(each, locale),
  );
const stepText = (written: Written, options: DisplayOptions) => {
  const { content, contentHtml } = displayRecipe(recipeOf(written), options).steps[0]!;
  return written.html === undefined ? content : contentHtml;
};

describe('metric units', () => {
  it.each<[line: string, amount: string]>([
    ['1 cup flour', '120 g'],
    ['1 cup all-purpose flour, sifted', '120 g'],
    ['1 cup sugar', '200 g'],
    ['1 cup packed brown sugar', '215 g'],
    ['2 sticks unsalted butter', '225 g'],
    ['1/2 stick butter', '55 g'],
    ['1 cup milk', '240 ml'],
    ['1/2 cup heavy cream', '120 ml'],
    ['1 quart chicken stock', '950 ml'],
    ['2 quarts water', '1.9 l'],
    ['1 pint cream', '470 ml'],
    ['8 fl oz water', '240 ml'],
    ['1 lb ground beef', '450 g'],
    ['3 lb potatoes', '1.35 kg'],
    ['8 oz spaghetti', '225 g'],
    ['1/2 oz yeast', '14 g'],
    ['1 tbsp sugar', '1 tbsp'],
    ['2 tbsp butter', '2 tbsp'],
    ['4 tbsp butter', '55 g'],
    ['6 tbsp milk', '90 ml'],
    ['1 tsp salt', '1 tsp'],
    ['3 eggs', '3'],
    ['2 cloves garlic', '2 cloves'],
    ['1 cup zorblax', '240 ml'],
    ['5 tbsp zorblax', '5 tbsp'],
    ['1 cup cooked rice', '240 ml'],
    ['250 g flour', '250 g'],
    ['1–2 cups flour', '120–240 g'],
    ['1 bunch parsley', '1 bunch'],
  ])('%s is %s', (line, amount) => {
    expect(amounts([line], 'metric')).toEqual([amount]);
  });
});

describe('US units', () => {
  it.each<[line: string, amount: string]>([
    ['250 g flour', '2⅛ cups'],
    ['120 g flour', '1 cup'],
    ['200 g sugar', '1 cup'],
    ['113 g butter', '½ cup'],
    ['240 ml milk', '1 cup'],
    ['1 l vegetable stock', '4¼ cups'],
    ['250 g minced beef', '9 oz'],
    ['500 g potatoes', '1⅛ lb'],
    ['100 g dark chocolate', '3½ oz'],
    ['15 ml oil', '1 tbsp'],
    ['5 g salt', '⅚ tsp'],
    ['1 tbsp sugar', '1 tbsp'],
    ['3 eggs', '3'],
    ['500 g zorblax', '1⅛ lb'],
  ])('%s is %s', (line, amount) => {
    expect(amounts([line], 'us')).toEqual([amount]);
  });
});

test('cups, spoons and pints have the size of the recipe’s country', () => {
  expect(amounts(['1 cup milk'], 'metric', 'en-AU')).toEqual(['250 ml']);
  expect(amounts(['1 pint milk'], 'metric', 'en-GB')).toEqual(['570 ml']);
  expect(amounts(['2 Tassen Milch'], 'metric', 'de')).toEqual(['500 ml']);
  expect(amounts(['1 カップ 牛乳'], 'metric', 'ja')).toEqual(['200 ml']);
  expect(amounts(['1 cup milk'], 'metric', 'en')).toEqual(['240 ml']);
});

test('density applies in every language', () => {
  expect(amounts(['2 Tassen Mehl'], 'metric', 'de')).toEqual(['255 g']);
  expect(amounts(['1 taza de azúcar'], 'metric', 'es')).toEqual(['210 g']);
  expect(amounts(['240 g de farine'], 'us', 'fr')).toEqual(['2 tasses']);
});

test('without units and servings nothing changes, and scaling alone stays exact', () => {
  const recipe = recipeOf({ lines: ['1/3 cup sugar'] });
  expect(displayRecipe(recipe, { units: null })).toBe(recipe);
  expect(displayRecipe(recipe, { units: null, serving: 12 }).ingredients[0]).toMatchObject({
    quantity: { numerator: 1, denominator: 1 },
    unit: 'cup',
  });
});

describe('the text of steps', () => {
  const lines = ['200 g sugar', '2 cups flour', '100 ml milk', '3 eggs'];

  it('scales the amounts of a sentence together, and nothing else', () => {
    const step =
      'Mix 150 g of the sugar, 1 cup flour and 50 ml milk with 2 eggs, then 30 g butter. Bake 25 minutes at 180 °C in a 20 cm tin for 4 people.';
    expect(stepText({ lines, step }, { units: null, serving: 8 })).toBe(
      'Mix 300 g of the sugar, 2 cups flour and 100 ml milk with 4 eggs, then 60 g butter. Bake 25 minutes at 180 °C in a 20 cm tin for 4 people.',
    );
  });

  it('converts amounts and temperatures', () => {
    const step = 'Stir 150 g sugar into 1 cup of flour. Bake at 180 °C.';
    expect(stepText({ lines, step }, { units: 'us' })).toBe('Stir ¾ cup sugar into 1 cup of flour. Bake at 350 °F.');
    expect(stepText({ lines, step }, { units: 'metric' })).toBe(
      'Stir 150 g sugar into 120 g of flour. Bake at 180 °C.',
    );
  });

  it.each<[text: string, units: 'metric' | 'us', expected: string]>([
    ['Bake at 350°F.', 'metric', 'Bake at 180 °C.'],
    ['Bake at 425 degrees F for 20 minutes.', 'metric', 'Bake at 220 °C for 20 minutes.'],
    ['Heat the oven to 375F.', 'metric', 'Heat the oven to 190 °C.'],
    ['Cook to 165 °F inside.', 'metric', 'Cook to 74 °C inside.'],
    ['Bei 200 Grad backen.', 'us', 'Bei 400 °F backen.'],
    ['Bake at 160–180 °C.', 'us', 'Bake at 325–350 °F.'],
    ['Bake at gas mark 4.', 'metric', 'Bake at 180 °C.'],
    ['Bake at gas mark 6.', 'us', 'Bake at 400 °F.'],
    ['Bake at 350 °F (180 °C).', 'metric', 'Bake at 350 °F (180 °C).'],
    ['Bake at 180C/350F/gas 4.', 'us', 'Bake at 180C/350F/gas 4.'],
    ['Vitamin C and 20 cups.', 'us', 'Vitamin C and 20 cups.'],
  ])('%s in %s: %s', (step, units, expected) => {
    expect(stepText({ lines, step }, { units })).toBe(expected);
  });

  it('writes units in the singular and plural', () => {
    const written = { lines: ['1 tablespoon butter', '1 cup flour'] };
    const step = 'Melt 1 tablespoon butter with 1 cup flour.';
    expect(stepText({ ...written, step }, { units: null, serving: 8 })).toBe(
      'Melt 2 tablespoons butter with 2 cups flour.',
    );
    expect(stepText({ ...written, step: 'Add 2 tablespoons butter.' }, { units: null, serving: 2 })).toBe(
      'Add 1 tablespoon butter.',
    );
  });

  it('keeps the words of other languages', () => {
    const written = { lines: ['4 EL Zucker', '500 g Mehl'], locale: 'de' };
    expect(stepText({ ...written, step: '2 EL Zucker mit 250 g Mehl mischen.' }, { units: null, serving: 8 })).toBe(
      '4 EL Zucker mit 500 g Mehl mischen.',
    );
  });

  it('changes HTML only between tags, and no code', () => {
    const html =
      '<p>Add <strong>100 g sugar</strong> &#39;slowly&#39;.</p><p><a href="https://a.example/100 g sugar">x</a> <code>100 g sugar</code></p>';
    expect(stepText({ lines, html }, { units: null, serving: 8 })).toBe(
      html.replace('<strong>100 g sugar', '<strong>200 g sugar'),
    );
  });

  it('leaves ratios, amounts for each piece and ingredients that do not scale alone', () => {
    for (const step of [
      'Use 10 g per 100 g flour.',
      'Stir in 1/2 cup flour at a time.',
      'Top each tart with 10 g sugar.',
    ])
      expect(stepText({ lines, step }, { units: null, serving: 8 })).toBe(step);
    expect(stepText({ lines, step: 'Fill each tart. Add 10 g sugar.' }, { units: null, serving: 8 })).toBe(
      'Fill each tart. Add 20 g sugar.',
    );
    const salted = recipeOf({ lines: ['5 g salt'], step: 'Add 5 g salt.' });
    const fixed = {
      ...salted,
      ingredients: salted.ingredients.map((each) => ({ ...each, scalable: false })),
    };
    expect(displayRecipe(fixed, { units: null, serving: 8 }).steps[0]!.content).toBe('Add 5 g salt.');
    expect(displayRecipe(salted, { units: null, serving: 8 }).steps[0]!.content).toBe('Add 10 g salt.');
  });
});

test('clients of the API get exact scaled numbers, and converted ones in steps of a kitchen', () => {
  const recipe = recipeOf({ lines: ['1/3 cup milk', '1 oz cheddar'] });
  const numbers = (options: DisplayOptions) =>
    displayRecipe(recipe, options).ingredients.map(({ quantity, unit }) => [quantity, unit]);
  expect(numbers({ units: null, serving: 2 })).toEqual([
    [{ numerator: 1, denominator: 6 }, 'cup'],
    [{ numerator: 1, denominator: 2 }, 'oz'],
  ]);
  expect(numbers({ units: 'metric' })).toEqual([
    [{ numerator: 80, denominator: 1 }, 'ml'],
    [{ numerator: 30, denominator: 1 }, 'g'],
  ]);
  expect(amounts(['1/3 cup milk', '1 oz cheddar'], 'metric')).toEqual(['80 ml', '28 g']);
});

test('what a smaller pan leaves of a count is said as cooks say it, in the list and in steps', () => {
  const pan = (length: number) => ({ shape: 'round', length, width: null, unit: 'cm' }) as const;
  const pans = { from: pan(25), to: pan(17.32) };
  const written = { lines: ['2 lemons', '2 cups flour', '5 eggs'], step: 'Squeeze 2 lemons.' };
  const { recipe } = readableRecipe(recipeOf(written), { pans, units: null });
  const shown = recipe.ingredients.map((each) => `${ingredientAmount(each, 'en')} ${each.name}`);
  expect(shown).toEqual(['scant 1 lemon', 'scant 1 cup flour', '2⅓ eggs']);
  expect(recipe.steps[0]!.contentHtml).toBe('Squeeze scant 1 lemon.');
});

describe('a ratio', () => {
  const lines = ['1 tbsp cornstarch', '200 g flour', '2 eggs'];

  it.each<[step: string, scaled: string]>([
    ['Mix 1 tbsp cornstarch with 1 tbsp water.', 'Mix ½ tbsp cornstarch with ½ tbsp water.'],
    ['Stir 100 g flour and 2 eggs into 1 cup milk.', 'Stir 50 g flour and 1 egg into ½ cup milk.'],
    ['Mix 100 g flour with 2 cups of the zorblax.', 'Mix 100 g flour with 2 cups of the zorblax.'],
    ['Mix 100 g flour in a 2 l pot.', 'Mix 50 g flour in a 2 l pot.'],
    ['Add 1 tbsp water. Add 100 g flour.', 'Add 1 tbsp water. Add 50 g flour.'],
    ['Mix a tablespoon of cornstarch with two cups of flour.', 'Mix ½ tablespoon of cornstarch with 1 cup of flour.'],
    ['Mix 100 g flour with two cups of the zorblax.', 'Mix 100 g flour with two cups of the zorblax.'],
  ])('is kept: %s', (step, scaled) => {
    const half = { units: null, serving: 2 };
    expect(stepText({ lines, step }, half)).toBe(scaled);
    expect(stepText({ lines, step, html: `<p>${step.replace(' with', ' <em>with</em>')}</p>` }, half)).toBe(
      `<p>${scaled.replace(' with', ' <em>with</em>')}</p>`,
    );
  });

  it('holds between an ingredient and the foods of its note', () => {
    const recipe = recipeOf({
      lines: ['1 cup flour blend (or 2 cups almond flour)', '1 onion (about 1 cup, chopped)'],
    });
    const shown = readableRecipe(recipe, { units: null, serving: 2 });
    expect(shown.recipe.ingredients.map(({ note }) => note)).toEqual(['or 1 cup almond flour', 'about 1 cup, chopped']);
    expect(shown.textAmounts).toEqual({ isScaled: true, isLeft: true });
  });

  it('is said to the reader where it was kept', () => {
    const textAmounts = (step: string, serving: number) =>
      readableRecipe(recipeOf({ lines, step }), { units: null, serving }).textAmounts;
    expect(textAmounts('Add 100 g flour.', 2)).toEqual({ isScaled: true, isLeft: false });
    expect(textAmounts('Add 100 g flour.', 4)).toEqual({ isScaled: false, isLeft: false });
    expect(textAmounts('Fill each tart with 10 g flour.', 2)).toEqual({ isScaled: false, isLeft: true });
    expect(textAmounts('Bake for 20 minutes at 180C in a 2 l tin.', 2)).toEqual({ isScaled: false, isLeft: false });
  });
});

test('steps are scaled and converted in their language', () => {
  const written = { lines: ['1 Tasse Zucker', '500 g Mehl', '1,5 kg Kartoffeln'], locale: 'de' };
  const scaled = (step: string, options: DisplayOptions) => stepText({ ...written, step }, options);
  expect(scaled('1 Tasse Zucker und 1,5 kg Kartoffeln.', { units: null, serving: 6 })).toBe(
    '1½ Tassen Zucker und 2,25 kg Kartoffeln.',
  );
  expect(scaled('240 g Mehl einrühren.', { units: 'us' })).toBe('2 Tassen Mehl einrühren.');
});

describe('the noun of a count agrees with its number, in the list and in steps', () => {
  it.each<[locale: string, line: string, step: string, serving: number, name: string, scaled: string]>([
    ['en', '2 eggs', 'Beat 2 eggs.', 2, 'egg', 'Beat 1 egg.'],
    ['en', '1 egg', 'Beat 1 egg.', 8, 'eggs', 'Beat 2 eggs.'],
    ['en', '2 large eggs, beaten', 'Add 2 large eggs and stir.', 2, 'large egg', 'Add 1 large egg and stir.'],
    ['en', '2 egg yolks', 'Add the 2 egg yolks, then 1 of them.', 2, 'egg yolk', 'Add the 1 egg yolk, then 1 of them.'],
    ['en', '1 tomato', 'Chop 1 tomato.', 6, 'tomatoes', 'Chop 1½ tomatoes.'],
    ['en', '2 bay leaves', 'Add 2 bay leaves.', 2, 'bay leaf', 'Add 1 bay leaf.'],
    ['en', '1 onion', 'Chop 1 onion.', 2, 'onion', 'Chop ½ onion.'],
    ['de', '2 Eier', '2 Eier verquirlen.', 2, 'Ei', '1 Ei verquirlen.'],
    ['de', '1 Zwiebel', '1 Zwiebel hacken.', 8, 'Zwiebeln', '2 Zwiebeln hacken.'],
    ['fr', '2 œufs', 'Battre 2 œufs.', 2, 'œuf', 'Battre 1 œuf.'],
    ['it', '2 uova', 'Sbattere 2 uova.', 2, 'uovo', 'Sbattere 1 uovo.'],
    ['es', '1 limón', 'Exprime 1 limón.', 12, 'limones', 'Exprime 3 limones.'],
    ['nl', '2 eieren', 'Klop 2 eieren.', 2, 'ei', 'Klop 1 ei.'],
    ['pt-BR', '2 ovos', 'Bata 2 ovos.', 2, 'ovo', 'Bata 1 ovo.'],
    ['pl', '1 jajko', 'Wbij 1 jajko.', 20, 'jajek', 'Wbij 5 jajek.'],
    ['uk', '1 яйце', 'Додайте 1 яйце.', 8, 'яйця', 'Додайте 2 яйця.'],
    ['tr', '2 yumurta', '2 yumurta kırın.', 2, 'yumurta', '1 yumurta kırın.'],
  ])('%s: %s, %s', (locale, line, step, serving, name, scaled) => {
    const recipe = recipeOf({ lines: [line], step, locale });
    expect(readableRecipe(recipe, { units: null, serving }).recipe.ingredients[0]!.name).toBe(name);
    expect(readableRecipe(recipe, { units: null, serving }).recipe.steps[0]!.contentHtml).toBe(scaled);
    expect(readableRecipe(recipe, { units: null, serving: 4 }).recipe.ingredients[0]!.name).toBe(
      recipe.ingredients[0]!.name,
    );
  });
});

describe('a second measure in the note', () => {
  const shown = (line: string, options: DisplayOptions) => {
    const { note, ...ingredient } = readableRecipe(recipeOf({ lines: [line] }), options).recipe.ingredients[0]!;
    return [amountText(ingredient, 'en'), note];
  };

  it.each<[line: string, options: DisplayOptions, amount: string, note: string | null]>([
    ['1 cup (125 g) flour, sifted', { units: null, serving: 8 }, '2 cups', '250 g, sifted'],
    ['1 cup (125 g) flour, sifted', { units: 'metric' }, '125 g', 'sifted'],
    ['1 cup (125 g) flour', { units: 'metric', serving: 8 }, '250 g', null],
    ['1 cup (125 g) flour', { units: 'us' }, '1 cup', '125 g'],
    ['125 g/1 cup flour', { units: 'us', serving: 8 }, '2 cups', null],
    ['1/2 cup (1 stick) butter', { units: null, serving: 8 }, '1 cup', '2 sticks'],
    ['1 tbsp (15 g) sugar', { units: 'metric' }, '1 tbsp', '15 g'],
    ['2 cups (15-ounce) beans', { units: null, serving: 8 }, '4 cups', '30 oz'],
    ['2 (15-ounce) cans beans', { units: null, serving: 8 }, '4 cans', '15-ounce'],
    ['1 cup (2 kg) flour', { units: null, serving: 8 }, '2 cups', '2 kg'],
    ['3/4 cup (12 Tbsp; 170g) butter', { units: null, serving: 8 }, '1½ cups', '24 tbsp; 340g'],
  ])('%s, %o', (line, options, amount, note) => {
    expect(shown(line, options)).toEqual([amount, note]);
  });
});

test('notes scale where they name a listed ingredient, and sizes stay', () => {
  const recipe = recipeOf({
    lines: ['200 g flour, plus 2 tbsp flour for dusting', '2 (15-ounce) cans beans'],
  });
  const notes = displayRecipe(recipe, { units: null, serving: 8 }).ingredients.map(({ note }) => note);
  expect(notes).toEqual(['plus 4 tbsp flour for dusting', '15-ounce']);
});
