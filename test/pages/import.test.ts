/** The import page: pasted recipes, several files, changed pages, and chunks of a large file. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Prisma } from '../../src/db/generated/client.ts';
import { runImport } from '../../src/domain/migration/run-import.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { openBrowser, openBrowserAs, plain } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { fieldsOf } from '../support/form-fields.ts';
import { picture } from '../support/pictures.ts';
import { origin } from '../support/web-server.ts';
import { withWorkers } from '../support/with-workers.ts';
import { zipOf } from '../support/zip.ts';
import { browser, password, useMembers } from './two-members.ts';

useMembers();

const path = '/settings/import';
const recipe = (name: string, at: string, ingredients: string[]) => ({
  '@type': 'Recipe',
  name,
  url: `https://kitchen.example/${at}`,
  recipeYield: 2,
  recipeIngredient: ingredients,
  recipeInstructions: ['Bake it.'],
});
const jsonFile = (...recipes: object[]) => new File([JSON.stringify(recipes)], 'a.json');
const submit = async (entries: [string, string | File][]) => {
  const { hidden } = await browser.get(path);
  return browser.send(path, [['form_token', hidden.form_token!], ['page', 'settings'], ...entries]);
};

test('pasted recipes are previewed with their amounts, and what was not understood is marked', async () => {
  const cake = recipe('Cake <b>', 'cake', ['1½ cups flour, sifted', 'Flour No. 550 & more']);
  const { location } = await submit([['text', JSON.stringify([cake, recipe('Pie', 'pie', ['1 apple'])])]]);
  const preview = await browser.get(location);
  expect([preview.status, forbiddenContentIn(preview.html)]).toEqual([200, []]);
  expect(preview.html).toContain('<td>1½</td><td>cups</td><td>flour<span class="hint">, sifted</span></td>');
  expect(preview.html).toMatch(/please check<\/span><br\/><span class="hint">Written as “Flour No\. 550 &amp; more”/);
  expect(preview.html.match(/please check/g)).toHaveLength(1);

  await browser.post(location, { ...preview.hidden, 'choice-0': 'create' });
  await drain();
  expect((await browser.get(location)).html).toContain('1 recipe imported. 1 skipped.');

  const error = await submit([['text', 'Hello Ann']]);
  expect([error.status, forbiddenContentIn(error.html)]).toEqual([422, []]);
  expect(error.html).toContain('The text has no recipe that we can read');
  expect(error.html).toContain('Hello Ann</textarea>');
});

test('a page that the bookmarklet sends is read as its browser shows it, for a member who says so', async () => {
  const { html, hidden } = await browser.get('/import');
  const code = plain(/data-code="([^"]*)"/.exec(html)![1]!);
  expect(code).toMatch(/^javascript:.*open\('https:\/\/cook\.example\/import\\x23page='/);
  const jsonLd = JSON.stringify(recipe('Shown to people only', 'only', ['2 eggs']));
  const shown = `<html><head><script type="application/ld+json">${jsonLd}</script></head><body>Hello</body></html>`;
  const fields = { page: shown, page_url: 'https://kitchen.example/only' };
  const send = (more: Record<string, string>, who = browser) =>
    who.send(path, Object.entries({ form_token: hidden.form_token!, ...fields, ...more }));
  const { location } = await send({});
  const preview = await browser.get(location);
  expect(preview.html).toContain('value="Shown to people only"');
  expect(preview.html).toContain('https://kitchen.example/only');
  expect((await send({ form_token: 'x' })).status).toBe(403);
  expect((await send({}, openBrowser())).location).toContain('/login');
  expect((await send({ page: 'Hello' })).status).toBe(422);
  // Without an address it is no page, and the form is empty.
  expect((await send({ page_url: 'javascript:alert(1)' })).status).toBe(422);
});

/** The form in which one recipe is checked. */
const isCheck = ({ class: name }: Record<string, string>) => name === 'write-form';

