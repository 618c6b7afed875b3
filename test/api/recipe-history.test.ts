/** The history of recipes: revisions, who sees them, and notifications of those who cooked. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { age } from '../support/age.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { runFederationJobs } from '../support/federation-jobs.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { type Json, setInboxHandler } from '../support/remote-server.ts';
import { itemIdOf, stored } from '../support/stored.ts';

useCast();
useBob();
beforeAll(() => setInboxHandler(testApp().fetch));
beforeEach(() => deleteAll('notifications', 'blocks', 'follows'));

const bread = {
  name: 'Bread',
  description: 'Good with butter.',
  locale: 'en',
  serving: 2,
  ingredients: ['500 g flour', '1 tsp salt'],
  steps: [{ content: 'Knead.' }, { content: 'Bake for 40 minutes.' }],
};
const publish = async (who: Account, changes: object = {}): Promise<number> =>
  (await as(who).post('/recipes', { ...bread, ...changes })).body.id;
const edit = async (who: Account, id: number, changes: object) =>
  expect((await as(who).patch(`/recipes/${id}`, changes)).status).toBe(204);
/** Ends the sitting, so that the next edit is a revision of its own. */
const ageRevisions = () => age('revisions', '11 minutes');
const setSizes = (eventableId: number, bytes: number) =>
  prisma().revision.updateMany({ where: { eventableId }, data: { bytes } });
// biome-ignore lint/suspicious/noExplicitAny: response shapes are checked by the API client
type Body = any;
const revisionsOf = async (id: number, who: Account | null = null): Promise<Body[]> =>
  (await (who ? as(who) : anyone).get(`/recipes/${id}/revisions`)).body;
const changesOf = async (id: number, who: Account | null = null) =>
  (await revisionsOf(id, who)).map(({ changes }) => changes);
const recipe = async (id: number): Promise<Body> => (await anyone.get(`/recipes/${id}`)).body;

