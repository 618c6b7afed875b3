/** Hashtags over the API: their timelines, and home timelines of accounts that follow them. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { ingestRemoteItem, type RemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { fanOut } from '../../src/domain/timelines/timelines.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { insertAccounts } from '../support/many-items.ts';
import { insertBlock, reverseBlocks } from '../support/relations.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { stored } from '../support/stored.ts';

useCast();
beforeEach(() => deleteAll('items', 'blocks', 'tag follows', 'follows'));

type Event = { object: { id: number } };
const idsOf = (events: Event[]) => events.map(({ object }) => object.id);
const tagged = async (tag: string, speaker = anyone, query = ''): Promise<number[]> =>
  idsOf((await speaker.get(`/timelines/tag/${encodeURIComponent(tag)}${query}`)).body);
const homeOf = async (who: typeof cast.ann, query = ''): Promise<number[]> => {
  await drain();
  return idsOf((await as(who).get(`/timeline${query}`)).body);
};
const post = async (content: string, who = cast.ann, more: object = {}): Promise<number> =>
  (await as(who).post('/statuses', { content, ...more })).body.id;
const write = async (noun: string, body: object): Promise<number> =>
  (await as(cast.ann).post(`/${noun}`, { name: 'Pizza', ...body })).body.id;
const dish = { serving: 2, prepared_at: '2026-07-01T12:00:00Z' };
const follow = async (tag: string, who = cast.cy) => as(who).post(`/tags/${encodeURIComponent(tag)}/follow`);

let eve: Promise<number> | undefined;
let serial = 0;
/** Ingests a status by Eve on another server. */
async function fromEve(changes: Partial<RemoteItem> = {}, backfilled = false): Promise<number> {
  eve ??= upsertAccount('eve', 'elsewhere.example').then(({ id }) => id);
  const iri = `https://elsewhere.example/notes/${++serial}`;
  return (await ingestRemoteItem(remoteStatus(iri, await eve, changes), { backfilled }))!;
}

test('a hashtag lists public items of every type, local and remote, tagged or with the hashtag in their text', async () => {
  const status = await post('The best #Pizza');
  const recipe = await write('recipes', { tags: ['Pizza'] });
  const described = await write('recipes', { description: 'A ＃not and a real #PIZZA', tags: ['dough'] });
  const preparation = await write('preparations', { ...dish, tags: ['pizza'] });
  await as(cast.ann).post(`/preparations/${preparation}/publish`);
  const baking = await write('bakings', { ...dish, description: '#pizza', recipe_id: recipe });
  await as(cast.ann).post(`/bakings/${baking}/publish`);
  const reply = await post('More #pizza', cast.bo, { in_reply_to_id: status });
  const remote = await fromEve({ tags: ['pizza'] });
  // NFKC: full-width letters.
  const wide = await fromEve({ type: 'status', tags: ['dinner'], hashtags: ['ｐｉｚｚａ'] });
  const old = await fromEve({ tags: ['pizza'], publishedAt: new Date('2024-05-01') }, true);

  const all = [wide, remote, reply, baking, preparation, described, recipe, status, old];
  for (const spelling of ['pizza', '#Pizza', 'PIZZA', 'ｐｉｚｚａ']) expect(await tagged(spelling)).toEqual(all);
  expect(await tagged('not')).toEqual([]);
  expect((await anyone.get('/tags/PIZZA')).body).toEqual({
    name: 'pizza',
    url: 'https://cook.example/tags/pizza',
    uses: 8,
    following: false,
  });
  expect((await anyone.get('/tags/%23')).status).toBe(404);

  // Tags of several words are one word as a hashtag.
  const slow = await write('recipes', { tags: ['No knead'] });
  expect(await tagged('noknead')).toEqual([slow]);
  expect(await tagged('no knead')).toEqual([slow]);
});

test('its pages are contiguous in both directions', async () => {
  const posted = [];
  for (let count = 0; count < 5; count += 1) posted.push(await post(`#soup ${count}`));
  for (const [start, expected] of [
    ['?limit=2', posted.toReversed()],
    ['?limit=2&order=asc', posted],
  ] as const) {
    const seen: number[] = [];
    for (let path: string | undefined = `/timelines/tag/soup${start}`; path; ) {
      const response = await anyone.get(path);
      seen.push(...idsOf(response.body));
      const link = response.headers.get('link') ?? '';
      path = /<https:\/\/cook\.example\/api\/v1([^>]+)>; rel="next"/.exec(link)?.[1];
    }
    expect(seen).toEqual(expected);
  }
});

