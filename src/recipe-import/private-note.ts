/** Makes the private note of an imported recipe from what its owner noted in another app. */
import type { ImportedRecipe } from './import-result.ts';
import { toPlainLines } from './rich-text.ts';

/** As for notes written here. */
const MAX_LENGTH = 5_000;

/** Joins the parts that are not empty, as plain text. */
export function noteOf(...parts: unknown[]): string {
  return parts
    .map((part) => toPlainLines(part).join('\n'))
    .filter((part) => part !== '')
    .join('\n\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .trim();
}

/** Adds the parts to the recipe's private note. */
export function addNote<Read extends ImportedRecipe | null>(recipe: Read, ...parts: unknown[]): Read {
  if (!recipe) return recipe;
  const note = noteOf(recipe.privateNote, ...parts);
  if (note !== '') recipe.privateNote = note;
  return recipe;
}

/** Returns stars for a rating of 1 to 5, also as "4/5 stars", and '' for another value. */
export function starsOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const rating = Number(/^(\d(?:[.,]\d{1,3})?)(?:\s?\/\s?5)?(?:\s?(?:stars?|★))?$/i.exec(text)?.[1]?.replace(',', '.'));
  if (!(rating > 0 && rating <= 5)) return /^★{1,5}$/.test(text) ? text.padEnd(5, '☆') : '';
  const halves = Math.round(rating * 2);
  const stars = `${'★'.repeat(Math.floor(halves / 2))}${halves % 2 === 1 ? '½' : ''}`;
  return stars.padEnd(5, '☆');
}
