/** The import page: pasted recipes, several files, changed pages, and chunks of a large file. */
import { expect, test } from 'vitest';
import { allowed } from '../support/allowed-page.ts';
import { openBrowser } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { browser, useMembers } from './two-members.ts';

useMembers();

const path = '/settings/import';
const recipe = (name: string, at: string, ingredients: string[]) => ({
  ...{ '@type': 'Recipe', name, url: `https://kitchen.example/${at}`, recipeYield: 2 },
  ...{ recipeIngredient: ingredients, recipeInstructions: ['Bake it.'] },
});
const jsonFile = (...recipes: object[]) => new File([JSON.stringify(recipes)], 'a.json');
const submit = async (entries: [string, string | File][]) => {
  const { hidden } = await browser.get(path);
  return browser.send(path, [['form_token', hidden.form_token!], ...entries]);
};

test('a pasted recipe is previewed with its amounts, and what was not understood is marked', async () => {
  const cake = recipe('Cake <b>', 'cake', ['1½ cups flour, sifted', 'Flour No. 550 & more']);
  const { location } = await submit([['text', JSON.stringify(cake)]]);
  const preview = await browser.get(location);
  expect([preview.status, allowed(preview.html)]).toEqual([200, []]);
  expect(preview.html).toContain('<td>1½</td><td>cups</td><td>flour<span class="hint">, sifted</span></td>');
  expect(preview.html).toMatch(
    /please check<\/span><br><span class="hint">Written as “Flour No\. 550 &amp; more”/,
  );
  expect(preview.html.match(/please check/g)).toHaveLength(1);

  await browser.post(location, { ...preview.hidden, 'choice-0': 'create' });
  await drain();
  expect((await browser.get(location)).html).toContain('1 recipe imported.');

  const error = await submit([['text', 'Hello Ann']]);
  expect([error.status, allowed(error.html)]).toEqual([422, []]);
  expect(error.html).toContain('The text has no recipe that we can read');
  expect(error.html).toContain('Hello Ann</textarea>');
});

test('several files are one import, a changed page asks, and boxes that are not checked are skipped', async () => {
  const { location } = await submit([
    ['file', jsonFile(recipe('Cake', 'cake', ['3 eggs']), recipe('Tart', 'tart', ['1 egg']))],
    ['file', new File(['Stew\nIngredients\n1 onion\n2 leeks\nMethod\nBoil.'], 'stew.txt')],
  ]);
  const preview = await browser.get(location);
  expect(allowed(preview.html)).toEqual([]);
  expect(preview.html).toMatch(/You imported this page on <time[^>]*>[^<]+<\/time>/);
  for (const label of ['Update your recipe with the new text', 'Import as a new one', 'Skip'])
    expect(preview.html).toContain(label);
  // An unchecked box is not sent, so the hidden field says to skip it.
  await browser.post(location, { ...preview.hidden, 'choice-0': 'update', 'choice-2': 'create' });
  await drain();
  const done = await browser.get(location);
  expect(done.html).toContain('1 recipe imported. 1 updated. 1 skipped.');
  expect(done.html).toMatch(/Tart<\/strong> <span class="chip">skipped/);
  expect((await browser.get('/@ann')).html).not.toContain('Tart');
});

test('chunks of a large file need a session and the form token, and become an import', async () => {
  const { hidden, html } = await browser.get(path);
  expect(html).toMatch(/<script type="module" src="\/assets\/import-[0-9a-f]{12}\.js">/);
  const token = hidden.form_token!;
  const file = Buffer.from('Pie\nIngredients\n1 apple\n2 eggs\nMethod\nBake.');
  const start = (form: string, who = browser) =>
    who.send(`${path}/uploads`, [
      ['form_token', form],
      ['name', 'pie.txt'],
      ['bytes', String(file.length)],
    ]);
  expect((await start('x')).status).toBe(403);
  expect((await start(token, openBrowser())).status).toBe(401);
  const begun = JSON.parse((await start(token)).html);
  const put = (offset: number) =>
    browser.send(`${path}/uploads/${begun.id}`, [
      ['form_token', token],
      ['offset', String(offset)],
      ['chunk', new File([file], 'chunk')],
    ]);
  expect((await put(5)).status).toBe(409);
  expect(JSON.parse((await put(0)).html)).toEqual({ id: begun.id, offset: file.length });
  const { location } = await submit([['upload_id', String(begun.id)]]);
  expect((await browser.get(location)).html).toContain('Pie');
});