describe('a revision', () => {
  test('is the state before an edit, with the difference to the next one', async () => {
    const id = await publish(cast.ann);
    expect(await revisionsOf(id)).toEqual([]);
    await edit(cast.ann, id, { ingredients: ['600 g flour', '1 tsp salt'], cook_time: 2_400 });
    await ageRevisions();
    await edit(cast.ann, id, {
      name: 'White bread',
      steps: [{ content: 'Bake for 45 minutes.' }, bread.steps[0]],
    });

    const [second, first] = await revisionsOf(id);
    expect([second.changes, first.changes]).toEqual([
      ['name', 'steps'],
      ['ingredients', 'details'],
    ]);
    expect(second.edited_at).toBe((await recipe(id)).edited_at);
    expect((await recipe(id)).revisions_count).toBe(2);

    const { body } = await anyone.get(`/recipes/${id}/revisions/${first.id}`);
    expect(body).toMatchObject({
      id: first.id,
      next_id: second.id,
      name: 'Bread',
      description: bread.description,
      serving: 2,
      cook_time: 0,
      ingredients: [{ name: 'flour', quantity: 500, unit: 'g', position: 0 }, { name: 'salt' }],
      steps: [{ position: 0, content: 'Knead.' }, { content: 'Bake for 40 minutes.' }],
    });
    expect(body.difference.ingredients[0]).toEqual({
      change: 'changed',
      group: null,
      words: [
        { change: 'removed', text: '500' },
        { change: 'added', text: '600' },
        { change: 'same', text: ' g flour' },
      ],
    });
    expect(body.difference.details).toEqual([{ field: 'cook_time', before: null, after: '40 min' }]);
    expect(body.difference.steps.map(({ change }: Body) => change)).toEqual(['same', 'same']);

    const next = (await anyone.get(`/recipes/${id}/revisions/${second.id}`)).body;
    expect(next).toMatchObject({ next_id: null, name: 'Bread', cook_time: 2_400 });
    expect(next.difference.steps.map(({ change, before, after }: Body) => [change, before, after])).toEqual([
      ['moved', 1, 0],
      ['same', 0, 1],
    ]);
    const other = await publish(cast.ann);
    expect((await anyone.get(`/recipes/${other}/revisions/${first.id}`)).status).toBe(404);
  });

  test('is one for the edits of a sitting, and none if nothing is left of them', async () => {
    const id = await publish(cast.ann);
    await edit(cast.ann, id, { name: 'Braed' });
    await edit(cast.ann, id, { name: 'Rye bread', description: 'Dark.' });
    expect(await changesOf(id)).toEqual([['name', 'description']]);
    await edit(cast.ann, id, { name: bread.name, description: bread.description });
    expect(await changesOf(id)).toEqual([]);
    expect((await recipe(id)).revisions_count).toBe(0);
  });

  test('is not made by changes of tags and pictures, and not of drafts', async () => {
    const id = await publish(cast.ann);
    await edit(cast.ann, id, { tags: ['loaf'], name: 'Bread' });
    const draft = await publish(cast.ann, { draft: true });
    await edit(cast.ann, draft, { name: 'Better bread' });
    await as(cast.ann).post(`/recipes/${draft}/publish`);
    expect([await revisionsOf(id), await revisionsOf(draft)]).toEqual([[], []]);
    await edit(cast.ann, draft, { name: 'Best bread' });
    expect(await changesOf(draft)).toEqual([['name']]);
    await as(cast.ann).delete(`/recipes/${draft}/publish`);
    await as(cast.ann).post(`/recipes/${draft}/publish`);
    expect(await revisionsOf(draft)).toEqual([]);
  });

  test('is listed in pages', async () => {
    const id = await publish(cast.ann);
    for (const name of ['A', 'B', 'C']) {
      await edit(cast.ann, id, { name });
      await ageRevisions();
    }
    const all = (await revisionsOf(id)).map((each) => each.id);
    const page = await anyone.get(`/recipes/${id}/revisions?limit=2`);
    expect(page.body.map((each: Body) => each.id)).toEqual(all.slice(0, 2));
    expect(page.headers.get('link')).toContain(`max_id=${all[1]}`);
    const rest = await anyone.get(`/recipes/${id}/revisions?limit=2&max_id=${all[1]}`);
    expect(rest.body.map((each: Body) => each.id)).toEqual(all.slice(2));
  });

  test('is dropped beyond the limits, the oldest first, but never the first state', async () => {
    const id = await publish(cast.ann);
    const text = (at: number) => `${at} ${'x'.repeat(9_000)}`;
    for (let at = 0; at < 4; at += 1) {
      await edit(cast.ann, id, { description: text(at) });
      await ageRevisions();
    }
    await setSizes(id, 900_000);
    await edit(cast.ann, id, { description: text(4) });
    const kept = (await revisionsOf(id)).map((each) => each.id);
    const states = kept.map(async (each) => (await anyone.get(`/recipes/${id}/revisions/${each}`)).body.description);
    expect((await Promise.all(states)).map((each) => each.slice(0, 4))).toEqual(['3 xx', '2 xx', '1 xx', 'Good']);

    await setSizes(id, 1);
    const revisions = await prisma().revision.findMany({ where: { eventableId: id }, omit: { id: true } });
    const copies = revisions.map((each) => ({
      ...each,
      state: each.state!,
      createdAt: new Date(Date.now() - 3_600_000),
    }));
    await prisma().revision.createMany({ data: Array.from({ length: 40 }, () => copies).flat() });
    expect((await recipe(id)).revisions_count).toBe(164);
    await edit(cast.ann, id, { description: text(5) });
    expect(await stored.revisions({ eventableId: id })).toBe(100);
    expect(await stored.revisions({ eventableId: id, id: { lt: kept.at(-1) } })).toBe(0);
    expect(await stored.revisions({ id: kept.at(-1) })).toBe(1);
    expect((await recipe(id)).revisions_count).toBe(100);
  });
});

