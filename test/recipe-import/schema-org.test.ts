/** Finds recipes in nested schema.org data, and reports unreadable parts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSchemaOrg } from '../../src/recipe-import/schema-org.ts';
import { randomRuns } from '../support/random-runs.ts';

const soup = {
  '@type': 'Recipe',
  name: 'Soup',
  recipeIngredient: ['1 l water'],
  recipeInstructions: 'Boil.',
};
const read = (recipe: object) => readSchemaOrg({ ...soup, ...recipe }).recipes[0]!;
const steps = (recipeInstructions: unknown) =>
  read({ recipeInstructions }).draft.steps.map(({ name, content }) => (name ? `${name} | ${content}` : content));

describe('finding recipes', () => {
  it.each<[string, unknown]>([
    ['at the top', soup],
    ['in a list', [{ '@type': 'WebPage' }, soup]],
    ['in a graph', { '@graph': [{ '@type': 'Article' }, soup] }],
    ['with several types', { ...soup, '@type': ['Recipe', 'NewsArticle'] }],
    ['with a full type', { ...soup, '@type': 'http://schema.org/Recipe' }],
    [
      'as the main entity',
      { '@type': 'WebPage', mainEntity: { '@type': 'ItemList', itemListElement: [{ item: soup }] } },
    ],
    ['listed twice, once incompletely', [{ '@type': 'Recipe', name: 'Soup' }, soup]],
  ])('a recipe %s is found once', (_, json) => {
    const { recipes, problems } = readSchemaOrg(json);
    expect(recipes.map(({ draft }) => draft.name)).toEqual(['Soup']);
    expect(recipes[0]!.understood).toEqual({ ingredients: 1, withQuantity: 1, steps: 1 });
    expect(problems).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ '@type': 'Article' }, 'There is no recipe in it. Found: Article.'],
    [{ '@type': 'HowTo' }, 'It is a guide (HowTo), not a recipe.'],
    [{ '@type': 'Recipe' }, 'The recipe in it has no name, no ingredients and no method.'],
    ['text', 'The document is not a JSON object or list.'],
  ])('%j has no recipe, and the reason is reported', (json, problem) => {
    expect(readSchemaOrg(json)).toEqual({ recipes: [], problems: [problem] });
  });

  it('both recipes of a page are read', () => {
    const stew = { ...soup, name: 'Stew' };
    expect(readSchemaOrg([soup, stew]).recipes.map(({ draft }) => draft.name)).toEqual(['Soup', 'Stew']);
  });
});

describe('instructions', () => {
  it.each<[string, unknown, string[]]>([
    ['lines', 'Chop.\nFry.\n\nServe.', ['Chop.', 'Fry.', 'Serve.']],
    ['numbered lines', '1. Chop.\n2) Fry.', ['Chop.', 'Fry.']],
    ['numbers within a line', '1.Chop 2.Fry for 1.5 h 3.Serve', ['Chop', 'Fry for 1.5 h', 'Serve']],
    ['paragraphs', '<p>Chop.</p> 2: <p><b>Fry</b> it.</p>', ['Chop.', '**Fry** it.']],
    ['list items', '<ol><li>Chop</li><li>Fry</li></ol>', ['Chop', 'Fry']],
    ['a heading', 'Sauce:\nStir.\nBoil.', ['Sauce | Stir.', 'Boil.']],
    ['strings', ['Chop.', 'Fry.\nGently.'], ['Chop.', 'Fry.\n\nGently.']],
    ['a list in a list', [['Chop.', 'Fry.']], ['Chop.', 'Fry.']],
    ['a named step', [{ '@type': 'HowToStep', name: 'Prepare', text: 'Chop.' }], ['Prepare | Chop.']],
    ['a step with a name only', [{ '@type': 'HowToStep', name: 'Chop.' }], ['Chop.']],
    ['a repeated name', [{ '@type': 'HowToStep', name: 'Chop it…', text: 'Chop it up.' }], ['Chop it up.']],
    ['a numbered name', [{ '@type': 'HowToStep', name: 'Schritt 1', text: 'Chop.' }], ['Chop.']],
    [
      'sections',
      [
        {
          '@type': 'HowToSection',
          name: 'For the dough:',
          itemListElement: [{ '@type': 'HowToStep', text: 'Mix.' }],
        },
        {
          '@type': 'HowToSection',
          name: 'Bake',
          itemListElement: [{ '@type': 'HowToStep', text: 'Bake.' }, 'Cool.'],
        },
      ],
      ['For the dough | Mix.', 'Bake | Bake.', 'Cool.'],
    ],
    [
      'an item list of directions and tips',
      {
        '@type': 'ItemList',
        itemListElement: {
          '@type': 'HowToStep',
          itemListElement: [
            { '@type': 'HowToDirection', text: 'Mix.' },
            { '@type': 'HowToTip', text: 'By hand.' },
          ],
        },
      },
      ['Mix.\n\nBy hand.'],
    ],
    ['accidental Markdown', ['a *b* `c` 5 * 3 <b', '# one'], ['a \\*b\\* \\`c\\` 5 * 3', '\\# one']],
    ['doubly encoded entities', 'lim&amp;atilde;o &amp; sal', ['limão & sal']],
  ])('as %s', (_, instructions, expected) => {
    expect(steps(instructions)).toEqual(expected);
  });

  it('include the duration of a step', () => {
    const [step] = read({
      recipeInstructions: [{ '@type': 'HowToStep', text: 'Bake.', timeRequired: 'PT25M' }],
    }).draft.steps;
    expect(step!.duration).toBe(1_500);
  });
});

describe('ingredients', () => {
  it('under a heading belong to its group', () => {
    const lines = ['1 egg', 'For the sauce:', '2 tomatoes', 'Glaze', '1 tbsp milk'];
    const { ingredients } = read({ recipeIngredient: lines }).draft;
    expect(ingredients.map(({ name, group }) => [name, group])).toEqual([
      ['egg', null],
      ['tomatoes', 'For the sauce'],
      ['milk', 'Glaze'],
    ]);
  });

  it('are also read from supplies and older property names', () => {
    const supply = [{ '@type': 'HowToSupply', name: 'flour', requiredQuantity: { value: 2, unitText: 'cups' } }];
    const bare = (recipe: object) => readSchemaOrg({ '@type': 'Recipe', name: 'x', ...recipe }).recipes[0]!.draft;
    expect(bare({ supply }).ingredients[0]).toMatchObject({ name: 'flour', unit: 'cup' });
    expect(bare({ ingredients: '1 egg\n2 g salt' }).ingredients).toHaveLength(2);
  });
});

describe('other properties', () => {
  it('are mapped to our fields', () => {
    const { draft, notUnderstood } = read({
      name: 'P&acirc;t&eacute; &amp; <b>Bread</b>',
      description: '<p>Good.</p><p>Very.</p>',
      recipeYield: '4-6 people',
      keywords: 'Dinner, Pâté,dinner',
      recipeCategory: ['Main'],
      inLanguage: 'en_gb',
      url: 'https://cook.example/pate#top',
      prepTime: 'PT10M',
      cookTime: { '@type': 'Duration', '@value': 'PT1H' },
    });
    expect(draft).toMatchObject({
      name: 'Pâté & Bread',
      description: 'Good.\n\nVery.',
      serving: 4,
      servingType: 'servings',
      tags: ['main', 'dinner', 'pâté'],
      locale: 'en-GB',
      sourceUrl: 'https://cook.example/pate',
      prepTime: 600,
      cookTime: 3_600,
    });
    expect(notUnderstood).toEqual([]);
  });

  it('are reported in sentences if they cannot be read', () => {
    const { notUnderstood } = read({
      recipeYield: 'a lot',
      totalTime: 'PT1H',
      prepTime: 'a while',
      recipeIngredient: ['1 egg', '2% butter'],
    });
    expect(notUnderstood).toEqual([
      'We could not read an amount in ingredient 2, "2% butter".',
      'We could not read the number of servings "a lot": 1 serving assumed.',
      'We could not read the preparation time "a while".',
      'Only the total time is given: it is not taken as the cooking time.',
    ]);
  });

  it('accept only http and https URLs', () => {
    expect(read({ url: 'javascript:alert(1)' }).draft.sourceUrl).toBeNull();
  });

  it('are truncated to the maximum length, with a report', () => {
    const { draft, notUnderstood } = read({
      name: 'n'.repeat(300),
      description: 'd'.repeat(20_000),
      recipeYield: 1,
      recipeIngredient: Array.from({ length: 201 }, () => 'salt'),
      recipeInstructions: Array.from({ length: 101 }, () => 'Stir.'),
    });
    expect([draft.name.length, draft.description.length]).toEqual([200, 10_000]);
    expect([draft.ingredients.length, draft.steps.length]).toEqual([200, 100]);
    expect(notUnderstood).toHaveLength(4);
  });

  it('never throw, for any value of any property', () => {
    const properties = [
      'name',
      'recipeYield',
      'recipeIngredient',
      'recipeInstructions',
      'keywords',
      'url',
      'inLanguage',
    ];
    const recipe = fc.record(Object.fromEntries(properties.map((name) => [name, fc.jsonValue()])));
    fc.assert(
      fc.property(fc.jsonValue(), recipe, (json, properties) => {
        readSchemaOrg(json);
        readSchemaOrg([{ '@type': 'Recipe', ...properties }]);
      }),
      randomRuns(),
    );
  });
});