test('one recipe is checked in a form, changed in place, and imported with its photo by one tap', async () => {
  const photo = Buffer.from((await picture().jpeg().toBuffer()) as Uint8Array<ArrayBuffer>);
  const ingredients = 'Dough:\n500 g flour, sifted\n1/3 cup water';
  const mela = {
    title: 'Mela & "more"',
    ingredients,
    instructions: 'Mix.\nBake.',
    yield: '2',
    images: [photo.toString('base64')],
  };
  const { location } = await submit([['file', new File([JSON.stringify(mela)], 'a.json')]]);
  const check = await browser.get(location);
  expect([check.status, forbiddenContentIn(check.html)]).toEqual([200, []]);
  const found = new Map(fieldsOf(check.html, isCheck));
  expect(found.get('name')).toBe('Mela & "more"');
  expect([found.get('serving'), found.get('steps')]).toEqual(['2', 'Mix.\r\n\r\nBake.']);
  const shown = await browser.get(`${location}/photo`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const other = await openBrowserAs('bo', password);
  expect([(await other.get(`${location}/photo`)).status, (await other.get(location)).status]).toEqual([404, 404]);

  const send = (changes: Record<string, string>) =>
    withWorkers(() => browser.post(location, { ...Object.fromEntries(found), alt: 'A loaf', ...changes }));
  const refused = await send({ name: '' });
  expect([refused.status, forbiddenContentIn(refused.html)]).toEqual([422, []]);
  expect(refused.html).toContain('value="A loaf"');
  const changed = { name: 'My loaf', ingredients: found.get('ingredients')!.replace('500 g', '450 g') };
  const imported = await send({ ...changed, visibility: 'unlisted' });
  expect(imported.location).toBe(`${origin}/@ann/recipes/my-loaf`);
  const loaf = await browser.get(imported.location);
  expect(loaf.html).toContain('alt="A loaf"');
  expect(loaf.html).toMatch(/450 g.*⅓ cup/s);
  expect((await browser.get(location)).html).toContain('1 recipe imported.');
});

test('an import for its member alone becomes a draft, and without a tick the photo is left out', async () => {
  const photo = Buffer.from((await picture().jpeg().toBuffer()) as Uint8Array<ArrayBuffer>);
  const mela = {
    title: 'Secret pie',
    ingredients: '1 apple',
    instructions: 'Bake.',
    yield: '2',
    images: [photo.toString('base64')],
  };
  const { location } = await submit([['text', JSON.stringify(mela)]]);
  const { pictures: _, ...fields } = Object.fromEntries(fieldsOf((await browser.get(location)).html, isCheck));
  const imported = await withWorkers(() => browser.post(location, { ...fields, visibility: 'draft' }));
  expect(imported.location).toBe(`${origin}/drafts`);
  const drafts = await browser.get('/drafts');
  expect(drafts.html).toContain('Secret pie');
  const draft = await browser.get(/href="(\/items\/\d+\/edit)">Secret pie/.exec(drafts.html)![1]!);
  expect(draft.html).not.toContain('name="medium"');
  expect((await openBrowser().get('/@ann/recipes/secret-pie')).status).toBe(404);
});

test('the photo of an import is announced in the form until it is ready, and stays when the form is saved', async () => {
  const photo = Buffer.from((await picture().jpeg().toBuffer()) as Uint8Array<ArrayBuffer>);
  const ofMela = (title: string, ingredients: string) =>
    new File(
      [
        JSON.stringify({
          title,
          ingredients,
          instructions: 'Rest it.',
          yield: '2',
          images: [photo.toString('base64')],
        }),
      ],
      'a.json',
    );
  const { location } = await submit([
    ['file', ofMela('Slow dough', '500 g rye')],
    ['file', ofMela('Slow bun', '1 bun')],
  ]);
  const fields = Object.fromEntries(
    fieldsOf((await browser.get(location)).html, ({ action = '' }) => action !== '' && location.endsWith(action)),
  );
  await browser.post(location, fields);
  await runImport(Number(location.split('/').at(-1)));
  const edit = /href="([^"]+)"[^>]*>Edit</.exec((await browser.get('/@ann/recipes/slow-dough')).html)![1]!;
  const form = await browser.get(edit);
  expect(form.html).toContain('Photos are still being processed.');
  await browser.send(edit, fieldsOf(form.html));
  await drain();
  const later = (await browser.get(edit)).html;
  expect([later.includes('name="medium"'), later.includes('Photos are still')]).toEqual([true, false]);
});

