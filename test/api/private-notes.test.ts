/** Private notes on recipes, and the files of a recipe, each as its viewer may see it. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { viewerOf } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { getOfType } from '../../src/domain/items/read.ts';
import { importRecipe } from '../../src/domain/migration/import-recipe.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { readFile } from '../recipe-import/read-content.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { type Browser, openBrowser, openBrowserAs } from '../support/browser.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { picture, upload } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { useWebServer } from '../support/web-server.ts';

useCast();
useWebServer();

const password = 'a long enough password';
let browser: Browser;
let dough: number;
const page = '/@ann/recipes/pizza-dough';
beforeAll(async () => {
  await register({ username: 'dee', name: 'Dee', password });
  browser = await openBrowserAs('dee', password);
  dough = await createRecipe(cast.ann.id, pizzaDough);
});

const noteOf = async (who: typeof anyone, id = dough) => (await who.get(`/recipes/${id}`)).body.note;
const write = (who: typeof anyone, content: unknown, id = dough) => who.put(`/recipes/${id}/note`, { content });

test('a note is shown to its writer only, wherever the recipe is, and changes at once', async () => {
  const [ann, bo] = [as(cast.ann), as(cast.bo)];
  // Fills the caches of responses.
  for (const who of [ann, bo, anyone]) expect(await noteOf(who)).toBeNull();
  expect((await write(bo, ' Half the *sugar*.\nMore salt. ')).status).toBe(204);
  expect(await noteOf(bo)).toBe('Half the *sugar*.\nMore salt.');
  for (const who of [ann, anyone]) expect(await noteOf(who)).toBeNull();
  const bySlug = `/accounts/${cast.ann.id}/recipes/pizza-dough`;
  expect((await bo.get(bySlug)).body.note).toContain('sugar');
  for (const who of [ann, anyone]) expect((await who.get(bySlug)).body.note).toBeNull();
  await write(ann, 'My own');
  await write(bo, 'Less sugar');
  expect([await noteOf(ann), await noteOf(bo)]).toEqual(['My own', 'Less sugar']);
  expect((await ann.get('/recipes')).body[0].note).toBe('My own');
  for (const _ of [1, 2]) expect((await ann.delete(`/recipes/${dough}/note`)).status).toBe(204);
  expect([await noteOf(ann), await noteOf(bo)]).toEqual([null, 'Less sugar']);

  const html = async (headers = {}) => (await getPage(page, headers)).html;
  expect(await html(await cookieOf(cast.bo))).toContain('Less sugar');
  for (const headers of [{}, await cookieOf(cast.ann), { accept: 'application/activity+json' }])
    expect(await html(headers)).not.toContain('Less sugar');
});

test('a note on a hidden recipe is neither written nor shown, and wrong notes are refused', async () => {
  const { ann, bo } = cast;
  const { id } = (await as(ann).post('/recipes', { recipe: { name: 'Soon hidden' } })).body;
  expect((await write(as(bo), 'Mine', id)).status).toBe(204);
  await as(ann).patch(`/recipes/${id}`, { recipe: { visibility: 'private' } });
  expect((await write(as(bo), 'Again', id)).status).toBe(404);
  expect((await as(bo).delete(`/recipes/${id}/note`)).status).toBe(404);
  expect((await as(bo).get(`/recipes/${id}`)).status).toBe(404);
  await as(ann).patch(`/recipes/${id}`, { recipe: { visibility: 'public' } });
  expect(await noteOf(as(bo), id)).toBe('Mine');
  const status = (await as(ann).post('/statuses', { content: 'Hello' })).body.id;
  expect((await write(as(bo), 'x', status)).status).toBe(404);
  expect((await write(anyone, 'x')).status).toBe(401);
  for (const content of ['', ' ', null, undefined, 'a\0b', 'x'.repeat(5_001)])
    expect((await write(as(bo), content)).status).toBe(422);
  expect(await noteOf(as(bo))).toBe('Less sugar');
});

test('a member writes, changes and deletes a note on the page', async () => {
  const { html, hidden } = await browser.get(page);
  expect(html).toContain('Add a private note');
  expect((await openBrowser().get(page)).html).not.toContain('private note');
  const { form_token = '' } = hidden;
  const save = (note: string) => browser.post(`/items/${dough}/note`, { form_token, back: page, note });
  expect((await save('<b>Less</b>\r\nsalt')).location).toBe(`https://cook.example${page}#private-note`);
  expect((await browser.get(page)).html).toContain('<p class="note-text">&lt;b&gt;Less&lt;/b&gt;\nsalt</p>');
  await save(' ');
  expect((await browser.get(page)).html).toContain('Add a private note');
});

test('a recipe is downloaded as Cooklang and JSON, and our importers read it back', async () => {
  const cook = await getPage(`${page}.cook`);
  expect([cook.status, cook.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(cook.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''pizza-dough.cook");
  expect(cook.html).toContain('@flour{250%g}(sifted)');
  const json = await getPage(`${page}.json`);
  expect(json.headers.get('content-type')).toBe('application/ld+json; charset=utf-8');
  expect(json.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''pizza-dough.json");
  expect((await getPage(`${page}.json`, { accept: 'application/ld+json' })).html).toBe(json.html);
  expect(JSON.parse(json.html)).toMatchObject({
    '@type': 'Recipe',
    name: 'Pizza dough',
    url: `https://cook.example${page}`,
    recipeIngredient: ['250 g flour, sifted', '1/3 cup water', '1-2 pinches salt'],
  });

  const { ingredients, steps } = pizzaDough;
  const amounts = (list: typeof ingredients) =>
    list.map(({ name, quantity, quantityMax, unit, note }) => ({ name, quantity, quantityMax, unit, note }));
  for (const [file, exact] of [
    [cook, false],
    [json, true],
  ] as const) {
    const { recipes, problems } = await readFile(new TextEncoder().encode(file.html), 'x');
    expect([problems, recipes.length]).toEqual([[], 1]);
    const { draft } = recipes[0]!;
    expect(draft).toMatchObject({ name: 'Pizza dough', serving: 4, prepTime: 600, tags: ['dough'] });
    expect(draft.sourceUrl).toBe(`https://cook.example${page}`);
    const inOrder = (list: typeof ingredients) => amounts(list).sort((a, b) => a.name.localeCompare(b.name));
    expect(inOrder(draft.ingredients)).toEqual(inOrder(ingredients));
    expect(draft.steps.map(({ name, content, duration }) => [name, content, duration])).toEqual(
      steps.map(({ name, content, duration }) => [name, exact ? content : content.replaceAll('*', ''), duration]),
    );
    if (exact) expect(draft).toMatchObject({ ingredients, steps, description: 'A **good** dough.' });
  }
  // The author keeps the recipe as it is.
  const own = JSON.parse((await getPage(`${page}.json`, await cookieOf(cast.ann))).html);
  expect(own['potluck:item']).toMatchObject({ sourceUrl: null, details: { credit: null } });
});

test('a zip of a recipe brings its pictures, their alt texts and its links to another member', async () => {
  const { ann, bo } = cast;
  const far = 'https://far.example/users/1/recipes/2';
  const [first, second] = pizzaDough.steps;
  const links = [
    { target: { id: dough, type: 'recipe' as const }, serving: 2 },
    { target: { iri: far }, serving: null },
  ];
  const id = await createRecipe(ann.id, { ...pizzaDough, name: 'Pizza', steps: [first!, { ...second!, links }] });
  for (const [width, description] of [
    [60, 'Dough in a bowl'],
    [80, 'A pizza [hot]'],
  ] as const)
    await upload(ann, `/recipes/${id}/media`, { file: await picture(width).jpeg().toBuffer(), description });
  expect((await getPage('/@ann/recipes/pizza')).html).toContain('href="/@ann/recipes/pizza.zip"');
  const response = await testApp().request('https://cook.example/@ann/recipes/pizza.zip');
  expect(response.headers.get('content-type')).toBe('application/zip');
  const { recipes, problems } = await readFile(new Uint8Array(await response.arrayBuffer()), 'x');
  expect([problems, recipes.length]).toEqual([[], 1]);

  const { id: copy } = await importRecipe(bo.id, recipes[0]!);
  const pictures = await prisma().medium.findMany({ where: { eventableId: copy }, orderBy: { id: 'asc' } });
  expect(pictures.map(({ description }) => description)).toEqual(['Dough in a bowl', 'A pizza [hot]']);
  const { steps } = await getOfType('recipe', copy, viewerOf(bo.id));

  expect(steps[1]!.links.map(({ id, iri, serving }) => (id === null ? [iri, serving] : [id, serving]))).toEqual([
    [dough, 2],
    [far, null],
  ]);
  const hidden = { ...recipes[0]!, draft: { ...recipes[0]!.draft, name: 'Without', sourceUrl: null } };
  hidden.draft.steps = [
    { ...first!, links: [{ target: { iri: 'https://cook.example/users/1/recipes/999' }, serving: 1 }] },
  ];
  const { id: without, problem } = await importRecipe(bo.id, hidden);
  expect((await getOfType('recipe', without, viewerOf(bo.id))).steps[0]!.links).toEqual([]);
  expect(problem).toBe('1 link to something that is not here was left out.');
  await drain();
});

test('files of a recipe are only for those who may see it', async () => {
  const { ann, bo } = cast;
  await createRecipe(ann.id, { ...pizzaDough, name: 'For followers', visibility: 'private' });
  await as(ann).post('/recipes', { recipe: { name: 'Draft', draft: true } });
  await as(bo).post(`/accounts/${ann.id}/follow`);
  for (const ending of ['cook', 'json', 'zip']) {
    const path = `/@ann/recipes/for-followers.${ending}`;
    const missing = await getPage(`/@ann/recipes/nothing.${ending}`);
    for (const headers of [{}, await cookieOf(cast.cy)]) {
      const { status, html } = await getPage(path, headers);
      expect(status).toBe(404);
      expect(html).not.toContain('flour');
    }
    expect((await getPage(path)).html).toBe(missing.html);
    const seen = await getPage(path, await cookieOf(bo));
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    if (ending !== 'zip') expect(seen.html).toContain('flour');
    expect((await getPage(`/@ann/recipes/draft.${ending}`, await cookieOf(ann))).status).toBe(404);
  }
  expect((await getPage('/@ann/recipes/pizza-dough.exe')).status).toBe(404);
  expect((await getPage(page)).html).toContain(`href="${page}.cook"`);
  await drain();
});
