/** Prints how many real pages keep what they state when they are imported, and in what time. Needs no database. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detailsFromStated } from '../../../src/recipe-import/details-from-stated.ts';
import { readRecipes } from '../../../src/recipe-import/html-page.ts';
import type { ImportedRecipe } from '../../../src/recipe-import/import-result.ts';
import { findNodes, type Node } from '../../../src/recipe-import/json-ld.ts';
import { groupedPages } from '../../recipe-import/grouped-pages.ts';
import { sharedPath } from '../../support/shared-documents.ts';
import { hasText } from '../../support/stated-texts.ts';

type Check = [field: string, states: (node: Node) => boolean, isKept: (recipe: ImportedRecipe) => boolean];

const detailsOf = ({ stated, draft }: ImportedRecipe) => (stated ? detailsFromStated(stated).details : draft.details);

/** Each keyword of at most 100 characters, of which a recipe has 100. */
function areKeywordsKept({ stated, draft }: ImportedRecipe): boolean {
  const keywords = (stated?.keywords ?? []).filter((word) => word.length > 1 && /\p{L}/u.test(word));
  return keywords.length > 0 && keywords.every((word) => draft.tags.includes(word.replace(/^#+/, '').toLowerCase()));
}

/** The second column reads the page without our parser. */
const checks: Check[] = [
  ['name', hasText('name'), ({ draft }) => draft.name !== ''],
  ['ingredients', hasText('recipeIngredient'), ({ draft }) => draft.ingredients.length > 0],
  ['steps', hasText('recipeInstructions'), ({ draft }) => draft.steps.length > 0],
  ['image', hasText('image', /https?:/), ({ stated }) => (stated?.imageUrls.length ?? 0) > 0],
  ['author', hasText('author'), (recipe) => Boolean(detailsOf(recipe).credit?.name)],
  ['nutrition', hasText('nutrition', /\d/), (recipe) => Object.keys(detailsOf(recipe).nutrition).length > 0],
  ['total time', hasText('totalTime', /[1-9]/), (recipe) => (detailsOf(recipe).totalTime ?? 0) > 0],
  ['category', hasText('recipeCategory'), (recipe) => detailsOf(recipe).category.length > 0],
  ['cuisine', hasText('recipeCuisine'), (recipe) => detailsOf(recipe).cuisine.length > 0],
  ['video', hasText('video', /https?:/), (recipe) => detailsOf(recipe).videoUrl !== null],
  [
    'rating',
    ({ aggregateRating }) => /"(?:rating|review)Count":"?[1-9]/.test(JSON.stringify(aggregateRating ?? null)),
    (recipe) => Boolean(detailsOf(recipe).statedRating),
  ],
  ['keywords', hasText('keywords'), areKeywordsKept],
];

export function printImportScores(): void {
  const folder = sharedPath('recipes');
  if (folder === null) return;
  const texts = (path: string, ext: string) =>
    readdirSync(path)
      .filter((name) => name.endsWith(ext))
      .map((name) => readFileSync(join(path, name), 'utf8'));
  const files = texts(folder, '.json');
  const pages = texts(join(folder, 'html'), '.html');
  const sites = files.flatMap((text) => {
    const [recipe] = readRecipes(text).recipes;
    return recipe ? [{ recipe, node: findNodes(JSON.parse(text), 'Recipe')[0]! }] : [];
  });

  print('files', sites.length, files.length);
  print('pages', pages.filter((html) => readRecipes(html).recipes.length > 0).length, pages.length);
  const isWhole = ({ recipe, node }: (typeof sites)[number]) =>
    checks.every(([, states, isKept]) => !states(node) || isKept(recipe));
  print('whole', sites.filter(isWhole).length, sites.length);
  for (const [field, states, isKept] of checks) {
    const stating = sites.filter(({ node }) => states(node));
    print(field, stating.filter(({ recipe }) => isKept(recipe)).length, stating.length);
  }
  const grouped = Object.entries(groupedPages);
  const kept = grouped.filter(([site, count]) => {
    const [recipe] = readRecipes(readFileSync(join(folder, 'html', `${site}.html`), 'utf8')).recipes;
    const groups = recipe?.draft.ingredients.map(({ group }) => group).filter((group) => group !== null);
    return new Set(groups).size === count;
  });
  print('groups', kept.length, grouped.length);
  printTimes(pages);
}

/** Milliseconds of processor time for a page. The first rounds compile the code. */
function printTimes(pages: string[]): void {
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    for (const html of pages) {
      const start = process.threadCpuUsage();
      readRecipes(html);
      const { user, system } = process.threadCpuUsage(start);
      if (round >= 5) times.push((user + system) / 1_000);
    }
  }
  times.sort((one, other) => one - other);
  const [half, most] = [0.5, 0.99].map((share) => times[Math.floor(share * times.length)]!.toFixed(1));
  process.stdout.write(`time for a page: p50 ${half} ms, p99 ${most} ms\n`);
}

const print = (label: string, kept: number, stated: number) =>
  process.stdout.write(
    `${label.padEnd(12)}${String(kept).padStart(5)} of ${String(stated).padStart(4)}  ${((100 * kept) / stated).toFixed(1)} %\n`,
  );
