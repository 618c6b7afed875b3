/** The recipes of the demonstration: real ones if the shared documents exist, or two built-in ones. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecipeDraft } from '../../src/recipe-import/draft.ts';
import { readRecipes } from '../../src/recipe-import/html-page.ts';
import { sharedPath } from '../support/shared-documents.ts';

const flatbread = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Flatbread',
  recipeYield: '4 servings',
  recipeIngredient: ['250 g flour', '150 ml warm water', '1 tsp salt', '2 tbsp olive oil'],
  recipeInstructions: ['Knead everything for 5 minutes.', 'Rest for half an hour.', 'Bake in a dry pan.'],
};

const lentilSoup = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Lentil soup',
  recipeYield: '6 servings',
  recipeIngredient: ['300 g red lentils', '2 onions, chopped', '1 1/2 l stock', '1/2 tsp cumin'],
  recipeInstructions: ['Fry the onions with the cumin.', 'Add lentils and stock.', 'Simmer for 20 minutes.'],
};

export interface DemoRecipes {
  /** A file to import. */
  file: string;
  /** A recipe to publish later, as an API request body. */
  next: { name: string; serving: number; ingredients: string[]; steps: { name: string; content: string }[] };
}

/** @param folder receives the file to import */
export function builtInRecipes(folder: string): DemoRecipes {
  const file = join(folder, 'flatbread.json');
  writeFileSync(file, JSON.stringify(flatbread));
  return { file, next: toBody(JSON.stringify(lentilSoup)) };
}

/** @param folder receives the files that must be written first */
export function chooseRecipes(folder: string): DemoRecipes {
  const shared = sharedPath('recipes');
  if (shared) {
    const next = readFileSync(join(shared, 'bbc.com.json'), 'utf8');
    return { file: join(shared, '101cookbooks.com.json'), next: toBody(next) };
  }
  return builtInRecipes(folder);
}

function toBody(text: string): DemoRecipes['next'] {
  const draft: RecipeDraft = readRecipes(text).recipes[0]!.draft;
  return {
    name: draft.name,
    serving: draft.serving,
    ingredients: draft.ingredients.map(({ name, originalText }) => originalText ?? name),
    steps: draft.steps.map(({ name, content }) => ({ name, content })),
  };
}
