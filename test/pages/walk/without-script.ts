/** Steps in browsers that run no scripts, where Ida does what Ann did. */
import { expect } from 'vitest';
import { openBrowserUser } from './browser-user.ts';
import type { Step } from './context.ts';
import { fill } from './recipes.ts';

const beginning: Step = {
  name: 'Ida logs in, without script',
  run: async (context) => {
    const { alpha, ann } = context;
    const open = () => openBrowserUser(ann.context.browser()!, alpha.origin, { javaScriptEnabled: false });
    const [ida, guest, { password }] = await Promise.all([open(), open(), alpha.join('ida')]);
    await alpha.cli('account', 'role', 'ida', 'owner');
    context.plain = { ...context, ann: ida, guest, me: 'ida' };
    await ida.page.goto('/login');
    await fill(ida.page, 'Name', 'ida');
    await fill(ida.page, 'Password', password);
    await ida.press('Log in');
    expect(await ida.page.locator('summary', { hasText: '@ida' }).count()).toBe(1);
  },
};

const writing: Step = {
  name: 'she writes a recipe as text, previews it and saves a draft, without script',
  isLong: true,
  run: async ({ plain }) => {
    const { page, press, check: look } = plain!.ann;
    await page.goto('/write/recipe');
    await fill(page, 'Name', 'Pea soup');
    await fill(page, 'Ingredients', '200 g peas\nflour type 405');
    await press('Preview');
    await look('write-preview');
    await page.getByRole('link', { name: 'Continue writing' }).click();
    expect(await page.getByLabel('Ingredients').inputValue()).toBe('200 g peas\nflour type 405');
    await press('Save draft');
    await page.getByText('Saved as a draft.').waitFor();
    await page.getByRole('link', { name: 'Delete Pea soup' }).click();
    await press('Delete');
  },
};

const boosting: Step = {
  name: 'she boosts a recipe by Ann and ends it, without script',
  run: async ({ plain, recipe }) => {
    const { page } = plain!.ann;
    const button = page.getByRole('button', { name: /^Boost/ }).first();
    const isBoosted = async () => (await button.getAttribute('aria-pressed')) === 'true';
    const click = async () => {
      const arrived = page.waitForEvent('load');
      await button.click();
      await arrived;
    };
    await page.goto(recipe);
    expect(await isBoosted()).toBe(false);
    await click();
    expect([new URL(page.url()).pathname, await isBoosted()]).toEqual([recipe, true]);
    await click();
    expect(await isBoosted()).toBe(false);
  },
};

/** The steps that are marked as repeated, with Ida in Ann's place. */
export const scriptlessSteps = (steps: Step[]): Step[] => [
  beginning,
  ...steps
    .filter(({ isRepeated }) => isRepeated)
    .map(
      ({ name, run }) => ({ name: `${name}, without script`, run: (context) => run(context.plain!) }) satisfies Step,
    ),
  writing,
  boosting,
];