describe('who sees a revision', () => {
  test('nobody sees what they could not have read: a private state stays with its author', async () => {
    const id = await publish(cast.ann, { visibility: 'private', description: 'With the secret spice.' });
    await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
    await edit(cast.ann, id, { description: 'With spice.' });
    await ageRevisions();
    expect((await anyone.get(`/recipes/${id}/revisions`)).status).toBe(404);
    expect(await changesOf(id, cast.bo)).toEqual([['description']]);

    await edit(cast.ann, id, { description: 'With no spice.', visibility: 'public' });
    await ageRevisions();
    expect([await revisionsOf(id), await revisionsOf(id, cast.bo)]).toEqual([[], []]);
    expect((await recipe(id)).revisions_count).toBe(0);
    const [own] = await revisionsOf(id, cast.ann);
    expect((await revisionsOf(id, cast.ann)).length).toBe(2);
    for (const who of [anyone, as(cast.bo)])
      expect((await who.get(`/recipes/${id}/revisions/${own.id}`)).status).toBe(404);

    await edit(cast.ann, id, { description: 'With pepper.' });
    const [seen] = await revisionsOf(id);
    const { text } = await anyone.get(`/recipes/${id}/revisions/${seen.id}`);
    expect(text).toContain('pepper');
    expect(text).not.toContain('secret');
    expect((await recipe(id)).revisions_count).toBe(1);
    const page = (await getPage(`/@ann/recipes/${(await recipe(id)).slug}/history`)).html;
    expect(page.match(/See what changed/g)).toHaveLength(1);
  });

  test('the difference skips states that the viewer may not see', async () => {
    const id = await publish(cast.ann, { description: 'one' });
    await edit(cast.ann, id, { description: 'two', visibility: 'private' });
    await ageRevisions();
    await edit(cast.ann, id, { description: 'hidden' });
    await ageRevisions();
    await edit(cast.ann, id, { description: 'three', visibility: 'public' });
    const [only, ...more] = await revisionsOf(id);
    expect(more).toEqual([]);
    const { body } = await anyone.get(`/recipes/${id}/revisions/${only.id}`);
    expect(body.next_id).toBe(null);
    expect(body.difference.description).toEqual([
      { change: 'removed', text: 'one' },
      { change: 'added', text: 'three' },
    ]);
    const own = (await as(cast.ann).get(`/recipes/${id}/revisions/${only.id}`)).body;
    expect(own.difference.description[1]).toEqual({ change: 'added', text: 'two' });
  });

  test('a change of visibility counts again what readers see, and recount agrees', async () => {
    const id = await publish(cast.ann);
    await edit(cast.ann, id, { name: 'A', visibility: 'private' });
    await ageRevisions();
    await edit(cast.ann, id, { name: 'B' });
    const counted = async () => (await as(cast.ann).get(`/recipes/${id}`)).body.revisions_count;
    expect(await counted()).toBe(2);
    await as(cast.ann).post(`/recipes/${id}/publish`, { visibility: 'unlisted' });
    expect(await counted()).toBe(1);
    expect(await recount()).toMatchObject({ items: 0 });
    expect(await counted()).toBe(1);
  });

  test('somebody blocked does not, and nobody does after the recipe is deleted', async () => {
    const id = await publish(cast.ann);
    await edit(cast.ann, id, { name: 'A' });
    expect((await as(cast.cy).get(`/recipes/${id}/revisions`)).status).toBe(200);
    await as(cast.ann).post(`/accounts/${cast.cy.id}/block`);
    expect((await as(cast.cy).get(`/recipes/${id}/revisions`)).status).toBe(404);
    await as(cast.ann).delete(`/recipes/${id}`);
    expect((await anyone.get(`/recipes/${id}/revisions`)).status).toBe(404);
    expect(await stored.revisions({ eventableId: id })).toBe(0);
  });
});

