/** Shows how ingredient lines are read while a member writes them. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import { splitIngredients } from '../../domain/recipes/form-text.ts';
import { findBrowserSession, readFormWithFiles } from '../../http/browser-session.ts';
import { errorResponse } from '../../http/errors.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { previewIngredient } from '../../recipe-import/ingredient-preview.ts';
import { pageHeaders } from '../components/layout.ts';
import { ingredientTable } from '../import/ingredient-table.ts';

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
export async function postIngredientReading(c: Context): Promise<Response> {
  const headers = { ...pageHeaders, 'content-security-policy': "default-src 'none'; sandbox" };
  try {
    const session = await findBrowserSession(c);
    if (!session) throw new DomainError('unauthorized', t('write.log-in-again'));
    const { fields } = await readFormWithFiles(c, session);
    await enforceRateLimit(readingLimit, `member ${session.accountId}`);
    return c.html(ingredientReading(fields.get('ingredients') ?? ''), 200, headers);
  } catch (error) {
    return errorResponse(error, { 'Cache-Control': 'private, no-store' });
  }
}
