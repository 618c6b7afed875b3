/** A limited account: followers see and hear it as before, others only if they look for it. */
import { beforeAll, expect, test } from 'vitest';
import { getAccount } from '../../src/domain/accounts/account.ts';
import { decide, undoAll } from '../../src/domain/moderation/decisions.ts';
import { blockDomain, unblockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { anyone, as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { cast, useCast } from '../support/cast.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { useWebServer } from '../support/web-server.ts';

useCast();
useWebServer();
let recipe: number;
let reply: number;
let own: number;

beforeAll(async () => {
  const { ann, bo, cy } = cast;
  await as(bo).post(`/accounts/${ann.id}/follow`);
  own = (await as(cy).post('/statuses', { content: 'Who has leeks?' })).body.id;
  recipe = (await as(ann).post('/recipes', { name: 'Zucchini zoodles', tags: ['zoodles'] })).body.id;
  await as(cy).post(`/recipes/${recipe}/like`);
  reply = (await as(ann).post('/statuses', { content: 'Me', in_reply_to_id: own })).body.id;
  await drain();
  await refreshTrends();
});

/** Lists of the API in which accounts that do not follow find the items or the account. */
const lists = () => [
  '/timelines/public',
  '/timelines/public?local=true',
  '/timelines/tag/zoodles',
  '/recommendations/trending/recipe',
  '/recommendations/trending/account',
  '/explore/recipes?list=new',
  `/statuses/${own}/replies`,
  '/search/recipes?q=zucchini',
  '/search?q=zucchini',
  '/search?q=ann',
];
const pages = ['/', '/explore', '/explore/new', '/tags/zoodles', '/feed.atom'];

const mentions = (body: unknown) => /Zucchini zoodles|"username":"ann"/.test(JSON.stringify(body));
const shownTo = async (who: typeof anyone) => {
  const found = await Promise.all(
    lists().map(async (path) => {
      const { status, body } = await who.get(path);
      return status === 200 && mentions(body) ? path : null;
    }),
  );
  return found.filter((path) => path !== null);
};
const notified = async (who: keyof typeof cast, type: string) =>
  (await as(cast[who]).get('/notifications')).body.filter((each: { type: string }) => each.type === type).length;

test('strangers find it in no list, its followers in all, and a profile is behind a note', async () => {
  const { ann, bo, cy } = cast;
  expect(await shownTo(as(cy))).toEqual(lists());
  const visitor = openBrowser();
  for (const path of pages)
    expect([path, (await visitor.get(path)).html]).toEqual([path, expect.stringContaining('Zucchini')]);

  await decide(operator, { accountId: ann.id, action: 'limit', reason: 'Noise' });
  expect(await shownTo(as(cy))).toEqual([]);
  expect(await shownTo(anyone)).toEqual([]);
  expect(await shownTo(as(bo))).toEqual(lists());
  expect(await shownTo(as(ann))).toEqual(lists());
  for (const path of pages)
    expect([path, (await visitor.get(path)).html]).toEqual([path, expect.not.stringContaining('Zucchini')]);
  expect((await as(cy).get(`/recipes/${recipe}`)).status).toBe(200);
  expect((await as(bo).get('/timeline')).body.map((event: { object: { id: number } }) => event.object.id)).toContain(
    recipe,
  );
  const note = await visitor.get('/@ann');
  expect(note.html).toContain('limited this account');
  expect(note.html).not.toContain('Zucchini');
  expect((await visitor.get('/@ann?show=yes')).html).toContain('Zucchini');

  await refreshTrends();
  expect(await shownTo(as(bo))).toEqual(lists().filter((path) => !path.includes('trending')));
});

test('only followers are notified of what it does', async () => {
  const { ann, bo } = cast;
  const bos = (await as(bo).post('/statuses', { content: 'Soup' })).body.id;
  for (const id of [bos, own]) {
    await as(ann).post(`/statuses/${id}/like`);
    await as(ann).post('/statuses', { content: '@bo @cy tasty', in_reply_to_id: id });
  }
  expect([await notified('bo', 'like'), await notified('bo', 'reply'), await notified('bo', 'mention')]).toEqual([
    1, 1, 1,
  ]);
  // The reply of the beginning was not limited yet.
  expect([await notified('cy', 'like'), await notified('cy', 'reply'), await notified('cy', 'mention')]).toEqual([
    0, 1, 0,
  ]);
});

test('the end of the limit brings everything back, and the member reads both', async () => {
  const { ann, cy } = cast;
  await undoAll(operator, ann.id, 'limit');
  await refreshTrends();
  expect(await shownTo(as(cy))).toEqual(lists());
  expect(await notified('ann', 'moderation')).toBe(1);
  expect(reply).toBeGreaterThan(0);
});

const limitOf = async (id: number) => (await getAccount(id)).limitedAt !== null;

test('a limited domain limits known and new accounts of it and its subdomains, until it is lifted', async () => {
  const known = await upsertAccount('kim', 'noisy.example');
  const other = await upsertAccount('kit', 'quiet.example');
  await blockDomain('noisy.example', { severity: 'silence' });
  const fresh = await upsertAccount('kay', 'loud.noisy.example');
  expect([await limitOf(known.id), await limitOf(fresh.id), await limitOf(other.id)]).toEqual([true, true, false]);
  expect((await as(cast.cy).get(`/accounts/${known.id}`)).status).toBe(200);

  await decide(operator, { accountId: fresh.id, action: 'limit' });
  await unblockDomain('noisy.example');
  expect([await limitOf(known.id), await limitOf(fresh.id)]).toEqual([false, true]);
  await drain();
});
