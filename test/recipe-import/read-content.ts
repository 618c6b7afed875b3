/** Reads recipes from the content of a file. */
import { expect } from 'vitest';
import { readFile } from '../../src/recipe-import/read-file.ts';

export const readContent = (content: string | Uint8Array, name: string | null = null) =>
  readFile(typeof content === 'string' ? new TextEncoder().encode(content) : content, name);

/** Expects one recipe and no problem. */
export async function readOnly(content: string | Uint8Array, name: string | null = null) {
  const { recipes, problems, format } = await readContent(content, name);
  expect([problems, recipes.length]).toEqual([[], 1]);
  return { ...recipes[0]!, format };
}
