/** Steps for importing recipes and lists, and for exporting and importing an archive. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sharedPath } from '../../support/shared-documents.ts';
import { zipOf } from '../../support/zip.ts';
import type { BrowserUser } from './browser-user.ts';
import type { Step } from './context.ts';
import { payload } from './federation.ts';
import { setLogInAge } from './log-in-age.ts';

function waitForText({ page, openWithText }: BrowserUser, words: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  return openWithText(pathname + search, words);
}

async function cookbook(pattern: RegExp): Promise<Buffer> {
  const folder = sharedPath('recipes');
  const names = folder ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
  const files = names.map((name) => [name, readFileSync(join(folder!, name), 'utf8')] as const);
  const poor = { '@type': 'Recipe', name: payload, prepTime: 'soon', recipeIngredient: ['3 mystery-fruits'] };
  return zipOf({ ...Object.fromEntries(files), 'poor.json': JSON.stringify(poor), 'no.json': '{"a":1}' });
}

const forPeopleOnly = `<!doctype html><html lang="en"><title>Quince jelly</title><h1>Quince jelly</h1>
  <h2>Ingredients</h2><ul><li>2 kg quinces</li><li>1 kg sugar</li></ul>
  <h2>Method</h2><ol><li>Boil the quinces.</li><li>Add the sugar and boil on.</li></ol></html>`;

export const migrationSteps: Step[] = [
  {
    name: 'Ann imports a cookbook after checking the preview',
    isLong: true,
    isRepeated: true,
    run: async ({ ann: { page, open: see, check: look, press, variant }, ann }) => {
      await see('/settings/import', 'import');
      await page.getByRole('button', { name: 'Continue' }).click();
      await look('import-nothing');
      const buffer = await cookbook(variant === '' ? /^[a-c].*\.json$/ : /^a.*\.json$/);
      const file = { name: 'cookbook.zip', mimeType: 'application/zip', buffer };
      await page.getByLabel('Or choose files').setInputFiles(file);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('things to check').or(page.getByText('thing to check')).first().click();
      await look('import-preview');
      await page.getByLabel('Who can see them').selectOption('unlisted');
      await press(/^Import /);
      await page.goto(`${page.url()}?paused`);
      await look('import-running');
      await waitForText(ann, ' imported.');
      await look('import-done');
    },
  },
  {
    name: 'Ann pastes a recipe, corrects it where it is checked, and has it with one tap',
    isLong: true,
    isRepeated: true,
    run: async ({ ann: { page, open: see, check: look, variant } }) => {
      await see('/import', 'import-recipe');
      const text = `Quince cake${variant}\n\n200 g flour\n3 quinces\n\nMethod\nMix.\nBake.`;
      await page.getByLabel('Or paste a recipe').fill(text);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Check your import' }).waitFor();
      await look('import-recipe-check');
      if (variant === '') await page.getByRole('textbox', { name: 'Ingredient 2' }).fill('4 quinces');
      else await page.getByLabel('Ingredients').fill('200 g flour\n4 quinces');
      await page.getByLabel('Who can see it').selectOption('unlisted');
      await page.getByRole('button', { name: 'Import 1 recipe' }).click();
      await page.getByRole('heading', { name: `Quince cake${variant}` }).waitFor();
      await page.getByText('4 quinces').waitFor();
    },
  },
  {
    name: 'Ann sends a page that refuses servers, with the button from her bookmarks',
    run: async ({ ann: { page, open: see, check: look, press } }) => {
      await see('/import', 'import-bookmarklet');
      const link = page.getByRole('link', { name: /^Import to / });
      const code = (await link.getAttribute('href'))!.replace('javascript:', '');
      await page.route('**/for-people-only', (route) =>
        route.fulfill({ contentType: 'text/html', body: forPeopleOnly }),
      );
      await page.goto('/for-people-only');
      await page.evaluate(`window.open = (url) => location.assign(url); ${code}`);
      await page.getByText('Your browser sent a page of').waitFor();
      expect(page.url()).not.toContain('#page');
      await look('import-sent-page');
      await press('Read this page');
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Quince jelly');
      await press('Discard this import');
    },
  },
  {
    name: 'Ann brings a list of accounts from Mastodon, and sees which lines were not understood',
    isLong: true,
    run: async ({ ann: { page, open: see, check: look, press } }) => {
      await see('/settings/import', 'import-lists');
      const csv = `Account address,Show boosts\nann@nowhere.invalid,true\n"${payload.replaceAll('"', '""')}",true\nnobody,true`;
      const file = { name: 'following_accounts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await page.getByLabel('Or choose files').setInputFiles(file);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('lines were not understood').click();
      await look('import-lists-preview');
      await page.getByLabel('What to do with').selectOption('block');
      await press('Import everything');
      // The page reloads itself until it is paused.
      await page.goto(`${page.url().split('?')[0]}?paused`);
      await page.getByRole('progressbar').waitFor();
      await look('import-lists-running');
    },
  },
  {
    name: 'Ann exports everything, and importing it again creates no duplicates',
    isLong: true,
    run: async ({ ann: { page, open: see, check: look, press, context }, ann, alpha }) => {
      await setLogInAge(alpha, 0);
      await see('/settings/export', 'export');
      await press('Create export');
      await page.goto('/settings/export?paused');
      await look('export-running');
      await waitForText(ann, 'Download your export');
      await look('export-done');
      const fetched = await context.request.get(`${alpha.origin}/settings/export/file`);
      expect(fetched.headers()['content-type']).toBe('application/zip');
      await page.goto('/settings/import');
      const file = { name: 'ann.zip', mimeType: 'application/zip', buffer: await fetched.body() };
      await page.getByLabel('Or choose files').setInputFiles(file);
      await page.getByRole('button', { name: 'Continue' }).click();
      await look('import-archive');
      await press('Import everything');
      await waitForText(ann, '0 items imported.');
      await look('import-archive-done');
    },
  },
];
