/** The shopping list over the API and as a page, and the list behind its link. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { deleteAccount } from '../../src/domain/accounts/delete.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { anyone, as } from '../support/as.ts';
import { type Browser, openBrowser, openBrowserAs } from '../support/browser.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { pizzaDough } from '../support/recipes.ts';
import { stored } from '../support/stored.ts';
import { useWebServer } from '../support/web-server.ts';

useCast();
useWebServer();

const password = 'a long enough password';
let dee: Account;
let browser: Browser;
beforeAll(async () => {
  dee = await register({ username: 'dee', name: 'Dee <b>', password });
  browser = await openBrowserAs('dee', password);
});

interface Item {
  id: number;
  name: string;
  amount: string;
  checked: boolean;
}
const postRecipe = async (who: Account, recipe: object): Promise<number> =>
  (await as(who).post('/recipes', { recipe })).body.id;
const listOf = async (who: Account) => (await as(who).get('/shopping_list')).body;
const linesOf = async (who: Account): Promise<string[]> =>
  (await listOf(who)).items.map(({ checked, amount, name }: Item) =>
    [checked && 'x', amount, name].filter(Boolean).join(' '),
  );
const itemOf = async (who: Account, name: string): Promise<number> =>
  (await listOf(who)).items.find((item: Item) => item.name === name).id;
const clear = (who: Account) => as(who).delete('/shopping_list');

describe('the list over the API', () => {
  test('recipes are added at chosen servings, merged with each other and with own lines', async () => {
    const { ann, bo } = cast;
    expect(await listOf(ann)).toEqual({ recipes: [], items: [], share_url: null });
    const bread = await postRecipe(bo, { name: 'Bread', serving: 2, ingredients: ['500 g flour', '2 tsp salt'] });
    const cake = await postRecipe(bo, { name: 'Cake', serving: 4, ingredients: ['200 g flour', '1 l milk'] });
    const added = await as(ann).post('/shopping_list/recipes', {
      recipes: [{ id: bread, serving: 4 }, { id: cake }],
    });
    expect(added.status).toBe(201);
    expect(added.body.recipes).toEqual([
      { id: bread, name: 'Bread', serving: 4, serving_type: 'servings', available: true },
      { id: cake, name: 'Cake', serving: 4, serving_type: 'servings', available: true },
    ]);
    expect(await linesOf(ann)).toEqual(['1 l milk', '1.2 kg flour', '4 tsp salt']);
    expect(added.body.items[1]).toEqual({
      id: expect.any(Number),
      aisle: 'dry goods',
      name: 'flour',
      amount: '1.2 kg',
      optional: false,
      amounts: [{ quantity: 1.2, quantity_max: null, unit: 'kg' }],
      checked: false,
      recipe_ids: [bread, cake],
    });
    await as(ann).post('/shopping_list/lines', { text: '500 ml milk' });
    await as(ann).post('/shopping_list/lines', { text: 'toilet paper' });
    expect(await linesOf(ann)).toEqual(['1.5 l milk', '1.2 kg flour', '4 tsp salt', 'toilet paper']);

    // Adding it again replaces its ingredients, and removing it leaves the others.
    await as(ann).post('/shopping_list/recipes', { recipes: [{ id: bread, serving: 1 }] });
    expect(await linesOf(ann)).toEqual(['1.5 l milk', '450 g flour', '1 tsp salt', 'toilet paper']);
    for (const _ of [1, 2]) expect((await as(ann).delete(`/shopping_list/recipes/${cake}`)).status).toBe(204);
    expect(await linesOf(ann)).toEqual(['500 ml milk', '250 g flour', '1 tsp salt', 'toilet paper']);
    expect((await listOf(cast.cy)).items).toEqual([]);
    await clear(ann);
    expect(await listOf(ann)).toEqual({ recipes: [], items: [], share_url: null });
  });

  test('a merged item is ticked and removed as one, and ticked items are cleared together', async () => {
    const { ann } = cast;
    const one = await postRecipe(ann, { name: 'One', ingredients: ['100 g flour', '1 onion'] });
    const two = await postRecipe(ann, { name: 'Two', ingredients: ['200 g flour', '2 carrots'] });
    await as(ann).post('/shopping_list/recipes', { recipes: [{ id: one }, { id: two }] });
    const flour = await itemOf(ann, 'flour');
    const tick = (id: number, checked: boolean) => as(ann).patch(`/shopping_list/lines/${id}`, { checked });
    for (const _ of [1, 2]) expect((await tick(flour, true)).status).toBe(204);
    expect(await linesOf(ann)).toEqual(['1 onion', '2 carrots', 'x 300 g flour']);
    // More of it is an item of its own, and ticking that merges both.
    await as(ann).post('/shopping_list/lines', { text: '50 g flour' });
    expect(await linesOf(ann)).toEqual(['1 onion', '2 carrots', 'x 300 g flour', '50 g flour']);
    expect((await tick(flour, false)).status).toBe(204);
    expect(await linesOf(ann)).toEqual(['1 onion', '2 carrots', '350 g flour']);
    await tick(flour, true);
    await tick(await itemOf(ann, 'onion'), true);
    expect((await as(ann).delete('/shopping_list/checked')).status).toBe(204);
    expect(await linesOf(ann)).toEqual(['2 carrots']);
    expect((await listOf(ann)).recipes.map(({ name }: Item) => name)).toEqual(['Two']);
    const carrots = await itemOf(ann, 'carrots');
    expect((await as(ann).delete(`/shopping_list/lines/${carrots}`)).status).toBe(204);
    expect((await as(ann).delete(`/shopping_list/lines/${carrots}`)).status).toBe(404);
    await clear(ann);
  });

  test('a hidden or deleted recipe cannot be added, and its lines stay if it was added before', async () => {
    const { ann, bo } = cast;
    const secret = await postRecipe(bo, { name: 'Secret', visibility: 'private', ingredients: ['1 onion'] });
    const draft = await postRecipe(bo, { name: 'Draft', draft: true, ingredients: ['1 onion'] });
    const status = (await as(bo).post('/statuses', { content: 'Onions' })).body.id;
    const soup = await postRecipe(bo, { name: 'Soup', ingredients: ['3 onions'] });
    for (const id of [secret, draft, status, 999_999]) {
      const { status: code } = await as(ann).post('/shopping_list/recipes', {
        recipes: [{ id: soup }, { id }],
      });
      expect([id, code]).toEqual([id, 404]);
    }
    expect(await linesOf(ann)).toEqual([]);
    await as(ann).post('/shopping_list/recipes', { recipes: [{ id: soup }] });
    const isAvailable = async () => (await listOf(ann)).recipes[0].available;
    expect(await isAvailable()).toBe(true);
    await as(bo).post(`/accounts/${ann.id}/block`);
    expect([await isAvailable(), await linesOf(ann)]).toEqual([false, ['3 onions']]);
    await as(bo).delete(`/accounts/${ann.id}/block`);
    await as(bo).patch(`/recipes/${soup}`, { recipe: { ingredients: ['9 onions'] } });
    expect([await isAvailable(), await linesOf(ann)]).toEqual([true, ['3 onions']]);
    await as(bo).delete(`/recipes/${soup}`);
    expect([await isAvailable(), await linesOf(ann)]).toEqual([false, ['3 onions']]);
    expect((await as(ann).delete(`/shopping_list/recipes/${soup}`)).status).toBe(204);
    expect(await linesOf(ann)).toEqual([]);
  });

  test('wrong input is refused, and a list has a limited size', async () => {
    const { cy } = cast;
    const rows = Array.from({ length: 200 }, (_, n) => `${n + 1} g flour`);
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await postRecipe(cy, { name, ingredients: rows }));
    const add = (recipes: unknown) => as(cy).post('/shopping_list/recipes', { recipes });
    for (const wrong of [[], undefined, [{ id: 'x' }], [{ id: ids[0], serving: 0 }], 'all'])
      expect((await add(wrong)).status).toBe(422);
    for (const text of ['', ' ', null, 'a\0b', 'x'.repeat(201)])
      expect((await as(cy).post('/shopping_list/lines', { text })).status).toBe(422);
    expect((await add(ids.slice(0, 5).map((id) => ({ id })))).status).toBe(201);
    const tooMany = await add([{ id: ids[5] }]);
    expect([tooMany.status, tooMany.body.errors.base]).toEqual([
      422,
      ['a shopping list holds at most 1000 ingredients'],
    ]);
    expect((await listOf(cy)).recipes).toHaveLength(5);
    await clear(cy);
  });

  test('others can neither read nor change a list, and a deleted account leaves none', async () => {
    const { ann, bo } = cast;
    await as(ann).post('/shopping_list/lines', { text: 'secret sauce' });
    await as(bo).post('/shopping_list/lines', { text: 'bread' });
    const sauce = await itemOf(ann, 'secret sauce');
    expect((await as(bo).patch(`/shopping_list/lines/${sauce}`, { checked: true })).status).toBe(404);
    expect((await as(bo).delete(`/shopping_list/lines/${sauce}`)).status).toBe(404);
    for (const method of ['get', 'delete'] as const) expect((await anyone[method]('/shopping_list')).status).toBe(401);
    expect(await linesOf(bo)).toEqual(['bread']);
    expect(await linesOf(ann)).toEqual(['secret sauce']);
    expect(await stored.shoppingLists({ accountId: ann.id })).toBe(1);
    await deleteAccount(ann.id);
    await drain();
    expect(await stored.shoppingLists({ accountId: ann.id })).toBe(0);
    expect(await linesOf(bo)).toEqual(['bread']);
  });
});

describe('the pages', () => {
  const at = '/shopping-list';

  test('a member adds a recipe from its page, ticks and removes items', async () => {
    await createRecipe(cast.bo.id, { ...pizzaDough, name: 'Page dough' });
    const page = await browser.get('/@bo/recipes/page-dough?serving=8');
    expect(page.html).toContain('Add to shopping list');
    expect((await openBrowser().get('/@bo/recipes/page-dough')).html).not.toContain('Add to shopping list');
    const [, action] = /action="(\/items\/\d+\/shop)"/.exec(page.html)!;
    const { form_token = '' } = page.hidden;
    expect((await browser.post(action!, { form_token, serving: '8' })).location).toMatch(/\/shopping-list$/);
    await browser.post(`${at}/lines`, { form_token, text: '<b>soap</b>' });
    const { html } = await browser.get(at);
    expect(html).toContain('<strong class="amount">500 g</strong> <bdi>flour</bdi>');
    expect(html).toContain('&lt;b&gt;soap&lt;/b&gt;');
    expect(html).toContain('<a href="/@bo/recipes/page-dough">Page dough</a>');
    const [, flour] = /name="tick" value="(\d+)"><span><strong class="amount">500 g/.exec(html)!;
    const ticked = await browser.post(`${at}/items`, { form_token, tick: flour! });
    expect(ticked.location).toMatch(`#item-${flour}`);
    expect((await browser.get(at)).html).toContain(`aria-checked="true" name="untick" value="${flour}"`);
    await browser.post(`${at}/items`, { form_token, untick: flour! });
    expect((await browser.get(at)).html).toContain(`aria-checked="false" name="tick" value="${flour}"`);
    await browser.post(`${at}/items`, { form_token, remove: flour! });
    expect((await browser.get(at)).html).not.toContain(`value="${flour}"`);
    const blank = await browser.post(`${at}/lines`, { form_token, text: ' ' });
    expect([blank.status, blank.html]).toEqual([422, expect.stringContaining('Please fill this in.')]);
    expect((await browser.get(`${at}/clear`)).html).toContain('Remove everything from your shopping list?');
    expect((await browser.post(`${at}/clear`, { form_token: 'wrong' })).status).toBe(403);
    expect((await listOf(dee)).items.length).toBeGreaterThan(0);
    expect((await browser.post(`${at}/clear`, { form_token })).location).toMatch(/\/shopping-list$/);
    expect((await browser.get(at)).html).toContain('Nothing to buy.');
  });

  test('a shared list is read and ticked by its link only, until the link is revoked', async () => {
    const hidden = await postRecipe(cast.bo, {
      name: 'Bo’s secret',
      visibility: 'private',
      ingredients: ['1 leek'],
    });
    const open = await postRecipe(cast.bo, { name: 'Bo’s soup', ingredients: ['1 carrot'] });
    await as(dee).post(`/accounts/${cast.bo.id}/follow`);
    await as(dee).post('/shopping_list/recipes', { recipes: [{ id: hidden }, { id: open }] });
    const { share_url: url } = (await as(dee).post('/shopping_list/share')).body;
    expect((await as(dee).post('/shopping_list/share')).body.share_url).toBe(url);
    expect(url).toMatch(/^https:\/\/cook\.example\/shopping-list\/shared\/[\w-]{32}$/);

    const guest = openBrowser();
    const shared = await guest.get(url);
    expect(shared.status).toBe(200);
    expect(shared.headers.get('x-robots-tag')).toBe('noindex');
    expect(shared.headers.get('cache-control')).toBe('private, no-store');
    expect(shared.html).toContain('<meta name="robots" content="noindex"/>');
    expect(shared.html).toContain('Shared by <bdi>Dee &lt;b&gt;</bdi>');
    expect(shared.html).toContain('carrot');
    // The name of a recipe that not everybody may see is left out.
    expect(shared.html).toContain('Bo’s soup');
    expect(shared.html).not.toContain('secret');
    expect(shared.html).not.toContain('name="remove"');

    const carrot = String(await itemOf(dee, 'carrot'));
    const { form_token = '' } = shared.hidden;
    expect((await guest.post(url, { form_token: '', tick: carrot })).status).toBe(403);
    expect(await linesOf(dee)).toContain('1 carrot');
    const ticked = await guest.post(url, { form_token, tick: carrot });
    expect([ticked.status, ticked.location]).toEqual([303, `${url}#item-${carrot}`]);
    expect(await linesOf(dee)).toContain('x 1 carrot');
    await as(cast.cy).post('/shopping_list/lines', { text: 'soap' });
    const foreign = String(await itemOf(cast.cy, 'soap'));
    expect((await guest.post(url, { form_token, tick: foreign })).status).toBe(404);
    expect(await linesOf(cast.cy)).toEqual(['soap']);
    const other = url.slice(0, -1) + (url.endsWith('_') ? '-' : '_');
    expect((await guest.get(other)).status).toBe(404);

    await suspend(dee.id);
    expect((await guest.get(url)).status).toBe(404);
    await unsuspend(dee.id);
    expect((await guest.get(url)).status).toBe(200);
    expect((await as(dee).delete('/shopping_list/share')).status).toBe(204);
    expect((await guest.get(url)).status).toBe(404);
    expect((await guest.post(url, { form_token, untick: carrot })).status).toBe(404);
    const again = (await as(dee).post('/shopping_list/share')).body.share_url;
    expect(again).not.toBe(url);
  });
});
