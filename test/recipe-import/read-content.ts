/** Reads recipes from the content of a file. */
import { expect } from 'vitest';
import { findInPlain, sentenceOf } from '../../src/recipe-import/formats/single-file.ts';
import type { Found, ImportedRecipe } from '../../src/recipe-import/import-result.ts';
import { findRecipes } from '../../src/recipe-import/read-file.ts';

interface FileResult {
  /** The detected format. */
  format: string;
  recipes: ImportedRecipe[];
  problems: string[];
}

/** Reads a file of any format, or an archive. */
export async function readFile(bytes: Uint8Array, name: string | null = null): Promise<FileResult> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Found[] = [];
  for await (const each of findRecipes(source, name)) found.push(each);
  return resultOf(found);
}

/** Reads a text that is no archive. */
export const readText = (text: string, name: string | null = null): FileResult =>
  resultOf([...findInPlain(Buffer.from(text), name)]);

function resultOf(found: Found[]): FileResult {
  const result: FileResult = { format: 'zip', recipes: [], problems: [] };
  for (const each of found) {
    if (each.type === 'format') result.format = each.format;
    if (each.type === 'recipe') result.recipes.push(each.recipe);
    if (each.type === 'problem') result.problems.push(each.problem);
    if (each.type === 'failed') result.problems.push(sentenceOf(each));
  }
  return result;
}

export const readContent = (content: string | Uint8Array, name: string | null = null) =>
  readFile(typeof content === 'string' ? new TextEncoder().encode(content) : content, name);

/** Expects one recipe and no problem. */
export async function readOnly(content: string | Uint8Array, name: string | null = null) {
  const { recipes, problems, format } = await readContent(content, name);
  expect([problems, recipes.length]).toEqual([[], 1]);
  return { ...recipes[0]!, format };
}
