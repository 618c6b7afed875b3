/** Reads recipes from a text: a JSON document or a web page. */
import { t } from '../lib/language/text.ts';
import { readPage } from './html-page.ts';
import type { ImportResult } from './import-result.ts';
import { parseLooseJson } from './loose-json.ts';
import { readSchemaOrg } from './schema-org.ts';

/** Never throws: unreadable content is reported in `problems`. `url` is where the text was found. */
export function readRecipes(text: string, url: string | null = null): ImportResult {
  const start = text
    .slice(0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '' && text.trim() === '') return { recipes: [], problems: [t('reading.empty')] };
  if (!start.startsWith('{') && !start.startsWith('[')) return readPage(text, url);

  const parsed = parseLooseJson(text);
  return parsed === undefined
    ? { recipes: [], problems: [t('reading.invalid-json')] }
    : readSchemaOrg(parsed, url === null ? null : { url, complete: (node) => node });
}
