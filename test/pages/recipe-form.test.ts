/** The recipe form: its text, how it is read, the preview, and input that is never lost. */
import { beforeAll, expect, test } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { config } from '../../src/lib/config.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { type Browser, openBrowser, openBrowserAs, plain } from '../support/browser.ts';
import { connectDatabase, useDatabase } from '../support/database-connection.ts';
import { fieldsOf } from '../support/form-fields.ts';
import { picture } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { whileBusy } from '../support/transactions.ts';
import { fetchFromServer, origin, useWebServer } from '../support/web-server.ts';
import { withWorkers } from '../support/with-workers.ts';

useDatabase();
useWebServer();

const password = 'a long enough password';
let ann: Account;
let browser: Browser;

beforeAll(async () => {
  ann = await register({ username: 'ann', name: 'Ann', password });
  await createRecipe(ann.id, pizzaDough);
  browser = await openBrowserAs('ann', password);
});

type Fields = [string, string][];
const text: Fields = [
  ['name', 'Bread'],
  ['description', 'With *seeds*.'],
  ['serving', '2'],
  ['ingredients', 'Dough:\r\n500 g flour, sifted\r\n1/3 cup water\r\n\r\nTop:\r\nsome seeds (optional)'],
  ['steps', '## Mix\r\nMix.\r\nTime: 20 min\r\nSee: https://cook.example/@ann/recipes/pizza-dough for 2\r\n\r\nBake.'],
  ['calories', '240 kcal'],
];
const replaced = (fields: Fields, name: string, value: string, nth = 0): Fields => {
  let seen = 0;
  return fields.map(([each, old]) => (each === name && seen++ === nth ? [each, value] : [each, old]));
};
const newForm = async (fields: Fields): Promise<Fields> => {
  const { hidden } = await browser.get('/write/recipe');
  return [['form_token', hidden.form_token!], ...fields];
};
const preview = async (fields: Fields, path = '/write/recipe') => {
  const { status, location } = await browser.send(path, [...fields, ['intent', 'preview']]);
  expect(status).toBe(303);
  return browser.get(location);
};
const resumeIn = (html: string) => plain(/href="([^"]*\?resume=[^"]*)"/.exec(html)![1]!);
const errorsIn = (html: string) =>
  [...html.matchAll(/class="(?:error|note bad)"[^>]*>([^<]*)/g)].map(([, message]) => message);
const recipeAt = async (slug: string) => (await as(ann).get(`/accounts/${ann.id}/recipes/${slug}`)).body;

test('a recipe is written as text, and its ingredients and steps stay exact when it is saved again', async () => {
  const filled = replaced(
    await newForm(text),
    'ingredients',
    'Dough:\r\n2–3 flour, sifted\r\n1/3 cup water\r\n\r\nTop:\r\nsome seeds (optional)',
  );
  const saved = await browser.send('/write/recipe', [...filled, ['intent', 'publish']]);
  expect([errorsIn(saved.html), saved.location]).toEqual([[], `${origin}/@ann/recipes/bread`]);
  const bread = await recipeAt('bread');
  expect(bread.ingredients).toMatchObject([
    { name: 'flour', quantity: 2, quantity_max: 3, unit: null, note: 'sifted', group: 'Dough' },
    { name: 'water', unit: 'cup', group: 'Dough', original_text: '1/3 cup water' },
    { name: 'seeds', quantity: null, optional: true, group: 'Top' },
  ]);
  expect(bread.steps).toMatchObject([
    { name: 'Mix', content: 'Mix.', duration: 1_200, links: [{ serving: 2 }] },
    { content: 'Bake.' },
  ]);
  expect(bread.nutrition).toEqual({ calories: '240 kcal' });

  const edit = await browser.get(`/items/${bread.id}/edit`);
  await browser.send(`/items/${bread.id}/edit`, [...fieldsOf(edit.html), ['intent', 'save']]);
  const same = await recipeAt('bread');
  const plain = (list: object[]) => list.map((each) => ({ ...each, id: 0, ingredient_ids: 0 }));
  expect(plain(same.ingredients)).toEqual(plain(bread.ingredients));
  expect(plain(same.steps)).toEqual(plain(bread.steps));
});

