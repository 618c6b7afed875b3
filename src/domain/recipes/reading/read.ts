/** Reads recipes from whatever an author hands in: a JSON document or a web page. */
import { readPage } from './html-page.ts';
import type { ImportResult } from './import-result.ts';
import { parseLooseJson } from './loose-json.ts';
import { readSchemaOrg } from './schema-org.ts';

/** Never throws. Recipes read, and in sentences what was not. */
export function readRecipes(text: string): ImportResult {
  const start = text
    .slice(0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '' && text.trim() === '') return { recipes: [], problems: ['The document is empty.'] };
  if (!start.startsWith('{') && !start.startsWith('[')) return readPage(text);

  const parsed = parseLooseJson(text);
  return parsed === undefined
    ? { recipes: [], problems: ['The document looks like JSON and is not valid JSON.'] }
    : readSchemaOrg(parsed);
}