test('a hashtag follows edits, visibility and publication', async () => {
  const status = await post('#bread');
  await as(cast.ann).patch(`/statuses/${status}`, { content: '#rolls' });
  expect([await tagged('bread'), await tagged('rolls')]).toEqual([[], [status]]);
  for (const visibility of ['unlisted', 'private', 'direct']) {
    await as(cast.ann).patch(`/statuses/${status}`, { visibility });
    expect(await tagged('rolls', as(cast.ann))).toEqual([]);
  }
  await as(cast.ann).patch(`/statuses/${status}`, { visibility: 'public' });
  expect(await tagged('rolls')).toEqual([status]);
  await as(cast.ann).delete(`/statuses/${status}`);
  expect(await tagged('rolls')).toEqual([]);

  // Tags and text change apart from each other.
  const recipe = await write('recipes', { tags: ['rye'], description: 'A #loaf' });
  await as(cast.ann).patch(`/recipes/${recipe}`, { description: 'A #bun' });
  expect([await tagged('rye'), await tagged('loaf'), await tagged('bun')]).toEqual([[recipe], [], [recipe]]);
  await as(cast.ann).patch(`/recipes/${recipe}`, { tags: ['wheat'] });
  expect([await tagged('rye'), await tagged('wheat'), await tagged('bun')]).toEqual([[], [recipe], [recipe]]);
  await as(cast.ann).patch(`/recipes/${recipe}`, { name: 'Buns' });
  expect(await tagged('bun')).toEqual([recipe]);
  await as(cast.ann).delete(`/recipes/${recipe}/publish`);
  expect(await tagged('bun')).toEqual([]);
  await as(cast.ann).post(`/recipes/${recipe}/publish`);
  expect(await tagged('bun')).toEqual([recipe]);

  const note = await fromEve({ tags: ['toast'] });
  const later = { iri: `https://elsewhere.example/notes/${serial}`, authorId: await eve! };
  const edit = remoteStatus(later.iri, later.authorId, {
    tags: ['jam'],
    updatedAt: new Date(Date.now() + 500),
  });
  await ingestRemoteItem({ ...edit, publishedAt: new Date(Date.now() - 1_000) }, { backfilled: false });
  expect([await tagged('toast'), await tagged('jam')]).toEqual([[], [note]]);
});

test('drafts, followers-only items, suspended authors and blocks in both directions are left out', async () => {
  await as(cast.cy).post(`/accounts/${cast.ann.id}/follow`);
  const shown = await post('#cake');
  await post('#cake', cast.ann, { visibility: 'private' });
  await write('recipes', { tags: ['cake'], draft: true });
  await write('preparations', { ...dish, tags: ['cake'] });
  const bos = await post('#cake', cast.bo);
  expect(await tagged('cake', as(cast.cy))).toEqual([bos, shown]);
  expect(await tagged('cake', as(cast.ann))).toEqual([bos, shown]);

  await insertBlock(cast.cy.id, cast.bo.id);
  expect(await tagged('cake', as(cast.cy))).toEqual([shown]);
  expect(await tagged('cake', as(cast.bo))).toEqual([bos, shown]);
  await reverseBlocks();
  expect(await tagged('cake', as(cast.cy))).toEqual([shown]);

  expect((await anyone.get('/tags/cake')).body.uses).toBe(2);
  await suspend(cast.bo.id);
  expect(await tagged('cake')).toEqual([shown]);
  expect((await anyone.get('/tags/cake')).body.uses).toBe(1);
  await unsuspend(cast.bo.id);
});

test('public items with a followed hashtag enter the home timeline from then on, once', async () => {
  await post('Before #pasta');
  expect((await follow('Pasta')).body).toMatchObject({ name: 'pasta', following: true });
  expect((await follow('#pasta')).status).toBe(201);
  await follow('noodles');
  expect((await as(cast.cy).get('/followed_tags')).body.map(({ name }: { name: string }) => name)).toEqual([
    'noodles',
    'pasta',
  ]);
  expect((await as(cast.cy).get('/tags/pasta')).body.following).toBe(true);
  expect((await as(cast.ann).get('/tags/pasta')).body.following).toBe(false);

  const both = await post('#pasta and #noodles');
  const recipe = await write('recipes', { tags: ['pasta'] });
  const remote = await fromEve({ tags: ['pasta'] });
  const mentioning = await fromEve({ tags: ['pasta'], mentionedIris: [cast.ann.iri!] });
  const ignored = [
    await post('#pasta', cast.ann, { visibility: 'unlisted' }),
    await post('#pasta', cast.ann, { visibility: 'private' }),
    await post('#pasta', cast.cy),
    await post('#pasta', cast.ann, { in_reply_to_id: both }),
    await post('#rice'),
    await fromEve({ tags: ['pasta'], publishedAt: new Date('2024-05-01') }, true),
  ];
  const shown = [mentioning, remote, recipe, both];
  expect(await homeOf(cast.cy)).toEqual(shown);
  expect(await homeOf(cast.cy, '?with_replies=true')).toEqual(shown);
  expect(await homeOf(cast.bo)).toEqual([]);
  expect(ignored.every((id) => id > 0)).toBe(true);

  // A boost by a followed account shows nothing twice.
  await as(cast.cy).post(`/accounts/${cast.bo.id}/follow`);
  await as(cast.bo).post(`/statuses/${both}/boost`);
  expect(await homeOf(cast.cy)).toEqual(shown);
  // Replies stay out, also those to a followed account.
  const bos = await post('Hungry?', cast.bo);
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  await post('#pasta', cast.ann, { in_reply_to_id: bos });
  expect(await homeOf(cast.cy, '?with_replies=true')).toEqual([bos, ...shown]);
  // A follower of the author who also follows the hashtag sees an item once.
  await as(cast.cy).post(`/accounts/${cast.ann.id}/follow`);
  const again = await post('#pasta #noodles');
  const home = await homeOf(cast.cy);
  expect(home).toEqual(expect.arrayContaining([again, bos, ...shown]));
  expect(new Set(home).size).toBe(home.length);
});

