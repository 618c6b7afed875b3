/** A step for the printed recipe: one sheet of A4 with two columns. */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Step } from './context.ts';
import { apiOf, photo } from './recipes.ts';

const foods = ['flour', 'dark rye flour', 'water', 'sourdough starter', 'sea salt', 'honey', 'caraway seeds'];
const sentences = [
  'Stir the starter into lukewarm water until no lumps are left, then add both kinds of flour.',
  'Cover the bowl with a damp cloth and leave it in a warm place until the dough has doubled.',
  'Fold the dough from each of its four sides to the middle, and turn it over.',
];

const longRecipe = {
  name: 'Rye bread with caraway, for a long weekend',
  serving: 2,
  serving_type: 'loaves',
  description: 'Two loaves with a dark crust. They keep for a week, and taste best on the second day.',
  prep_time: 3_600,
  cook_time: 3_000,
  tags: ['bread', 'rye'],
  ingredients: Array.from({ length: 25 }, (_, n) => ({
    name: foods[n % foods.length]!,
    quantity: 25 * (n + 1),
    unit: 'g',
    note: n % 3 === 0 ? 'sifted' : null,
    group: n < 9 ? 'Starter' : n < 18 ? 'Dough' : 'Crust',
  })),
  steps: Array.from({ length: 14 }, (_, n) => ({
    name: n % 4 === 0 ? `Part ${n / 4 + 1}` : '',
    duration: n % 3 === 0 ? 1_800 : null,
    content: n % 2 === 0 ? sentences[n % 3] : `${sentences[n % 3]} ${sentences[(n + 1) % 3]}`,
  })),
};

export const printSteps: Step[] = [
  {
    name: 'a long recipe is printed on one sheet in two columns, with a QR code and without controls',
    isLong: true,
    run: async (context) => {
      const { alpha, guest } = context;
      const { api, token } = await apiOf(context, 'ann');
      const media_ids = [await photo(context, alpha.origin, token, 'Two loaves')];
      const { body, status } = await api.post('/recipes', { recipe: { ...longRecipe, media_ids } });
      expect(status, JSON.stringify(body)).toBe(201);
      const { page } = guest;
      await page.goto(`/@ann/recipes/${body.slug}`);
      const pdf = await page.pdf({
        path: join(import.meta.dirname, '../seen/print.pdf'),
        format: 'A4',
        preferCSSPageSize: true,
      });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

      await page.emulateMedia({ media: 'print' });
      const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
      const [ingredients, method] = [await box('#ingredients'), await box('#steps')];
      expect(method.x).toBeGreaterThan(ingredients.x + ingredients.width);
      expect(Math.abs(method.y - ingredients.y)).toBeLessThan(5);
      expect(await page.locator('.qr').isVisible()).toBe(true);
      const controls = page.locator('button, input, select, nav, form').filter({ visible: true });
      expect(await controls.count()).toBe(0);
      await page.emulateMedia({ media: null });
      expect(await controls.count()).toBeGreaterThan(0);
      await api.delete(`/recipes/${body.id}`);
    },
  },
];
