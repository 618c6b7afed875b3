/** Renders the nutrition of one serving as a table. */
import { html } from 'hono/html';
import { type Nutrient, type Nutrition, nutrients } from '../../recipe-import/details.ts';

export const nutrientLabels: Record<Nutrient, string> = {
  servingSize: 'Serving size',
  calories: 'Energy',
  fatContent: 'Fat',
  saturatedFatContent: 'Saturated fat',
  unsaturatedFatContent: 'Unsaturated fat',
  transFatContent: 'Trans fat',
  cholesterolContent: 'Cholesterol',
  carbohydrateContent: 'Carbohydrates',
  sugarContent: 'Sugar',
  fiberContent: 'Fibre',
  proteinContent: 'Protein',
  sodiumContent: 'Sodium',
};

export function nutritionTable(nutrition: Nutrition) {
  const rows = nutrients.flatMap((name) => {
    const value = nutrition[name];
    return value ? [html`<tr><th scope="row">${nutrientLabels[name]}</th><td>${value}</td></tr>`] : [];
  });
  if (rows.length === 0) return '';
  return html`<section class="nutrition" aria-labelledby="nutrition-title"><h2 id="nutrition-title">Nutrition per serving</h2><table>${rows}</table></section>`;
}
