/** Reads groups of ingredients that only the card of a page shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/recipe-import/html-page.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { groupedPages } from './grouped-pages.ts';

const lines = ['200 g flour', '1 tsp baking powder', '2 eggs', '100 g sugar', '1 tbsp lemon juice'];
const data = (listed = lines) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Recipe', name: 'Cake', recipeIngredient: listed, recipeInstructions: 'Bake.' })}</script>`;
const groupsOf = (html: string) => readPage(html).recipes[0]!.draft.ingredients.map(({ group }) => group);
const items = (from: number, to: number, wrap = (line: string) => `<li>${line}</li>`) =>
  lines.slice(from, to).map(wrap).join('');
const twoGroups = ['Cake', 'Cake', 'Cake', 'Glaze', 'Glaze'];

const wprmItem = (line: string) => {
  const [amount, unit, ...name] = line.split(' ');
  return `<li class="wprm-recipe-ingredient" data-uid="1"><span class="wprm-checkbox-container"><input type="checkbox"><label>▢ </label></span><span class="wprm-recipe-ingredient-amount">${amount}</span>&#32;<span class="wprm-recipe-ingredient-unit">${unit}</span>&#32;<span class="wprm-recipe-ingredient-name">${name.join(' ')}</span></li>`;
};
const wprmGroup = (name: string, from: number, to: number) =>
  `<div class="wprm-recipe-ingredient-group"><h4 class="wprm-recipe-group-name wprm-recipe-ingredient-group-name wprm-block-text-bold">${name}</h4><ul class="wprm-recipe-ingredients">${items(from, to, wprmItem)}</ul></div>`;

const cards: [name: string, html: string, groups: (string | null)[]][] = [
  [
    'WP Recipe Maker',
    `<div class="wprm-recipe-ingredients-container"><h3 class="wprm-recipe-header wprm-recipe-ingredients-header">Ingredients <button>1x</button><button>2x</button></h3>${wprmGroup('Cake', 0, 3)}${wprmGroup('Glaze:', 3, 5)}</div><h3>Instructions</h3>`,
    twoGroups,
  ],
  ['WP Recipe Maker with one named group', `<h3>Ingredients</h3>${wprmGroup('Cake', 0, 5)}`, lines.map(() => 'Cake')],
  [
    'Tasty Recipes',
    `<div class="tasty-recipes-ingredients"><div class="tasty-recipes-ingredients-header"><h3>Ingredients</h3></div><div class="tasty-recipes-ingredients-body"><h4>Cake</h4><ul><li data-tr-ingredient-checkbox=""><span class="tr-ingredient-checkbox-container"><input type="checkbox"></span><span data-amount="200" data-unit="gram">200 g</span> flour</li>${items(1, 3)}</ul><h4>Glaze</h4><ul>${items(3, 5)}</ul></div></div>`,
    twoGroups,
  ],
  [
    'Tasty Recipes with bold paragraphs',
    `<h3>Ingredients</h3><p><strong>Cake</strong></p><ul>${items(0, 3)}</ul><p><b>Glaze:</b></p><ul>${items(3, 5)}</ul>`,
    twoGroups,
  ],
  [
    'a definition list',
    `<h3>Ingredients</h3><dl><dt>Cake</dt>${items(0, 3, (line) => `<dd>${line}</dd>`)}<dt>Glaze</dt>${items(3, 5, (line) => `<dd>${line}</dd>`)}</dl>`,
    twoGroups,
  ],
  [
    'a table with heads',
    `<h3>Ingredients</h3><table><tr><th>Cake</th></tr>${items(0, 3, (line) => `<tr><td>${line}</td></tr>`)}<tr><th>Glaze</th></tr>${items(3, 5, (line) => `<tr><td>${line}</td></tr>`)}</table>`,
    twoGroups,
  ],
  [
    'Create by Mediavine',
    `<div class="mv-create-ingredients"><h3 class="mv-create-ingredients-title mv-create-title-secondary">Ingredients</h3><div class="mv-create-ingredient-group"><h4>Cake</h4><ul>${items(0, 3)}</ul></div><div class="mv-create-ingredient-group"><h4>Glaze</h4><ul>${items(3, 5)}</ul></div></div>`,
    twoGroups,
  ],
  [
    'Create by Mediavine, first group without a name',
    `<h3>Ingredients</h3><ul>${items(0, 3)}</ul><h4>Glaze</h4><ul>${items(3, 5)}</ul><h3>Instructions</h3>`,
    [null, null, null, 'Glaze', 'Glaze'],
  ],
  [
    'headings as entries of one list',
    `<h2>Zutaten</h2><ul><li><strong>Cake</strong></li>${items(0, 3)}<li><strong>Glaze</strong></li>${items(3, 5)}</ul>`,
    twoGroups,
  ],
  [
    'headings as entries that end with a colon',
    `<h2>Ingredients</h2><ul><li>Cake:</li>${items(0, 3)}<li>Glaze:</li>${items(3, 5)}</ul>`,
    twoGroups,
  ],
  [
    'a table with headings',
    `<h2>Ingredients</h2><table><tr class="headline"><th><b>Cake</b></th></tr>${items(0, 3, (line) => `<tr><td>${line}</td></tr>`)}<tr><th><b>Glaze</b></th></tr>${items(3, 5, (line) => `<tr><td>${line}</td></tr>`)}</table>`,
    twoGroups,
  ],
  [
    'definition lists',
    `<h2>Ingredients</h2><dl><dt><b>Cake</b></dt>${items(0, 3, (line) => `<dd>${line}</dd>`)}<dt><b>Glaze</b></dt>${items(3, 5, (line) => `<dd>${line}</dd>`)}</dl>`,
    twoGroups,
  ],
  [
    'amounts in two systems',
    `<h3>Ingredients</h3><h4>Cake</h4><ul>${items(0, 3, (line) => `<li>${line} (about 8 oz)</li>`)}</ul><h4>Glaze</h4><ul>${items(3, 5)}</ul>`,
    twoGroups,
  ],
  [
    'a text that mentions the ingredients before the card',
    `<h2>Ingredients you need</h2><ul><li>200 g flour</li></ul><h2>Tips</h2><p>Use good flour.</p>${'<p>More text about it.</p>'.repeat(30)}<h3>Ingredients</h3><h4>Cake</h4><ul>${items(0, 3)}</ul><h4>Glaze</h4><ul>${items(3, 5)}</ul>`,
    twoGroups,
  ],
];

describe('groups of ingredients on a page', () => {
  it.each(cards)('%s', (_, html, groups) => {
    expect(groupsOf(`<html><body><h1>Cake</h1>${data()}${html}</body></html>`)).toEqual(groups);
  });

  it.each([
    ['one list without headings', `<h3>Ingredients</h3><ul>${items(0, 5)}</ul><h3>Instructions</h3><p>Bake.</p>`],
    ['a list below the title of the page', `<h2>My best cake</h2><ul>${items(0, 5)}</ul>`],
    ['no list at all', '<h4>Cake</h4><p>Just text.</p>'],
  ])('%s has no groups', (_, html) => {
    expect(groupsOf(data() + html)).toEqual(lines.map(() => null));
  });

  it('a heading that the data lists as an ingredient becomes a group', () => {
    const listed = [...lines.slice(0, 3), 'Glaze', ...lines.slice(3)];
    const html = `<h3>Ingredients</h3><ul>${items(0, 3)}<li><strong>Glaze</strong></li>${items(3, 5)}</ul>`;
    const { ingredients } = readPage(data(listed) + html).recipes[0]!.draft;
    expect(ingredients.map(({ name, group }) => `${group}: ${name}`)).toEqual([
      'null: flour',
      'null: baking powder',
      'null: eggs',
      'Glaze: sugar',
      'Glaze: lemon juice',
    ]);
  });
});

const folder = sharedPath('recipes');

describe.skipIf(folder === null)('groups of real pages', () => {
  it('at least 80 % of the pages that have groups keep them all', () => {
    const right = Object.entries(groupedPages).filter(([site, count]) => {
      const groups = groupsOf(readFileSync(join(folder!, 'html', `${site}.html`), 'utf8'));
      return new Set(groups.filter((group) => group !== null)).size === count;
    });
    process.stdout.write(`${right.length} of ${Object.keys(groupedPages).length} real pages keep their groups\n`);
    expect(right.length / Object.keys(groupedPages).length).toBeGreaterThanOrEqual(0.8);
  });
});