test('an import of several recipes can be for its member alone', async () => {
  const [soup, broth] = [recipe('Quiet soup', 'quiet', ['1 onion']), recipe('Quiet broth', 'broth', ['2 bones'])];
  const { location } = await submit([['file', jsonFile(soup, broth)]]);
  const fields = Object.fromEntries(
    fieldsOf((await browser.get(location)).html, ({ action = '' }) => action !== '' && location.endsWith(action)),
  );
  await browser.post(location, { ...fields, visibility: 'draft' });
  await drain();
  expect((await browser.get(location)).html).toContain('2 recipes imported.');
  const drafts = (await browser.get('/drafts')).html;
  expect([drafts.includes('Quiet soup'), drafts.includes('Quiet broth')]).toEqual([true, true]);
  expect((await browser.get('/@ann')).html).not.toContain('Quiet');
});

test.each([
  ['in its column', ({ asDrafts: _, ...preview }: Record<string, Prisma.JsonValue>) => ({ preview })],
  ['in its preview, as earlier versions did', () => ({ asDrafts: null })],
] as const)('an import is still for its member alone if that is only stored %s', async (where, forget) => {
  const serial = where.length;
  const [name, at] = [`Kept ${serial}`, `kept-${serial}`];
  const { location } = await submit([
    ['file', jsonFile(recipe(name, at, ['1 leek']), recipe(`${name} again`, `${at}-2`, ['1 egg']))],
  ]);
  const fields = Object.fromEntries(
    fieldsOf((await browser.get(location)).html, ({ action = '' }) => action !== '' && location.endsWith(action)),
  );
  await browser.post(location, { ...fields, visibility: 'draft' });
  const id = Number(location.split('/').at(-1));
  const { preview } = await prisma().import.findUniqueOrThrow({ where: { id } });
  const data = forget(preview as Record<string, Prisma.JsonValue>) as Prisma.ImportUncheckedUpdateInput;
  await prisma().import.update({ where: { id }, data });
  await drain();
  expect((await browser.get('/drafts')).html).toContain(name);
  expect((await browser.get('/@ann')).html).not.toContain(name);
});

test('an address without a scheme is fetched, and an error is shown beside the field in the same layout', async () => {
  const page = await browser.get('/import');
  for (const [name, typed] of [
    ['url', 'nowhere.example/soup'],
    ['text', 'nowhere.example/soup?a=b'],
  ] as const) {
    const refused = await browser.send(path, [...Object.entries(page.hidden), [name, typed]]);
    expect([refused.status, forbiddenContentIn(refused.html)]).toEqual([422, []]);
    expect(refused.html).toContain(`value="https://${typed}"`);
    expect(refused.html).toMatch(/<p class="error" role="alert" id="url-error">/);
    expect([refused.html.includes('<h1>Import</h1>'), page.html.includes('<h1>Import</h1>')]).toEqual([true, true]);
  }
  const inSettings = await submit([['url', 'nowhere.example/soup']]);
  expect(inSettings.html).not.toContain('<h1>Import</h1>');
});

