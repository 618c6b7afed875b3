/** Steps in browsers that run no scripts, where Ida does what Ann did. */
import { expect } from 'vitest';
import { query } from '../../faults/database.ts';
import { isFull } from '../../support/test-length.ts';
import { busyLine, openBrowserUser } from './browser-user.ts';
import type { Step } from './context.ts';
import { fill } from './recipes.ts';

const beginning: Step = {
  name: 'Ida logs in, without script',
  run: async (context) => {
    const { alpha, ann } = context;
    const open = () => openBrowserUser(ann.context.browser()!, alpha.origin, { javaScriptEnabled: false });
    // Only the full form has steps of an owner, and of a visitor without script.
    const [ida, guest, { password }] = await Promise.all([open(), isFull ? open() : context.guest, alpha.join('ida')]);
    if (isFull) await alpha.cli('account', 'role', 'ida', 'owner');
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

const busy: Step = {
  name: 'what a busy server could not save is there again after Back, without script',
  isLong: true,
  run: async ({ plain, alpha }) => {
    const { page, press, check: look, faults } = plain!.ann;
    await query(
      alpha,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'too busy' USING ERRCODE = '53300'; END$$`,
    );
    await query(alpha, 'CREATE TRIGGER refuse BEFORE INSERT ON eventable EXECUTE FUNCTION refuse()');
    await page.goto('/write/recipe');
    await fill(page, 'Name', 'Patient bread');
    await fill(page, 'Ingredients', '500 g flour');
    await press('Publish');
    await query(alpha, 'DROP FUNCTION refuse CASCADE');
    expect(faults.splice(0).join()).toMatch(busyLine);
    await look('write-busy');
    await page.goto('/about');
    await page.goBack();
    expect(faults.splice(0).filter((fault) => !busyLine.test(fault))).toEqual([]);
    await press('Continue writing');
    expect(await page.getByLabel('Ingredients').inputValue()).toBe('500 g flour');
    await press('Save draft');
    await page.getByRole('link', { name: 'Delete Patient bread' }).click();
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
  busy,
  boosting,
];
