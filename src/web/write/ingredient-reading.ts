/** Shows how ingredient lines are read while a member writes them. */

import { html } from 'hono/html';
import { splitIngredients } from '../../domain/recipes/form.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { t } from '../../lib/language/text.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { previewIngredient } from '../../recipe-import/ingredient-preview.ts';
import { pageHeaders } from '../components/layout.ts';
import { ingredientTable } from '../import/ingredient-table.ts';
import { scriptForm } from '../script-form.ts';

/** The script waits until nobody has typed for a while. */
const readingLimit: RateLimit = { name: 'reading', quota: 200, windowSeconds: 300 };
const maxLines = 200;
const maxCharacters = 50_000;

/** Empty without ingredients. */
export function ingredientReading(text: string) {
  const lines = splitIngredients(text.slice(0, maxCharacters)).slice(0, maxLines);
  if (lines.length === 0) return '';
  const read = lines.map(({ line, group }) => previewIngredient(parseIngredientLine(line, group)));
  return html`<h2>${t('write.reading')}</h2>${ingredientTable(read, t('import.this-recipe'), true)}`;
}

/** Answers the script of the form with a fragment of HTML. */
export const postIngredientReading = scriptForm(
  ({ c, fields }) => {
    const headers = { ...pageHeaders, 'content-security-policy': "default-src 'none'; sandbox" };
    return c.html(ingredientReading(fields.get('ingredients') ?? ''), 200, headers);
  },
  { rateLimit: readingLimit, loggedOut: 'write.log-in-again' },
);
