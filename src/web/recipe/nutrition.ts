/** Renders the nutrition of one serving as a table, marked as in microformats.org/wiki/h-recipe. */

import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import { type Nutrition, nutrients } from '../../recipe-import/details.ts';

export function nutritionTable(nutrition: Nutrition) {
  const rows = nutrients.flatMap((name) => {
    const value = nutrition[name];
    return value
      ? [html`<tr class="p-nutrition"><th scope="row">${t(`nutrition.${name}`)}</th> <td>${value}</td></tr>`]
      : [];
  });
  if (rows.length === 0) return '';
  return html`<section class="nutrition" aria-labelledby="nutrition-title"><h2 id="nutrition-title">${t('nutrition.per-serving')}</h2><table>${rows}</table></section>`;
}
