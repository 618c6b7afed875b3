/** Forks of recipes: the list, the tree, counts and comparisons, here and across servers. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { applySuspensions } from '../../src/domain/accounts/delete.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { runFederationJobs } from '../support/federation-jobs.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { type Json, setInboxHandler } from '../support/remote-server.ts';
import { changeItem, stored, storedItem } from '../support/stored.ts';

useCast();
useBob();
beforeAll(() => setInboxHandler(testApp().fetch));
beforeEach(() => deleteAll('blocks', 'follows'));

// biome-ignore lint/suspicious/noExplicitAny: response shapes are checked by the API client
type Body = any;
const publish = async (who: Account, name: string, from: number | null = null, more: object = {}): Promise<number> => {
  const { body, status, text } = await as(who).post('/recipes', { name, forked_from_id: from, ...more });
  expect(status, text).toBe(201);
  return body.id;
};
const forksOf = async (id: number, who: Account | null = null) =>
  (await (who ? as(who) : anyone).get(`/recipes/${id}/forks`)).body.map((fork: Body) => fork.name);
const treeOf = async (id: number, who: Account | null = null) => {
  const { body } = await (who ? as(who) : anyone).get(`/recipes/${id}/fork_tree`);
  const names = (forks: Body[]) => forks.map((fork) => [fork.name, fork.forked_from_id]);
  return [names(body.ancestors), names(body.descendants)];
};
const countOf = async (id: number) => (await as(cast.ann).get(`/recipes/${id}`)).body.forks_count;

test('the author of a recipe is notified of a version of it, once it is published, and not of an own one', async () => {
  const notices = async () =>
    (await as(cast.ann).get('/notifications')).body
      .filter(({ type }: Body) => type === 'forked')
      .map(({ account, object }: Body) => [account.username, object.name]);
  const root = await publish(cast.ann, 'Stock');
  await publish(cast.ann, 'My other stock', root);
  const draft = await publish(cast.cy, 'Still a draft', root, { draft: true });
  expect(await notices()).toEqual([]);
  const fork = await publish(cast.bo, 'Clear stock', root);
  expect(await notices()).toEqual([['bo', 'Clear stock']]);
  await as(cast.bo).patch(`/recipes/${fork}`, { recipe: { name: 'Clearer stock' } });
  await as(cast.cy).post(`/recipes/${draft}/publish`);
  expect(await notices()).toEqual([
    ['cy', 'Still a draft'],
    ['bo', 'Clearer stock'],
  ]);
  expect((await getPage('/notifications', await cookieOf(cast.ann))).html).toContain('made a version of your recipe');
  await as(cast.bo).post(`/accounts/${cast.ann.id}/block`);
  expect(await notices()).toEqual([['cy', 'Still a draft']]);
});

test('forks are listed and counted, newest first, and their tree has originals and forks of forks', async () => {
  const root = await publish(cast.ann, 'Root');
  const left = await publish(cast.bo, 'Left', root);
  const right = await publish(cast.cy, 'Right', root);
  const leaf = await publish(cast.ann, 'Leaf', left);
  await publish(cast.ann, 'Draft', root, { draft: true });

  expect(await forksOf(root)).toEqual(['Right', 'Left']);
  expect([await countOf(root), await countOf(left), await countOf(right)]).toEqual([2, 1, 0]);
  expect(await treeOf(root)).toEqual([
    [],
    [
      ['Left', root],
      ['Leaf', left],
      ['Right', root],
    ],
  ]);
  expect(await treeOf(leaf)).toEqual([
    [
      ['Root', null],
      ['Left', root],
    ],
    [],
  ]);
  const page = await anyone.get(`/recipes/${root}/forks?limit=1`);
  expect(page.body).toMatchObject([{ id: right, forked_from_id: root, account: { username: 'cy' } }]);
  expect(page.headers.get('link')).toContain(`max_id=${right}`);

  await as(cast.bo).delete(`/recipes/${left}`);
  expect([await forksOf(root), await countOf(root)]).toEqual([['Right'], 1]);
  expect(await treeOf(leaf)).toEqual([[], []]);
});

test('the list, the tree and the count reveal no recipes that the viewer may not see', async () => {
  const root = await publish(cast.ann, 'Open');
  const hidden = await publish(cast.bo, 'Hidden', root, { visibility: 'private' });
  await publish(cast.cy, 'Follower', root);
  await as(cast.cy).post(`/accounts/${cast.bo.id}/follow`);
  const below = await publish(cast.cy, 'Below', hidden, { visibility: 'public' });

  expect([await forksOf(root), await countOf(root)]).toEqual([['Follower'], 1]);
  expect(await forksOf(root, cast.cy)).toEqual(['Follower', 'Hidden']);
  expect(await treeOf(root)).toEqual([[], [['Follower', root]]]);
  expect((await treeOf(root, cast.cy))[1]).toContainEqual(['Below', hidden]);
  expect(await treeOf(below)).toEqual([[], []]);
  expect(await treeOf(below, cast.cy)).toEqual([
    [
      ['Open', null],
      ['Hidden', root],
    ],
    [],
  ]);
  for (const path of ['forks', 'fork_tree', `difference?from=${root}`])
    expect((await anyone.get(`/recipes/${hidden}/${path}`)).status).toBe(404);
  expect((await anyone.get(`/recipes/${root}/difference?from=${hidden}`)).status).toBe(404);
  expect((await as(cast.cy).get(`/recipes/${root}/difference?from=${hidden}`)).status).toBe(200);

  await as(cast.bo).post(`/recipes/${hidden}/publish`, { visibility: 'public' });
  expect(await countOf(root)).toBe(2);
  await as(cast.ann).post(`/accounts/${cast.cy.id}/block`);
  expect(await forksOf(root, cast.ann)).toEqual(['Hidden']);
  await suspend(cast.cy.id);
  await applySuspensions();
  expect([await forksOf(root), await countOf(root)]).toEqual([['Hidden'], 1]);
  await unsuspend(cast.cy.id);
  await applySuspensions();
  expect(await countOf(root)).toBe(2);

  await changeItem(root, { forksCount: 9, revisionsCount: 9 });
  await recount();
  expect((await as(cast.ann).get(`/recipes/${root}`)).body).toMatchObject({
    forks_count: 2,
    revisions_count: 0,
  });
});

test('trees end: at a recipe that was met before, and after ten levels', async () => {
  const ids = [await publish(cast.ann, 'Level 0')];
  for (let level = 1; level <= 12; level += 1) ids.push(await publish(cast.ann, `Level ${level}`, ids.at(-1)!));
  expect((await treeOf(ids[0]!))[1]).toHaveLength(10);
  await changeItem(ids[0]!, { forkedFromId: ids[2]! });
  await changeItem(ids[3]!, { forkedFromId: null });
  const names = ([above, below]: Body[][]) => [above, below].map((list) => list!.map(([name]: Body) => name));
  expect(names(await treeOf(ids[0]!))).toEqual([
    ['Level 1', 'Level 2'],
    ['Level 1', 'Level 2'],
  ]);
});

test('a fork is compared with its original, and a comparison needs the other recipe', async () => {
  const soup = { locale: 'en', ingredients: ['1 l water', '2 onions'], steps: [{ content: 'Boil.' }] };
  const root = await publish(cast.ann, 'Soup', null, soup);
  const fork = await publish(cast.bo, 'Leek soup', root, { ...soup, ingredients: ['1 l water', '2 leeks'] });
  const { body } = await anyone.get(`/recipes/${fork}/difference?from=${root}`);
  expect(body.name).toEqual([
    { change: 'removed', text: 'Soup' },
    { change: 'added', text: 'Leek soup' },
  ]);
  expect(body.ingredients.map(({ change }: Body) => change)).toEqual(['same', 'removed', 'added']);
  expect((await anyone.get(`/recipes/${fork}/difference`)).status).toBe(422);
  expect((await anyone.get(`/recipes/${fork}/difference?from=x`)).status).toBe(404);
});

test('pages show the original, the number of versions, their tree and a comparison', async () => {
  const root = await publish(cast.ann, 'Apple pie', null, { ingredients: ['4 apples'], locale: 'en' });
  await publish(cast.bo, 'Pear pie', root, { ingredients: ['4 pears'], locale: 'en' });
  const original = (await getPage('/@ann/recipes/apple-pie')).html;
  expect(original).toContain('href="/@ann/recipes/apple-pie/forks">1 version of this recipe</a>');
  const fork = (await getPage('/@bo/recipes/pear-pie')).html;
  expect(fork).toContain(
    'A version of <a href="/@ann/recipes/apple-pie">Apple pie</a></span> <span><a href="/@bo/recipes/pear-pie/difference" rel="nofollow">Compare</a>',
  );
  const comparison = (await getPage('/@bo/recipes/pear-pie/difference')).html;
  expect(comparison).toContain('<del>4 apples</del>');
  expect(comparison).toContain('<ins>4 pears</ins>');
  const tree = (await getPage('/@bo/recipes/pear-pie/forks')).html;
  expect(tree).toMatch(/Apple pie<\/a>.*<ul><li><a href="\/@bo\/recipes\/pear-pie" aria-current="true">Pear pie/s);
  expect((await getPage('/@ann/recipes/apple-pie/difference')).status).toBe(404);

  const cookie = await cookieOf(cast.cy);
  const member = (await getPage('/@ann/recipes/apple-pie', cookie)).html;
  expect(member).toMatch(new RegExp(`href="/write/recipe\\?from=${root}">Make your own version<`));
  const form = (await getPage(`/write/recipe?from=${root}`, cookie)).html;
  expect(form).toContain('Your version will link to the original recipe.');
  expect(form).toContain('4 apples');
});

const theirs = (changes: Json): Json & { id: string } => ({
  '@context': [
    'https://www.w3.org/ns/activitystreams',
    { schema: 'http://schema.org/', potluck: 'https://w3id.org/potluck#' },
  ],
  id: remote.iri('/recipes/1'),
  type: 'Article',
  additionalType: 'http://schema.org/Recipe',
  name: 'Their version',
  attributedTo: bob.iri,
  content: '<p>Hot</p>',
  to: ['https://www.w3.org/ns/activitystreams#Public'],
  published: new Date(Date.now() - 60_000).toISOString(),
  ...changes,
});
const receive = async (type: string, object: Json) => {
  expect((await remote.send(remote.activity(type, bob, object))).status).toBe(202);
  await runFederationJobs();
};

test('a fork on another server arrives without a follow, is counted, and no longer when it is gone', async () => {
  const id = await publish(cast.ann, 'Famous');
  const { uri } = (await anyone.get(`/recipes/${id}`)).body;
  const unrelated = theirs({ id: remote.iri('/recipes/2') });
  await receive('Create', unrelated);
  await receive('Create', theirs({ 'potluck:forkedFrom': { id: uri } }));
  expect(await forksOf(id)).toEqual(['Their version']);
  expect(await countOf(id)).toBe(1);
  expect(await stored.items({ iri: unrelated.id })).toBe(0);

  const updated = (ms: number) => new Date(Date.now() + ms).toISOString();
  await receive('Update', theirs({ updated: updated(-1_000) }));
  expect(await countOf(id)).toBe(0);
  // A recipe that names itself as its original has none.
  const own = { 'potluck:forkedFrom': { id: remote.iri('/recipes/1') } };
  await receive('Update', theirs({ ...own, updated: updated(-500) }));
  expect((await storedItem(remote.iri('/recipes/1'))).forkedFromId).toBeNull();
  await receive('Update', theirs({ 'potluck:forkedFrom': { id: uri }, updated: updated(0) }));
  expect(await countOf(id)).toBe(1);
  await receive('Delete', { type: 'Tombstone', id: remote.iri('/recipes/1') });
  expect([await forksOf(id), await countOf(id)]).toEqual([[], 0]);
});

test('the author of the original on another server receives a fork that everybody may see', async () => {
  const known = await publish(cast.ann, 'Reference');
  const { uri } = (await anyone.get(`/recipes/${known}`)).body;
  await receive('Create', theirs({ 'potluck:forkedFrom': { id: uri } }));
  const [original] = (await anyone.get(`/recipes/${known}/forks`)).body;
  await drain();
  remote.inbox.length = 0;
  await publish(cast.bo, 'Private version', original.id, { visibility: 'private' });
  await publish(cast.bo, 'Open version', original.id);
  await drain();
  const received = remote.inbox.map(({ type, object }) => [
    type,
    (object as Json)['schema:name'] ?? (object as Json).name,
  ]);
  expect(received).toEqual([['Create', 'Open version']]);
});
