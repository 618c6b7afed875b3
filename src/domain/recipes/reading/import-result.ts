/** What reading a page or a document yields: recipes, and in sentences what could not be read. */
import type { RecipeDraft } from '../../eventables/draft.ts';

export interface ImportedRecipe {
  draft: RecipeDraft;
  understood: { ingredients: number; withQuantity: number; steps: number };
  /** Sentences for the author, one per thing. */
  notUnderstood: string[];
  /** Of the dish, as it came with the recipe. */
  picture?: { bytes: Uint8Array; description: string };
}

export interface ImportResult {
  recipes: ImportedRecipe[];
  /** Why there are no recipes, or not all of them. */
  problems: string[];
}

export const CAPS = {
  name: 200,
  description: 10_000,
  stepContent: 10_000,
  ingredients: 200,
  steps: 100,
  tags: 20,
  tag: 30,
};

/** A short quotation for a sentence. */
export function quote(value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : 'a list or object';
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 57).trim()}…` : line}"`;
}