const cook = async (who: Account, recipeId: number, type = 'baking', isPublished = true) => {
  const path = type === 'baking' ? '/bakings' : '/preparations';
  const { id } = (await as(who).post(path, { name: 'Mine', recipe_id: recipeId, prepared_at: '2026-05-01' })).body;
  if (isPublished) await as(who).post(`${path}/${id}/publish`);
};
const notices = async (who: Account): Promise<Body[]> =>
  (await as(who).get('/notifications')).body.filter(({ type }: Body) => type === 'recipe_changed');
const readAll = (who: Account) => as(who).post('/notifications/read', { max_id: Number.MAX_SAFE_INTEGER });

describe('those who cooked a recipe are notified', () => {
  test('when its ingredients or steps change, with at most one unread notification', async () => {
    const id = await publish(cast.ann);
    await cook(cast.bo, id);
    await cook(cast.bo, id, 'preparation');
    await cook(cast.cy, id, 'baking', false);
    await cook(cast.ann, id);
    await edit(cast.ann, id, { name: 'White bread', description: 'Better.' });
    expect(await notices(cast.bo)).toEqual([]);
    await edit(cast.ann, id, { ingredients: ['450 g flour'] });
    await edit(cast.ann, id, { steps: [{ content: 'Bake.' }] });
    const [first, ...more] = await notices(cast.bo);
    expect(first).toMatchObject({
      read: false,
      account: { username: 'ann' },
      object: { id, type: 'recipe' },
    });
    expect(more).toEqual([]);
    expect([await notices(cast.cy), await notices(cast.ann)]).toEqual([[], []]);
    const page = (await getPage('/notifications', await cookieOf(cast.bo))).html;
    expect(page).toContain('changed a recipe you cooked: <a href="/@ann/recipes/');
    expect(page).toMatch(/\/history">See what changed<\/a>/);

    await readAll(cast.bo);
    await edit(cast.ann, id, { steps: [{ content: 'Bake well.' }] });
    const [second, ...rest] = await notices(cast.bo);
    expect([second.read, rest]).toEqual([false, []]);
    expect(second.id).toBeGreaterThan(first.id);
  });

  test('but not those who may no longer see it, or between whom and its author is a block', async () => {
    const id = await publish(cast.ann);
    await cook(cast.bo, id);
    await cook(cast.cy, id);
    await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
    await edit(cast.ann, id, { ingredients: ['1 kg flour'], visibility: 'private' });
    expect([(await notices(cast.bo)).length, (await notices(cast.cy)).length]).toEqual([1, 0]);

    const other = await publish(cast.ann);
    await cook(cast.bo, other);
    await cook(cast.cy, other);
    await as(cast.cy).post(`/accounts/${cast.ann.id}/block`);
    await edit(cast.ann, other, { ingredients: ['1 kg flour'] });
    await as(cast.cy).delete(`/accounts/${cast.ann.id}/block`);
    expect([(await notices(cast.bo)).length, (await notices(cast.cy)).length]).toEqual([2, 0]);
  });
});

describe('a recipe of another server', () => {
  const theirs = (changes: Json = {}): Json & { id: string } => ({
    '@context': ['https://www.w3.org/ns/activitystreams', { schema: 'http://schema.org/' }],
    id: remote.iri('/recipes/1'),
    type: 'Article',
    additionalType: 'http://schema.org/Recipe',
    name: 'Soup',
    attributedTo: bob.iri,
    content: '<p>Hot</p>',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    'schema:recipeIngredient': ['1 l water', '2 onions'],
    published: new Date(Date.now() - 60_000).toISOString(),
    ...changes,
  });
  const receive = async (type: string, object: Json) => {
    expect((await remote.send(remote.activity(type, bob, object, { to: [cast.bo.iri!] }))).status).toBe(202);
    await runFederationJobs();
  };

  test('has a history of its Updates here, bounded as ours, and notifies those who cooked it', async () => {
    await receive('Create', theirs({ cc: [cast.bo.iri!] }));
    const id = await itemIdOf(remote.iri('/recipes/1'));
    await cook(cast.bo, id);
    const at = new Date(Date.now() - 5_000).toISOString();
    await receive('Update', theirs({ 'schema:recipeIngredient': ['1 l water', '3 onions'], updated: at }));
    expect(await revisionsOf(id)).toMatchObject([{ edited_at: at, changes: ['ingredients'] }]);
    expect((await notices(cast.bo)).map(({ account }) => account.username)).toEqual(['bob']);

    // The same version again changes nothing, and an edit within the sitting is part of it.
    await receive('Update', theirs({ 'schema:recipeIngredient': ['9 onions'], updated: at }));
    await receive('Update', theirs({ name: 'Onion soup', updated: new Date().toISOString() }));
    expect(await changesOf(id)).toEqual([['name']]);
    const { html, status } = await getPage(`/@bob@${remote.host}/recipes/${id}/history`);
    expect([status, html.includes('Name')]).toEqual([200, true]);
  });
});

describe('pages', () => {
  test('link from the recipe to its history, and mark words, lines and steps', async () => {
    const id = await publish(cast.ann, { name: 'Pretzel <b>' });
    const { slug } = await recipe(id);
    const path = `/@ann/recipes/${slug}`;
    expect((await getPage(path)).html).not.toContain('See what changed');
    await edit(cast.ann, id, {
      ingredients: ['600 g flour', '1 tsp lye <i>'],
      steps: [{ content: 'Bake for 20 minutes.' }],
      description: 'Good with butter & salt.',
      serving: 8,
    });
    const page = (await getPage(path)).html;
    expect(page).toContain(`<a href="${path}/history" rel="nofollow">See what changed</a>`);
    const list = (await getPage(`${path}/history`)).html;
    expect(list).toContain('<br/>Description, ingredients, method and details</div>');
    expect(list).toMatch(/<time[^>]*>\d{1,2} \w+ \d{4}[^<]* \d{2}:\d{2}/);
    const [revision] = await revisionsOf(id);
    expect(list).toContain(`href="${path}/history/${revision.id}"`);
    expect(list).toMatch(/<span class="hint"><time datetime="[^"]*">[^<]* \d{1,2}:\d\d[^<]*<\/time>/);
    const { html, headers } = await getPage(`${path}/history/${revision.id}`);
    for (const text of [
      '<del>500</del><ins>600</ins> g flour',
      '<span class="change added">New</span> <ins>1 tsp lye &lt;i&gt;</ins>',
      '<span class="change removed">Removed</span> <del>1 tsp salt</del>',
      'Good with butter<ins> &amp; salt</ins>.',
      '<dt>Makes</dt><dd><del>2 servings</del> <ins>8 servings</ins></dd>',
      'Bake for <del>40</del><ins>20</ins> minutes.',
      '<meta name="robots" content="noindex"/>',
    ])
      expect(html).toContain(text);
    expect(headers.get('etag')).not.toBeNull();
    expect(html).not.toContain('<b>');
    for (const missing of ['/history/0', '/history/x', '/history/99999999'])
      expect((await getPage(`${path}${missing}`)).status).toBe(404);
  });

  test('of a private recipe answer as if it did not exist', async () => {
    const id = await publish(cast.ann, { name: 'Hidden pie', visibility: 'private' });
    await edit(cast.ann, id, { name: 'Hidden cake' });
    const [own] = await revisionsOf(id, cast.ann);
    for (const path of ['history', `history/${own.id}`, 'forks', 'difference'])
      expect((await getPage(`/@ann/recipes/hidden-pie/${path}`)).status).toBe(404);
    const cookie = await cookieOf(cast.ann);
    expect((await getPage(`/@ann/recipes/hidden-pie/history/${own.id}`, cookie)).html).toContain('<del>pie</del>');
  });
});
