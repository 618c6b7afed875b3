/** Recipes come in from elsewhere, and all of Ann's goes out. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../demo/eventually.ts';
import { sharedPath } from '../../support/shared.ts';
import { zipOf } from '../../support/zip.ts';
import type { Browsing } from './browsing.ts';
import { payload } from './strangers.ts';
import type { Step } from './world.ts';

/** In ms. */
const patience = 20_000;

const untilItSays = ({ again }: Browsing, words: string) =>
  eventually(words, again, (html) => html.includes(words), patience);

async function cookbook(): Promise<Buffer> {
  const folder = sharedPath('recipes');
  const names = folder ? readdirSync(folder).filter((name) => /^[a-d].*\.json$/.test(name)) : [];
  const files = names.map((name) => [name, readFileSync(join(folder!, name), 'utf8')] as const);
  const poor = { '@type': 'Recipe', name: payload, prepTime: 'soon', recipeIngredient: ['3 unheard-of'] };
  return zipOf({ ...Object.fromEntries(files), 'poor.json': JSON.stringify(poor), 'no.json': '{"a":1}' });
}

export const moving: Step[] = [
  {
    name: 'Ann brings a cookbook, sees what was understood, and has recipes made of it',
    run: async ({ ann: { page, see, look }, ann }) => {
      await see('/settings/import', 'import');
      await page.getByRole('button', { name: 'Read it' }).click();
      await look('import-nothing');
      const file = { name: 'cookbook.zip', mimeType: 'application/zip', buffer: await cookbook() };
      await page.getByLabel('A file').setInputFiles(file);
      await page.getByRole('button', { name: 'Read it' }).click();
      await page
        .getByText('things not understood')
        .or(page.getByText('thing not understood'))
        .first()
        .click();
      await look('import-preview');
      await page.getByLabel('Who may see them').selectOption('unlisted');
      await page.getByRole('button', { name: /^Make / }).click();
      await page.goto(`${page.url()}?still`);
      await look('import-under-way');
      await untilItSays(ann, 'Done: ');
      await look('import-done');
    },
  },
  {
    name: 'Ann takes all she has with her, and brings it in again, which makes nothing twice',
    run: async ({ ann: { page, see, look, press, context }, ann, alpha }) => {
      await see('/settings/export', 'export');
      await page.getByRole('button', { name: 'Make an export' }).click();
      await page.goto('/settings/export?still');
      await look('export-under-way');
      await untilItSays(ann, 'Fetch your export');
      await look('export-done');
      const fetched = await context.request.get(`${alpha.origin}/settings/export/file`);
      expect(fetched.headers()['content-type']).toBe('application/zip');
      await page.goto('/settings/import');
      const file = { name: 'ann.zip', mimeType: 'application/zip', buffer: await fetched.body() };
      await page.getByLabel('A file').setInputFiles(file);
      await page.getByRole('button', { name: 'Read it' }).click();
      await look('import-archive');
      await press('Bring it all here');
      await untilItSays(ann, 'Done: 0 items made.');
      await look('import-archive-done');
    },
  },
];
