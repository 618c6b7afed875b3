
import { readdirSync, readFileSync } from 'node:fs';
import { eld } from 'eld/extrasmall';
import { test } from 'vitest';
import { ingredientAmount } from '../../src/domain/recipes/amount-text.ts';
import { readableRecipe } from '../../src/domain/recipes/display.ts';
import { readRecipes } from '../../src/recipe-import/read-text.ts';
test('x', () => {
  const dir = '/work/shared/recipes/';
  const out: string[] = [];
  for (const f of readdirSync(dir).filter((n) => /^(kochbar|lecker|marmiton|albert|giallo|ricette|hogar|panelinha|tudo|culy|polish|xiach|delishk|madens|ica|nosalty|recepti|dobru|vegetar|sallys|copykat|seriouseats|bbc)/.test(n))) {
    const d = readRecipes(readFileSync(dir + f, 'utf8')).recipes[0]!.draft;
    const locale = d.locale ?? (eld.detect([...d.ingredients.map((x) => x.name), ...d.steps.map((x) => x.content)].join('\n').slice(0, 4000)).language || 'und');
    const r = { type: 'recipe', serving: 12, locale, ingredients: d.ingredients.map((e, position) => ({ ...e, id: position, position })), steps: d.steps.map((s) => ({ ...s, contentHtml: s.content })) } as any;
    out.push(`=== ${f} ${locale}`);
    const all = ([[undefined, null], [2, null], [8, null], [30, null], [12, 'metric'], [12, 'us']] as const).map(([serving, units]) => readableRecipe(r, { serving, units }));
    r.ingredients.forEach((i: any, at: number) => out.push(`${i.originalText} => ${all.map((a) => { const x = a.recipe.ingredients[at]!; return ingredientAmount(x, locale) + (x.note ? ' (' + x.note + ')' : ''); }).join(' | ')}`));
    r.steps.forEach((s: any, at: number) => { for (const a of all.slice(2)) if (a.recipe.steps[at]!.content !== s.content) out.push('  STEP ' + a.recipe.steps[at]!.content.slice(0, 300)); });
    out.push(JSON.stringify(all.map((a) => a.textAmounts)));
  }
  console.log(out.join('\n'));
});