test('several files are one import, a changed page asks, and boxes that are not checked are skipped', async () => {
  const { location } = await submit([
    ['file', jsonFile(recipe('Cake', 'cake', ['3 eggs']), recipe('Tart', 'tart', ['1 egg']))],
    ['file', new File(['Stew\nIngredients\n1 onion\n2 leeks\nMethod\nBoil.'], 'stew.txt')],
  ]);
  const preview = await browser.get(location);
  expect(forbiddenContentIn(preview.html)).toEqual([]);
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

test('lists from Mastodon show their lines before the import, and can be exported again', async () => {
  const csv = 'Account address,Show boosts\nbo@cook.example,true\nann@cook.example,true\n<b>no</b>,true';
  const { location } = await submit([['file', new File([csv], 'my <b>people.csv')]]);
  const preview = await browser.get(location);
  expect([preview.status, forbiddenContentIn(preview.html)]).toEqual([200, []]);
  for (const text of ['2 accounts to follow', '1 line was not understood', 'Line 4: <bdi>&lt;b&gt;no&lt;/b&gt;'])
    expect(preview.html).toContain(text);
  await browser.post(location, { ...preview.hidden, 'list-0': 'follow' });
  await drain();
  const done = await browser.get(location);
  expect([done.status, forbiddenContentIn(done.html)]).toEqual([200, []]);
  expect(done.html).toContain('1 entry added.');
  expect(done.html).toContain('1 could not be added.');
  const failed = await browser.get(`${location}/failed.csv`);
  expect(failed.html).toBe('Entry,Reason\r\nann@cook.example,you cannot follow yourself\r\n');
  expect((await openBrowser().get(`${location}/failed.csv`)).status).toBe(303);

  const exported = await browser.get('/settings/export');
  expect(forbiddenContentIn(exported.html)).toEqual([]);
  const links = [...exported.html.matchAll(/href="(\/settings\/export\/[a-z_]+\.csv)"/g)].map(([, path]) => path!);
  expect(links).toHaveLength(5);
  for (const link of links) {
    const file = await browser.get(link);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  }
  expect((await browser.get('/settings/export/following_accounts.csv')).html).toContain('\r\nbo@cook.example,true');
  expect((await browser.get('/settings/export/passwords.csv')).status).toBe(404);
});

test('a list of addresses without a purpose asks what it is for', async () => {
  const { location } = await submit([['file', new File(['bo@cook.example'], 'people.csv')]]);
  const preview = await browser.get(location);
  expect(preview.html).toContain('The file does not say what these accounts are for.');
  await browser.post(location, { ...preview.hidden, 'list-0': 'mute' });
  const muted = async () => {
    await drain();
    return (await browser.get('/settings/export/muted_accounts.csv')).html;
  };
  await expect.poll(muted).toContain('bo@cook.example,true');
});

test('posts of an archive show what is left out before the import', async () => {
  const note = {
    id: 'https://old.example/1',
    type: 'Note',
    content: '<p>Pie</p>',
    published: '2020-02-03T00:00:00Z',
  };
  const object = { ...note, to: ['https://www.w3.org/ns/activitystreams#Public'] };
  const direct = { ...note, id: 'https://old.example/2', to: ['https://old.example/users/eve'] };
  const outbox = {
    type: 'OrderedCollection',
    orderedItems: [object, direct].map((each) => ({ type: 'Create', object: each })),
  };
  const zip = await zipOf({ 'outbox.json': JSON.stringify(outbox) });
  const { location } = await submit([['file', new File([new Uint8Array(zip)], 'archive.zip')]]);
  const preview = await browser.get(location);
  expect([preview.status, forbiddenContentIn(preview.html)]).toEqual([200, []]);
  expect(preview.html).toContain('1 post with 0 photos');
  expect(preview.html).toContain('1 direct message');
  await browser.post(location, preview.hidden);
  await drain();
  const done = await browser.get(location);
  expect([done.status, forbiddenContentIn(done.html)]).toEqual([200, []]);
  expect(done.html).toContain('1 post imported.');
  expect(done.html).toContain('<p class="choices"><a href="/@ann">');
  expect((await browser.get('/@ann/posts')).html).toContain('Pie');
});

test('the preview of an account states its day and its cooked items, also if the day cannot be read', async () => {
  const actor = 'https://old.example/users/1';
  const items = ['preparation', 'baking'].map((type) => ({
    file: `${type}.json`,
    type,
    origin: `${actor}/${type}`,
    name: '',
  }));
  const shown = async (exported: string) => {
    const manifest = { format: 'potluck-account', version: 1, actor, address: 'x@old.example', exported };
    const zip = await zipOf({ 'potluck.json': JSON.stringify({ ...manifest, pinned: [], items }) });
    const { location } = await submit([['file', new File([new Uint8Array(zip)], 'account.zip')]]);
    return (await browser.get(location)).html;
  };
  expect(await shown('2026-11-01T12:00:00Z')).toMatch(/from <time [^>]*>1 November 2026<\/time>: 2 cooked dishes/);
  expect(await shown('tomorrow')).toContain('2 cooked dishes');
});

const table = [
  'Bezeichnung des Essens;Was man braucht;Was man macht;Egal',
  '"Pfannkuchen";"250 g Mehl, 500 ml Milch, 3 Eier";"Alles verrühren und in der Pfanne mit etwas Butter goldbraun backen, dann warm essen.";7',
  '"<b>Brei";"100 g Grieß, 1 l Milch";"Die Milch aufkochen, den Grieß einrühren und bei kleiner Hitze quellen lassen.";8',
].join('\n');

test('an unknown table shows its columns with a guess for each, and is imported as its member names them', async () => {
  const { location } = await submit([['file', new File([table], 'essen.csv')]]);
  const page = await browser.get(location);
  expect([page.status, forbiddenContentIn(page.html)]).toEqual([200, []]);
  expect(page.html).toContain('>Bezeichnung des Essens</label>');
  expect(page.html).toContain('Pfannkuchen · &lt;b&gt;Brei');
  const guesses = [...page.html.matchAll(/<option value="([a-z-]*)" selected/g)].map(([, value]) => value);
  expect(guesses).toEqual(['title', 'ingredients', 'instructions', '']);

  const send = (fields: Record<string, string>) =>
    browser.post(`${location}/columns`, { form_token: page.hidden.form_token!, heading: 'yes', ...fields });
  const wrong = await send({ 'column-0': '', 'column-1': 'ingredients', 'column-2': '', 'column-3': 'nothing' });
  expect([wrong.status, forbiddenContentIn(wrong.html)]).toEqual([422, []]);
  expect(wrong.html).toContain('Choose a column for the name');
  const chosen = await send({
    'column-0': 'title',
    'column-1': 'ingredients',
    'column-2': 'instructions',
    'column-3': '',
  });
  expect(chosen.status).toBe(303);
  const preview = await browser.get(chosen.location);
  expect(preview.html).toContain('<strong>Pfannkuchen</strong>');
  expect(preview.html).toContain('3 ingredients, 3 with an amount');
  expect((await browser.get(location)).status).toBe(404);
  expect((await browser.post(`${chosen.location}/columns`, { form_token: page.hidden.form_token! })).status).toBe(404);
});

test.each([
  ['essen.csv', ';'],
  ['essen.tsv', '\t'],
])('a table without a heading is imported with its first line: %s', async (name, delimiter) => {
  const rows = table.split('\n').slice(1).join('\n').replaceAll(';', delimiter);
  const { location } = await submit([['file', new File([rows], name)]]);
  const page = await browser.get(location);
  const { location: chosen } = await browser.post(`${location}/columns`, {
    form_token: page.hidden.form_token!,
    'column-0': 'title',
    'column-1': 'ingredients',
    'column-2': 'instructions',
    'column-3': '',
  });
  expect((await browser.get(chosen)).html).toContain('<strong>Pfannkuchen</strong>');
});
