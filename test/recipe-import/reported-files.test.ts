/** Files of other apps as people reported them, each with what is right. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detailsFromStated } from '../../src/recipe-import/details-from-stated.ts';
import type { ImportedRecipe } from '../../src/recipe-import/import-result.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { readFile } from './read-content.ts';

const folder = sharedPath('recipes/reported');
const cases = [
  '01-mastercook-mx2',
  '03-mealmaster-mmf',
  '04-rezkonv',
  '06-plantoeat-csv',
  '07-recipesage-csv',
  '09-mela-melarecipes',
  '10-mela-single',
  '12-wprm-json-export',
  '13-cookmate-mcb',
  '15-livingcookbook-fdx',
  '16-cookml',
  '18-chowdown-md',
  '20-recettetek-rtk',
  '22-recipesage-jsonld-headings',
  '23-paprika-html',
  '25-paprika-marks',
  '27-mealie-zip-structured',
  '30-nextcloud-numeric-keys',
  '31-paprika-1200',
  '37-unordered-positions',
  '41-nutrition-shapes',
  '44-image-shapes',
];

interface Expected {
  recipes: number;
  name?: string;
  ingredients?: number;
  steps?: number;
  serving?: number;
  picture?: boolean;
  /** One of the groups. */
  group1?: string;
  /** A nutrient that is stated. */
  nutrition?: string;
  nutrition_is?: Record<string, string>;
  equipment?: string;
  /** Ingredients of the first step. */
  ref0?: number[];
  step0?: string;
  /** What no step contains. */
  step_not?: string[];
  /** The first picture of each recipe. */
  images?: string[];
}

const details = ({ draft, stated }: ImportedRecipe) => (stated ? detailsFromStated(stated).details : draft.details);

describe.skipIf(!folder)('reported files', () => {
  it.each(cases)('%s', async (name) => {
    const path = join(folder!, name);
    const { file, expect: expected } = JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')) as {
      file: string;
      expect: Expected;
    };
    const { recipes, problems } = await readFile(readFileSync(join(path, file)), file);
    expect([problems, recipes.length]).toEqual([[], expected.recipes]);
    const [first] = recipes as [ImportedRecipe];
    const { draft } = first;
    const { nutrition, equipment } = details(first);
    const read = {
      recipes: recipes.length,
      name: draft.name,
      ingredients: draft.ingredients.length,
      steps: draft.steps.length,
      serving: draft.serving,
      picture: first.picture !== undefined,
      group1: draft.ingredients.map(({ group }) => group).find((group) => group === expected.group1),
      nutrition: Object.keys(nutrition).find((key) => key === expected.nutrition),
      nutrition_is: nutrition,
      equipment: equipment.find((each) => each === expected.equipment),
      ref0: draft.steps[0]?.ingredientPositions,
      step0: draft.steps[0]?.content,
      step_not: (expected.step_not ?? []).filter((text) => !draft.steps.some(({ content }) => content.includes(text))),
      images: recipes.map(({ stated }) => stated?.imageUrls[0]),
    };
    expect(read).toMatchObject(expected);
  });
});