test('rows of a form that was opened before an upgrade become text, and nothing of them is lost', async () => {
  const others = text.filter(([name]) => name !== 'ingredients' && name !== 'steps');
  const row = (line: string, amount: string, unit: string, food: string, note: string): Fields =>
    Object.entries({ line, amount, unit, food, note });
  const rows: Fields = [
    ['form_token', (await newForm([]))[0]![1] as string],
    ['layout', 'rows'],
    ...others,
    ['group', 'Dough'],
    ...row('500 g flour, sifted', '500', 'g', 'flour', 'sifted'),
    ...row('', '1 1/2', 'teaspoons', 'salt', ''),
    ...row('', '', '', '', ''),
    ['step_name', 'Mix'],
    ['step_time', '20 min'],
    ['step_text', 'Mix.'],
    ['step_name', ''],
    ['step_time', ''],
    ['step_text', 'Bake.'],
  ];
  const form = await browser.send('/write/recipe', [...rows, ['intent', 'add-row-0']]);
  // As browsers send lines.
  const values = new Map(fieldsOf(form.html).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
  expect(values.get('ingredients')).toMatch(/^Dough:\n500 g flour, sifted\n1 1\/2 (?:tsp|teaspoons) salt$/);
  expect(values.get('steps')).toBe('## Mix\nMix.\nTime: 20 min\n\nBake.');
  const saved = await browser.send('/write/recipe', [...replaced(rows, 'name', 'Rows'), ['intent', 'publish']]);
  expect(saved.location).toBe(`${origin}/@ann/recipes/rows`);
  expect((await recipeAt('rows')).ingredients).toMatchObject([
    { name: 'flour', quantity: 500, unit: 'g', note: 'sifted' },
    { name: 'salt', quantity: 1.5, unit: 'tsp' },
  ]);
});

test('the script of the form hears how ingredients are read, and the parts of a pasted recipe', async () => {
  const { hidden } = await browser.get('/write/post');
  const asked = { ingredients: 'Dough:\n250 g <b>flour</b>\nflour type 405', form_token: hidden.form_token! };
  const read = await browser.post('/write/recipe/reading', asked);
  expect([read.status, JSON.parse(read.html).lines]).toMatchObject([
    200,
    [{ isUnderstood: true, text: expect.stringMatching(/^250 g · /) }, { isUnderstood: false }],
  ]);
  const paste = async (pasted: string) => {
    const answer = await browser.post('/write/recipe/pasted', { text: pasted, form_token: hidden.form_token! });
    return JSON.parse(answer.html).fields;
  };
  expect(await paste('Bread\nServes 2\n\n500 g flour\n1 tsp salt\n\nMethod\n1. Mix.\n2. Bake.')).toMatchObject({
    name: 'Bread',
    serving: '2',
    ingredients: '500 g flour\n1 tsp salt',
    steps: 'Mix.\n\nBake.',
  });
  const copied =
    'Soup\nby Ann\n★★★★★ 4.8 (231 reviews)\nJump to Recipe  Print\nEasy\nCategory: Dinner\nGood.\nIngredients\n';
  const whole = await paste(
    `${copied}500 g peas\n1 onion\nMethod\n1. Boil.\n\nNotes\nKeeps for 3 days.\nShare this\nX`,
  );
  expect(whole).toMatchObject({
    description: 'by Ann\n\nGood.\n\nKeeps for 3 days.',
    difficulty: 'easy',
    category: 'Dinner',
  });
  for (const part of ['Hello\nAnn\nhow\nare\nyou', '500 g flour\n1 tsp salt', '', '500 g flour\n'.repeat(9_000)])
    expect(await paste(part)).toBeNull();
  for (const path of ['reading', 'pasted']) {
    expect((await browser.post(`/write/recipe/${path}`, { ...asked, form_token: 'x' })).status).toBe(403);
    expect((await openBrowser().post(`/write/recipe/${path}`, asked)).status).toBe(401);
  }
});

test('a preview shows the recipe without saving it, and leads on to the form or to publishing', async () => {
  const fields = replaced(await newForm(text), 'name', 'Seen before');
  const shown = await preview(fields);
  expect([shown.status, forbiddenContentIn(shown.html)]).toEqual([200, []]);
  expect(shown.html).toContain('<em>seeds</em>');
  expect(shown.html).toContain('>Method</h2>');
  const begun = replaced(fields, 'steps', '');
  const unfinished = await preview(begun);
  expect(unfinished.html).toContain('>Ingredients</h2>');
  expect(unfinished.html).not.toContain('>Method</h2>');
  expect((await recipeAt('seen-before')).code).toBe('not_found');
  expect((await browser.get('/drafts')).html).not.toContain('Seen before');

  const form = await browser.get(resumeIn(shown.html));
  expect(new Map(fieldsOf(form.html)).get('ingredients')).toBe(text[3]![1]);
  for (const _ of ['once', 'and again, since the answer was lost']) {
    const saved = await browser.send('/write/recipe', [...fieldsOf(shown.html), ['intent', 'publish']]);
    expect(saved.location).toBe(`${origin}/@ann/recipes/seen-before`);
  }
  const written = await recipeAt('seen-before');
  expect(written.ingredients).toHaveLength(3);
  const changed = replaced(fieldsOf(form.html), 'description', 'Another one.');
  const other = await browser.send('/write/recipe', [...changed, ['intent', 'publish']]);
  expect(other.location).toBe(`${origin}/@ann/recipes/seen-before-2`);
  await as(ann).delete(`/recipes/${written.id}`);
  const anew = await browser.send('/write/recipe', [...fieldsOf(shown.html), ['intent', 'publish']]);
  expect(anew.status).toBe(303);
  expect(anew.location).not.toBe(other.location);
  const refused = await browser.send('/write/recipe', [...replaced(fields, 'name', ''), ['intent', 'preview']]);
  expect(refused.status).toBe(422);
});

test('a preview stays at its address, for its member alone, and makes room for the next ones', async () => {
  const edited = await createRecipe(ann.id, { ...pizzaDough, name: 'Old dough' });
  const edit = await browser.get(`/items/${edited}/edit`);
  const shown = await preview(replaced(fieldsOf(edit.html), 'name', 'Newer dough'), `/items/${edited}/edit`);
  expect(shown.html).toContain('>Newer dough</h1>');
  expect(resumeIn(shown.html)).toMatch(new RegExp(`^/items/${edited}/edit\\?resume=`));
  expect(new Map(fieldsOf((await browser.get(resumeIn(shown.html))).html)).get('name')).toBe('Newer dough');

  const id = resumeIn(shown.html).split('=')[1]!;
  await register({ username: 'bo', name: 'Bo', password });
  const other = await openBrowserAs('bo', password);
  expect((await other.get(`/write/preview/${id}`)).location).toBe(`${origin}/write/recipe`);
  expect((await openBrowser().get(`/write/preview/${id}`)).location).toContain('/login?');
  for (let count = 0; count < 8; count += 1) await preview(await newForm(text));
  expect((await browser.get(`/write/preview/${id}`)).location).toBe(`${origin}/write/recipe`);
});

test('a form that cannot be saved while the database is away or busy stays, and is saved once', async () => {
  const page = await browser.get('/write/recipe');
  const hidden = Object.entries({ ...page.hidden, layout: 'text' });
  const fields: Fields = [...hidden, ...replaced(text, 'name', 'Patient "bread"')];
  await disconnect();
  connect('postgresql://nobody@127.0.0.1:9/nothing');
  const kept = await browser.send('/write/recipe', [...fields, ['intent', 'publish']]);
  await disconnect();
  connectDatabase();
  expect([kept.status, kept.headers.get('retry-after'), forbiddenContentIn(kept.html)]).toEqual([503, '3', []]);
  expect(kept.html).toContain('What you wrote is safe on this page.');
  expect(kept.html).not.toMatch(/href="\/(?:login|register)/);
  expect(kept.html).toContain('data-retry="3"');
  expect(kept.headers.get('potluck-account')).toBeNull();

  // Without a session that could be read the page names nobody, and with one it is hers.
  const again = await whileBusy('eventable', () =>
    browser.send('/write/recipe', [...fieldsOf(kept.html), ['intent', 'publish']]),
  );
  expect([again.status, again.html.includes('@ann')]).toEqual([503, true]);
  expect(new Map(fieldsOf(again.html)).get('attempt')).toBe('2');

  for (const _ of ['once', 'and again, since the answer was lost']) {
    const saved = await browser.send('/write/recipe', [...fieldsOf(again.html), ['intent', 'publish']]);
    expect(saved.location).toBe(`${origin}/@ann/recipes/patient-bread`);
  }
  const { ingredients } = await recipeAt('patient-bread');
  expect(ingredients).toHaveLength(3);
});

test('nothing is lost when the session has ended while somebody wrote', async () => {
  const other = await openBrowserAs('ann', password);
  const page = await other.get('/write/recipe');
  const session = [...other.cookies].find(([name]) => name.endsWith('session'))!;
  other.cookies.delete(session[0]);
  const fields: Fields = [...Object.entries(page.hidden), ...replaced(text, 'name', 'Late "bread"')];
  const kept = await other.send('/write/recipe', [...fields, ['intent', 'publish']]);
  expect([kept.status, forbiddenContentIn(kept.html)]).toEqual([403, []]);
  expect(kept.html).toContain('safe on this page');
  expect((await recipeAt('late-bread')).code).toBe('not_found');

  await other.logIn('ann', password);
  const again = await other.send('/write/recipe', fieldsOf(kept.html));
  expect(again.status).toBe(200);
  const values = fieldsOf(again.html);
  for (const [name, value] of text.slice(1)) expect([name, new Map(values).get(name)]).toEqual([name, value]);
  // A form of the former session is shown, not saved, even if it says otherwise.
  const stale = await other.send('/write/recipe', [...fields, ['intent', 'publish']]);
  expect([stale.status, (await recipeAt('late-bread')).code]).toEqual([200, 'not_found']);
  const saved = await other.send('/write/recipe', [...values, ['intent', 'publish']]);
  expect([errorsIn(saved.html), saved.location]).toEqual([[], `${origin}/@ann/recipes/late-bread`]);

  const foreign = new FormData();
  for (const [name, value] of fields) foreign.append(name, value);
  const cookie = [...other.cookies]
    .filter(([name]) => name.endsWith('form'))
    .map((pair) => pair.join('='))
    .join('; ');
  const headers = { origin: 'https://evil.example', cookie };
  const response = await fetchFromServer(`${origin}/write/recipe`, { method: 'POST', body: foreign, headers });
  expect([response.status, (await response.text()).includes('Late')]).toEqual([403, false]);
});

test('a photo that is too large is left out, and the rest of the form is shown again', async () => {
  const large = new File([new Uint8Array(config.maxUploadBytes + 5)], 'large.jpg', { type: 'image/jpeg' });
  const small = new File([(await picture().jpeg().toBuffer()) as Uint8Array<ArrayBuffer>], 'small.jpg');
  const fields = replaced(await newForm(text), 'name', 'With photos');
  const refused = await withWorkers(() =>
    browser.send('/write/recipe', [
      ...fields,
      ['photo1', large],
      ['photo1-alt', 'A loaf'],
      ['photo2', small],
      ['photo2-alt', 'A slice'],
      ['intent', 'publish'],
    ]),
  );
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('was larger than');
  const values = fieldsOf(refused.html);
  expect(new Map(values).get('ingredients')).toBe(text[3]![1]);
  expect(values.filter(([, value]) => value === 'A loaf' || value === 'A slice')).toHaveLength(2);
  const saved = await browser.send('/write/recipe', [...values, ['intent', 'publish']]);
  expect(saved.location).toBe(`${origin}/@ann/recipes/with-photos`);
  expect((await recipeAt('with-photos')).media).toMatchObject([{ description: 'A slice' }]);
});

test('a script sends single photos, which come first and move up in the form', async () => {
  const page = await browser.get('/write/recipe');
  const places = ['id="photos"', 'id="name"', 'id="ingredients"', 'id="steps"'].map((id) => page.html.indexOf(id));
  expect([places, places[0]! > 0]).toEqual([places.toSorted((one, other) => one - other), true]);
  const file = new File([(await picture().jpeg().toBuffer()) as Uint8Array<ArrayBuffer>], 'a.jpg');
  const send = () =>
    browser.send('/write/photos', [
      ['form_token', page.hidden.form_token!],
      ['action', '/write/recipe'],
      ['photo', file],
    ]);
  const [first, second] = await withWorkers(async () => [await send(), await send()]);
  const ids = [first!, second!].map(({ html }) => /name="medium" value="(\d+)"/.exec(html)![1]!);
  expect(first!.html).toContain('formaction="/write/recipe#photos"');
  const fields: Fields = [...(await newForm(text)), ['medium', ids[0]!], ['medium', ids[1]!]];
  const moved = await browser.send('/write/recipe', [
    ...fields,
    [`alt-${ids[1]}`, 'Now first'],
    ['intent', `photo-up-${ids[1]}`],
  ]);
  const media = fieldsOf(moved.html).filter(([name]) => name === 'medium');
  expect(media.map(([, id]) => id)).toEqual([ids[1], ids[0]]);
  expect(moved.html).toContain('value="Now first"');
  const described = [...fields, [`alt-${ids[1]}`, 'A bowl of soup'], ['intent', 'publish']] as Fields;
  const published = await browser.send('/write/recipe', described);
  const recipe = (await browser.get(published.location)).html;
  expect(recipe).toContain('alt="A bowl of soup"');
  // A new recipe with described photos is no edited one.
  expect(recipe).not.toMatch(/Edited|See what changed/);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(99)]);
  for (const [bytes, status, says] of [
    [Buffer.from('no picture'), 422, 'Choose a picture. This file is none that we can read.'],
    [heic, 422, 'This is HEIC, which cannot be shown here. Save the photo as JPEG or PNG and choose that file.'],
    [Buffer.alloc(config.maxUploadBytes + 1), 413, 'must be at most 16 MiB'],
  ] as const) {
    const refused = await browser.send('/write/photos', [
      ['form_token', page.hidden.form_token!],
      ['photo', new File([bytes], 'x.jpg')],
    ]);
    expect([refused.status, Object.values(JSON.parse(refused.html).errors).flat()]).toEqual([status, [says]]);
  }
});

test('a shared link is filled into the import form, and nothing is imported by opening it', async () => {
  for (const query of [
    'url=https%3A%2F%2Fkitchen.example%2Fsoup',
    'title=Soup&text=Look%3A%20https%3A%2F%2Fkitchen.example%2Fsoup',
  ]) {
    const page = await browser.get(`/import?${query}`);
    expect([page.status, forbiddenContentIn(page.html)]).toEqual([200, []]);
    expect(new Map(fieldsOf(page.html)).get('url')).toBe('https://kitchen.example/soup');
  }
  const guest = await openBrowser().get('/import?url=https%3A%2F%2Fkitchen.example%2Fsoup');
  expect(guest.location).toBe(
    `${origin}/login?next=${encodeURIComponent('/import?url=https%3A%2F%2Fkitchen.example%2Fsoup')}`,
  );
  expect((await browser.get('/write')).html).toContain('href="/import"');
});
