/** Keeps what a page says beyond the fields of a draft. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage, readRecipes } from '../../src/recipe-import/html-page.ts';
import type { StatedDetails } from '../../src/recipe-import/import-result.ts';
import { findNodes, type Node } from '../../src/recipe-import/json-ld.ts';
import { readSchemaOrg } from '../../src/recipe-import/schema-org.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { hasText } from '../support/stated-texts.ts';

const stated = (more: object, others: object[] = []) =>
  readSchemaOrg({ '@graph': [{ '@type': 'Recipe', name: 'Soup', ...more }, ...others] }).recipes[0]!.stated!;

describe('details of a recipe', () => {
  it('equipment is read from the card of a page', () => {
    const html = `<script type="application/ld+json">{"@type":"Recipe","name":"Soup"}</script>
      <ul class="wprm-recipe-equipment"><li class="wprm-recipe-equipment-item"><div class="wprm-recipe-equipment-name">Large pot</div></li>
      <li class="wprm-recipe-equipment-item">Knife</li></ul>`;
    expect(readPage(html).recipes[0]!.stated!.equipment).toEqual(['Large pot', 'Knife']);
  });

  it.each<[string, unknown, string[]]>([
    ['a URL', 'https://a.example/1.jpg', ['https://a.example/1.jpg']],
    [
      'a list',
      ['https://a.example/1.jpg', { url: 'https://a.example/2.jpg' }],
      ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
    ],
    [
      'an ImageObject',
      { '@type': 'ImageObject', contentUrl: ['https://a.example/1.jpg'] },
      ['https://a.example/1.jpg'],
    ],
    ['a path', '/1.jpg', ['https://cook.example/1.jpg']],
    ['a URL without scheme', '//a.example/1.jpg', ['https://a.example/1.jpg']],
    ['a script', 'javascript:alert(1)', []],
    ['a picture in the text', 'data:image/png;base64,AAAA', []],
  ])('the picture as %s', (_, image, expected) => {
    expect(stated({ image, url: 'https://cook.example/soup' }).imageUrls).toEqual(expected);
  });

  it.each<[string, unknown, StatedDetails['authors']]>([
    ['text', 'Ann', [{ name: 'Ann', url: null }]],
    [
      'a Person',
      { '@type': 'Person', name: 'Ann', url: 'https://a.example/ann' },
      [{ name: 'Ann', url: 'https://a.example/ann' }],
    ],
    [
      'several',
      [{ name: 'Ann' }, 'Bo'],
      [
        { name: 'Ann', url: null },
        { name: 'Bo', url: null },
      ],
    ],
    ['a URL', 'https://a.example/ann', [{ name: 'https://a.example/ann', url: 'https://a.example/ann' }]],
    ['nothing', {}, []],
  ])('the author as %s', (_, author, expected) => {
    expect(stated({ author }).authors).toEqual(expected);
  });

  it('references are resolved within the document', () => {
    const person = { '@type': 'Person', '@id': '#ann', name: 'Ann', url: 'https://a.example/ann' };
    expect(stated({ author: { '@id': '#ann' } }, [person]).authors).toEqual([
      { name: 'Ann', url: 'https://a.example/ann' },
    ]);
  });

  it('everything else is kept as written', () => {
    expect(
      stated({
        publisher: { '@type': 'Organization', name: 'Cook', url: 'https://cook.example/' },
        nutrition: {
          '@type': 'NutritionInformation',
          calories: '240 kcal',
          fatContent: '8 g',
          servingSize: 1,
        },
        prepTime: 'PT10M',
        cookTime: 'PT20M',
        totalTime: 'PT1H',
        recipeCategory: ['Soup', 'Dinner, Lunch'],
        recipeCuisine: 'French',
        keywords: 'onion, Warm',
        suitableForDiet: ['https://schema.org/VeganDiet'],
        tool: [{ '@type': 'HowToTool', name: 'Pot' }, 'Knife'],
        video: { '@type': 'VideoObject', embedUrl: 'https://v.example/1' },
      }),
    ).toMatchObject({
      publisher: { name: 'Cook', url: 'https://cook.example/' },
      nutrition: { calories: '240 kcal', fatContent: '8 g', servingSize: '1' },
      totalTime: 3_600,
      restTime: 1_800,
      videoUrl: 'https://v.example/1',
      category: ['Soup', 'Dinner', 'Lunch'],
      cuisine: ['French'],
      keywords: ['onion', 'Warm'],
      diets: ['VeganDiet'],
      equipment: ['Pot', 'Knife'],
    });
  });

  it.each<[aggregateRating: unknown, rating: object | null]>([
    [
      { ratingValue: 4.67, ratingCount: 12 },
      { value: 4.67, count: 12 },
    ],
    [
      { ratingValue: '4,5', reviewCount: '1 203' },
      { value: 4.5, count: 1_203 },
    ],
    [[{ ratingValue: '87', bestRating: '100', ratingCount: '12.345' }], { value: 4.35, count: 12_345 }],
    [
      { ratingValue: 3.6666666666666665, ratingCount: 3 },
      { value: 3.67, count: 3 },
    ],
    [{ ratingValue: 4.5 }, null],
    [{ ratingValue: 4.5, ratingCount: 0 }, null],
    [{ ratingValue: 7, ratingCount: 3 }, null],
    [{ ratingValue: 'good', ratingCount: 'many' }, null],
    ['★★★★', null],
  ])('a rating of %j is %j', (aggregateRating, rating) => {
    const [recipe] = readSchemaOrg({ '@type': 'Recipe', name: 'Soup', aggregateRating }).recipes;
    expect(recipe!.stated!.statedRating).toEqual(rating);
  });

  it('a total time alone is no cooking time', () => {
    const [recipe] = readSchemaOrg({ '@type': 'Recipe', name: 'Soup', totalTime: 'PT1H' }).recipes;
    expect([recipe!.draft.cookTime, recipe!.stated!.totalTime, recipe!.stated!.restTime]).toEqual([null, 3_600, null]);
  });

  it('the head of the page names picture, author and publisher where the data does not', () => {
    const html = `<meta property="og:image" content="https://a.example/1.jpg"><meta name="author" content="Ann">
      <meta property="og:site_name" content="Cook"><link rel="canonical" href="https://cook.example/soup">
      <script type="application/ld+json">{"@type":"Recipe","name":"Soup"}</script>`;
    expect(readPage(html).recipes[0]!.stated).toMatchObject({
      imageUrls: ['https://a.example/1.jpg'],
      authors: [{ name: 'Ann', url: null }],
      publisher: { name: 'Cook', url: 'https://cook.example' },
    });
  });
});

type Check = [field: string, states: (node: Node) => boolean, isKept: (details: StatedDetails) => boolean];

const duration = /(?:[1-9]\d*(?:\.\d+)?[DHMS])|[1-9]/i;
const checks: Check[] = [
  ['image', hasText('image', /https?:|\.(?:jpe?g|png|webp)/i), ({ imageUrls }) => imageUrls.length > 0],
  ['author', hasText('author'), ({ authors }) => authors.length > 0],
  ['publisher', hasText('publisher'), ({ publisher }) => publisher !== null],
  ['nutrition', hasText('nutrition', /\d/), ({ nutrition }) => Object.keys(nutrition).length > 0],
  ['total time', hasText('totalTime', duration), ({ totalTime }) => totalTime !== null],
  ['category', hasText('recipeCategory'), ({ category }) => category.length > 0],
  ['cuisine', hasText('recipeCuisine'), ({ cuisine }) => cuisine.length > 0],
  ['diet', hasText('suitableForDiet'), ({ diets }) => diets.length > 0],
  ['keywords', hasText('keywords'), ({ keywords }) => keywords.length > 0],
  ['equipment', hasText('tool'), ({ equipment }) => equipment.length > 0],
  ['video', hasText('video', /https?:/), ({ videoUrl }) => videoUrl !== null],
  [
    'rating',
    ({ aggregateRating }) =>
      hasText('ratingValue', /[1-9]/)(nodeOf(aggregateRating)) &&
      ['ratingCount', 'reviewCount'].some((name) => hasText(name, /[1-9]/)(nodeOf(aggregateRating))),
    ({ statedRating }) => statedRating !== null,
  ],
];
const nodeOf = (value: unknown) => ([value].flat()[0] ?? {}) as Node;
const folder = sharedPath('recipes');

describe.skipIf(folder === null)('details of real sites', () => {
  const sites = readdirSync(folder ?? '.')
    .filter((name) => folder !== null && name.endsWith('.json'))
    .map((name) => {
      const text = readFileSync(join(folder!, name), 'utf8');
      const node = findNodes(JSON.parse(text), 'Recipe')[0]!;
      return { name, node, details: readRecipes(text).recipes[0]!.stated! };
    });

  it.each(checks)('%s is kept for at least 98 in 100 sites that state it', (field, states, isKept) => {
    const stating = sites.filter(({ node }) => states(node));
    const lost = stating.filter(({ details }) => !isKept(details)).map(({ name }) => name);
    const kept = stating.length - lost.length;
    process.stdout.write(`${field}: ${kept} of ${stating.length} sites\n`);
    expect(kept / Math.max(1, stating.length), lost.join(', ')).toBeGreaterThanOrEqual(stating.length === 0 ? 0 : 0.98);
  });
});
