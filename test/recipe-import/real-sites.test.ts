/** Reads recipes of real websites completely. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/recipe-import/html-page.ts';
import { sharedPath } from '../support/shared-documents.ts';

const folder = sharedPath('recipes');
const files = (path: string | null, ext: string) =>
  path ? readdirSync(path).filter((name) => name.endsWith(ext)) : [];
const read = (...path: string[]) => readRecipes(readFileSync(join(folder!, ...path), 'utf8'));

/** Fields that these sites do not provide. */
const LACKING: Record<string, string[]> = {
  'hogarmania.com.json': ['No instructions given.'],
  'joshuaweissman.com.json': ['No ingredients given.', 'No instructions given.'],
  'kitchenaid.com.au.json': ['No ingredients given.', 'No instructions given.'],
  'reishunger.de.json': ['No instructions given.'],
  'thermomix-pamplona.es.json': ['No ingredients given.', 'No instructions given.'],
};

describe.skipIf(folder === null)('real sites', () => {
  it.each(files(folder, '.json'))('%s is read', (file) => {
    const { recipes, problems } = read(file);
    expect(problems).toEqual([]);
    expect(recipes).toHaveLength(1);

    const { draft, notUnderstood } = recipes[0]!;
    expect(draft.name).not.toBe('');
    expect(notUnderstood.filter((sentence) => /^No (?:ingredients|instructions)/.test(sentence))).toEqual(
      LACKING[file] ?? [],
    );
    expect(draft.ingredients.length > 0).toBe(!LACKING[file]?.includes('No ingredients given.'));
    expect(draft.steps.length > 0).toBe(!LACKING[file]?.includes('No instructions given.'));
    expect(notUnderstood.filter((sentence) => sentence.includes('an amount in ingredient'))).toEqual([]);
    expect(JSON.stringify(draft)).not.toMatch(/&(?:amp|quot|#\d+|[a-z]+acute);|<\/?(?:p|br|li)>/);
  });

  it.each(files(folder && join(folder, 'html'), '.html'))('the page %s gives the same recipe as its data', (file) => {
    const [recipe] = read('html', file).recipes;
    const [fromJson] = read(file.replace('.html', '.json')).recipes;
    const withoutGroups = recipe!.draft.ingredients.map((ingredient) => ({ ...ingredient, group: null }));
    expect(withoutGroups).toEqual(fromJson!.draft.ingredients);
    expect(recipe!.draft.steps).toEqual(fromJson!.draft.steps);
    expect(recipe!.draft.locale).not.toBeNull();
  });

  it('every file and page gives a recipe, and a missing field is missing in the source', () => {
    const all = files(folder, '.json');
    const pages = files(join(folder!, 'html'), '.html').filter((file) => read('html', file).recipes.length > 0);
    const imported = all.filter((file) => read(file).recipes.length > 0);
    const whole = imported.filter((file) => !LACKING[file]);
    process.stdout.write(
      `${imported.length} of ${all.length} files and ${pages.length} of 12 pages are imported; ${whole.length} files hold name, ingredients and steps\n`,
    );
    expect([imported.length, all.length, pages.length, whole.length]).toEqual([109, 109, 12, 104]);

    const instructions = /"[^"]*(?:instruction|steps?|method|directions?|articleBody|HowTo)[^"]*"\s*:/i;
    for (const file of Object.keys(LACKING))
      expect(readFileSync(join(folder!, file), 'utf8'), file).not.toMatch(instructions);
  });

  it('steps are in order, and each section is named at its first step', () => {
    const { steps } = read('baking-sense.com.json').recipes[0]!.draft;
    const named = steps.map(({ name }, at) => [at, name]).filter(([, name]) => name !== '');
    expect(steps).toHaveLength(10);
    expect(named).toEqual([
      [1, 'Make the batter'],
      [7, 'Make the Glaze'],
    ]);
    expect(steps[0]!.content).toMatch(/^Preheat the oven/);
    expect(steps[9]!.content).toMatch(/^Cool completely/);
  });

  it('Chinese steps numbered within one line are split', () => {
    const { steps } = read('xiachufang.com.json').recipes[0]!.draft;
    expect(steps).toHaveLength(13);
    expect(steps[0]!.content).toBe('番茄切丁，洋葱切丝备用');
  });
});