test('after unfollowing, new items stay out, and items of no other followed account or hashtag leave', async () => {
  await follow('stew');
  await follow('beef');
  await as(cast.cy).post(`/accounts/${cast.bo.id}/follow`);
  const gone = await post('#stew');
  const twice = await post('#stew #beef');
  const bos = await post('#stew', cast.bo);
  expect(await homeOf(cast.cy)).toEqual([bos, twice, gone]);
  expect((await as(cast.cy).delete('/tags/Stew/follow')).status).toBe(204);
  expect((await as(cast.cy).delete('/tags/stew/follow')).status).toBe(204);
  expect(await homeOf(cast.cy)).toEqual([bos, twice]);
  await post('#stew');
  const beef = await post('#beef');
  expect(await homeOf(cast.cy)).toEqual([beef, bos, twice]);
});

test('a block hides items of a followed hashtag, in both directions', async () => {
  await follow('curry');
  await follow('curry', cast.bo);
  await as(cast.cy).post(`/accounts/${cast.ann.id}/block`);
  const anns = await post('#curry');
  const bos = await post('#curry', cast.bo);
  const cys = await post('#curry', cast.cy);
  expect(await homeOf(cast.cy)).toEqual([bos]);
  expect(await homeOf(cast.bo)).toEqual([cys, anns]);
  await as(cast.ann).post(`/accounts/${cast.bo.id}/block`);
  expect(await homeOf(cast.bo)).toEqual([cys]);
  await post('#curry');
  expect(await homeOf(cast.bo)).toEqual([cys]);
  expect(await stored.homeEntries({ accountId: cast.cy.id })).toBe(1);
});

test('an item that is made private before its fan-out reaches no follower of its hashtag', async () => {
  await follow('secret');
  const hidden = await post('#secret');
  await as(cast.ann).patch(`/statuses/${hidden}`, { visibility: 'private' });
  const open = await post('#secret');
  expect(await homeOf(cast.cy)).toEqual([open]);
  expect(await stored.homeEntries({ accountId: cast.cy.id, eventableId: open })).toBe(1);
  expect(await stored.homeEntries({ accountId: cast.cy.id })).toBe(1);
});

test('hashtags with many followers are fanned out in batches', async () => {
  const fans = await insertAccounts('fan', 600);
  await prisma().tagFollow.createMany({ data: fans.map((accountId) => ({ accountId, tag: 'crowd' })) });
  await follow('crowd', cast.bo);
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  const id = await post('#crowd');
  expect(await homeOf(cast.bo)).toEqual([id]);
  const count = () => stored.homeEntries({ eventableId: id });
  expect(await count()).toBe(601);
  // Only a fan-out in batches stores the event's first id.
  const isBatched = async (eventableId: number) =>
    (await stored.events({ eventableId, originalId: { not: null } })) === 1;
  await follow('small');
  const small = await post('#small');
  await drain();
  expect([await isBatched(id), await isBatched(small)]).toEqual([true, false]);
  // A crash after some batches: the job starts again and writes only what is missing.
  await prisma().homeEntry.deleteMany({ where: { accountId: { in: fans.slice(0, 300) } } });
  const [event] = await prisma().event.updateManyAndReturn({ where: { eventableId: id }, data: { fannedOutAt: null } });
  await fanOut(Number(event!.id));
  expect(await count()).toBe(601);
  await prisma().account.deleteMany({ where: { id: { in: fans } } });
});

test('an account follows at most 100 hashtags', async () => {
  const tags = Array.from({ length: 99 }, (_, n) => ({ accountId: cast.cy.id, tag: `tag${n}` }));
  await prisma().tagFollow.createMany({ data: tags });
  expect((await follow('last')).status).toBe(201);
  const refused = await follow('another');
  expect([refused.status, refused.body.errors]).toEqual([422, { base: ['at most 100 hashtags can be followed'] }]);
  expect((await follow('last')).status).toBe(201);
});
