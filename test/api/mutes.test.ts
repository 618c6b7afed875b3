/** Mutes over the API: they hide an account from one member, at once, and give everything back when they end. */
import { beforeEach, describe, expect, test } from 'vitest';
import { prune } from '../../src/domain/instance/upkeep.ts';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { age } from '../support/age.ts';
import { type ApiResponse, type anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { stored } from '../support/stored.ts';

useCast();
beforeEach(() => deleteAll('mutes', 'follows', 'follow requests', 'items', 'notifications'));

const follow = (one: keyof typeof cast, other: keyof typeof cast) =>
  as(cast[one]).post(`/accounts/${cast[other].id}/follow`);
const publish = async (who: keyof typeof cast, name = 'Bread', more: object = {}) =>
  (await as(cast[who]).post('/recipes', { name, ...more })).body.id as number;
const boost = async (who: keyof typeof cast, id: number) => {
  await as(cast[who]).post(`/recipes/${id}/boost`);
  await drain();
};
const mute = (body: object = {}) => as(cast.ann).post(`/accounts/${cast.bo.id}/mute`, body);
const unmute = () => as(cast.ann).delete(`/accounts/${cast.bo.id}/mute`);
const expire = () => age('mutes', '1 year');
const namesIn = ({ body }: ApiResponse): string[] =>
  body.map((event: { object: { name: string } }) => event.object.name);
const home = async (who: keyof typeof cast = 'ann') => namesIn(await as(cast[who]).get('/timeline'));
const relationship = async () => (await as(cast.ann).get(`/accounts/relationships?id=${cast.bo.id}`)).body[0];
const notified = async () => (await as(cast.ann).get('/notifications')).body.map(({ type }: { type: string }) => type);

test('a quote hides the quoted item from a member who mutes its author, and from nobody else', async () => {
  const quote_id = await publish('bo');
  const status = { content: 'Try this', quote_id };
  const { id } = (await as(cast.cy).post('/statuses', { status })).body;
  const quoted = async (who: keyof typeof cast) => (await as(cast[who]).get(`/statuses/${id}`)).body.quote;
  expect(await quoted('ann')).toMatchObject({ state: 'accepted', object: { id: quote_id } });
  await mute();
  expect(await quoted('ann')).toMatchObject({ object: null });
  expect(await quoted('cy')).toMatchObject({ state: 'accepted', object: { id: quote_id } });
  await unmute();
  expect(await quoted('ann')).toMatchObject({ object: { id: quote_id } });
});

describe('a mute', () => {
  test('is private, replaces an earlier one, keeps the follow, and ends', async () => {
    await follow('ann', 'bo');
    const { status, body } = await mute();
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ muting: true, muting_notifications: true, following: true }),
    ]);
    await mute({ notifications: false, duration: 3_600 });
    expect(await relationship()).toMatchObject({ muting: true, muting_notifications: false });
    const [listed, ...others] = (await as(cast.ann).get('/mutes')).body;
    expect([listed, others]).toEqual([expect.objectContaining({ id: cast.bo.id, muting_notifications: false }), []]);
    expect(Date.parse(listed.mute_expires_at) - Date.now()).toBeGreaterThan(3_500_000);
    const back = (await as(cast.bo).get(`/accounts/relationships?id=${cast.ann.id}`)).body[0];
    expect(back).toMatchObject({ muting: false, blocking: false, followed: true });

    for (const _ of [1, 2]) expect((await unmute()).status).toBe(204);
    expect(await relationship()).toMatchObject({ muting: false, following: true });
    expect((await as(cast.ann).get('/mutes')).body).toEqual([]);
  });

  test('of oneself, of a missing account or with a bad duration is refused', async () => {
    expect((await as(cast.ann).post(`/accounts/${cast.ann.id}/mute`)).status).toBe(422);
    for (const id of ['999999', 'x']) {
      expect((await as(cast.ann).post(`/accounts/${id}/mute`)).status).toBe(404);
      expect((await as(cast.ann).delete(`/accounts/${id}/mute`)).status).toBe(404);
    }
    for (const duration of [-1, 1.5, 'x', 1e12]) expect((await mute({ duration })).status).toBe(422);
    expect((await mute({ notifications: 'x' })).status).toBe(422);
    expect((await as(cast.ann).get('/mutes')).body).toEqual([]);
  });

  test('has no effect after its end, and its row is deleted later', async () => {
    await follow('ann', 'bo');
    await publish('bo');
    await drain();
    await mute({ duration: 60 });
    expect(await home()).toEqual([]);
    await expire();
    expect([await home(), (await relationship()).muting]).toEqual([['Bread'], false]);
    expect((await as(cast.ann).get('/mutes')).body).toEqual([]);
    await prune();
    expect(await stored.mutes()).toBe(0);
  });

  test('hides items of the account, its boosts and boosts of its items from home, for one member', async () => {
    for (const other of ['bo', 'cy'] as const) await follow('ann', other);
    await follow('cy', 'bo');
    const byBo = await publish('bo', 'Of Bo');
    await drain();
    await boost('cy', byBo);
    await boost('bo', await publish('cy', 'Of Cy, boosted by Bo'));
    await publish('cy', 'Of Cy');
    await drain();
    expect(await home()).toEqual(['Of Cy', 'Of Cy, boosted by Bo', 'Of Bo']);
    await mute();
    expect(await home()).toEqual(['Of Cy', 'Of Cy, boosted by Bo']);
    expect(await home('cy')).toContain('Of Bo');
    await unmute();
    expect(await home()).toEqual(['Of Cy', 'Of Cy, boosted by Bo', 'Of Bo']);
  });

  const lists = (post: number, recipe: number) => [
    '/timelines/public',
    '/timelines/public?local=true',
    '/timelines/tag/zoodles',
    '/recommendations/trending/recipe',
    '/recommendations/trending/account',
    '/explore/recipes?list=new',
    `/recipes/${recipe}/forks`,
    '/search/recipes?q=zucchini',
    '/search?q=zucchini',
    `/statuses/${post}/replies`,
  ];

  test('hides the account from lists of strangers, but not from threads, links and its profile', async () => {
    const post = (await as(cast.cy).post('/statuses', { content: 'Who has leeks?' })).body.id;
    const original = await publish('cy', 'Courgettes');
    const recipe = await publish('bo', 'Zucchini zoodles', { tags: ['zoodles'], forked_from_id: original });
    await as(cast.cy).post(`/recipes/${recipe}/like`);
    await as(cast.bo).post('/statuses', { content: 'Zucchini instead', in_reply_to_id: post });
    await drain();
    await refreshTrends();
    const shownTo = async (who: typeof anyone) => {
      const found = [];
      for (const path of lists(post, original)) {
        const { status, text } = await who.get(path);
        expect([path, status]).toEqual([path, 200]);
        if (/Zucchini|"username":"bo"/.test(text)) found.push(path);
      }
      return found;
    };
    expect(await shownTo(as(cast.ann))).toEqual(lists(post, original));
    await mute();
    expect(await shownTo(as(cast.ann))).toEqual([`/statuses/${post}/replies`]);
    expect(await shownTo(as(cast.cy))).toEqual(lists(post, original));
    expect((await as(cast.ann).get(`/recipes/${recipe}`)).status).toBe(200);
    expect(namesIn(await as(cast.ann).get(`/accounts/${cast.bo.id}/timeline`))).toContain('Zucchini zoodles');
    await unmute();
    expect(await shownTo(as(cast.ann))).toEqual(lists(post, original));
  });

  test('hides notifications only if that was asked for', async () => {
    const recipe = await publish('ann');
    await as(cast.bo).post(`/recipes/${recipe}/like`);
    await as(cast.cy).post(`/recipes/${recipe}/boost`);
    await mute({ notifications: false });
    expect(await notified()).toEqual(['boost', 'like']);
    await mute();
    await as(cast.bo).post('/statuses', {
      content: 'Yum',
      in_reply_to_id: recipe,
      in_reply_to_type: 'recipe',
    });
    expect(await notified()).toEqual(['boost']);
    await unmute();
    expect(await notified()).toEqual(['reply', 'boost', 'like']);
  });
});

describe('hidden boosts', () => {
  const hide = () => as(cast.ann).post(`/accounts/${cast.bo.id}/hidden_boosts`);
  const show = () => as(cast.ann).delete(`/accounts/${cast.bo.id}/hidden_boosts`);

  test('leave the home timeline and come back; what the account publishes stays', async () => {
    expect((await hide()).status).toBe(422);
    await follow('ann', 'bo');
    await publish('bo', 'Of Bo');
    await drain();
    await boost('bo', await publish('cy', 'Of Cy'));
    expect(await home()).toEqual(['Of Cy', 'Of Bo']);
    expect([(await hide()).status, (await relationship()).hiding_boosts]).toEqual([201, true]);
    expect(await home()).toEqual(['Of Bo']);
    expect(namesIn(await as(cast.ann).get(`/accounts/${cast.bo.id}/timeline`))).toContain('Of Cy');
    expect((await show()).status).toBe(204);
    expect([await home(), (await relationship()).hiding_boosts]).toEqual([['Of Cy', 'Of Bo'], false]);
  });

  test('do not keep out the same item from somebody else, before or after', async () => {
    await follow('ann', 'bo');
    await follow('ann', 'cy');
    // The back-fills of the follows must not see the boosts.
    await drain();
    const [first, second] = [await publish('ann', 'First'), await publish('ann', 'Second')];
    await boost('bo', first);
    await boost('cy', first);
    await boost('bo', second);
    const boosters = async () =>
      (await as(cast.ann).get('/timeline')).body.map(
        (event: { account: { username: string }; object: { name: string } }) =>
          `${event.object.name} by ${event.account.username}`,
      );
    expect(await boosters()).toEqual(['Second by bo', 'First by bo']);
    await hide();
    expect(await boosters()).toEqual(['First by cy']);
    await boost('cy', second);
    expect(await boosters()).toEqual(['Second by cy', 'First by cy']);
    await show();
    expect(await boosters()).toEqual(['Second by cy', 'First by cy']);
  });

  test('stay hidden when a locked account accepts, and end with the follow', async () => {
    await as(cast.bo).patch('/accounts/me', { locked: true });
    await follow('ann', 'bo');
    expect((await hide()).body).toMatchObject({ following_requested: true, hiding_boosts: true });
    await as(cast.bo).post(`/follow_requests/${cast.ann.id}/authorize`);
    expect(await relationship()).toMatchObject({ following: true, hiding_boosts: true });
    await as(cast.bo).patch('/accounts/me', { locked: false });
    await as(cast.ann).delete(`/accounts/${cast.bo.id}/follow`);
    await follow('ann', 'bo');
    expect(await relationship()).toMatchObject({ following: true, hiding_boosts: false });
  });
});

describe('a muted thread', () => {
  const reply = async (who: keyof typeof cast, to: number) =>
    (await as(cast[who]).post('/statuses', { content: 'Yes', in_reply_to_id: to })).body.id as number;
  const post = async (who: keyof typeof cast, content: string) =>
    (await as(cast[who]).post('/statuses', { content })).body.id as number;

  test('sends no notifications from anywhere in it, until it is unmuted', async () => {
    const top = await post('bo', 'Leeks?');
    const mine = await reply('ann', top);
    const below = await reply('cy', mine);
    const other = await post('ann', 'Soup');
    expect(await notified()).toEqual(['reply']);
    expect((await as(cast.ann).post(`/statuses/${below}/mute`)).status).toBe(204);
    for (const id of [top, mine, below])
      expect((await as(cast.ann).get(`/statuses/${id}/mute`)).body).toEqual({ muted: true });
    expect((await as(cast.ann).get(`/statuses/${other}/mute`)).body).toEqual({ muted: false });
    expect((await as(cast.bo).get(`/statuses/${top}/mute`)).body).toEqual({ muted: false });
    await as(cast.bo).post(`/statuses/${mine}/like`);
    await post('cy', '@ann hello');
    await as(cast.cy).post('/statuses', { content: 'Hey @ann', in_reply_to_id: below });
    await as(cast.bo).post(`/statuses/${other}/like`);
    expect(await notified()).toEqual(['like', 'mention']);
    expect((await as(cast.ann).delete(`/statuses/${mine}/mute`)).status).toBe(204);
    expect((await notified()).length).toBe(5);
  });

  test('must be visible', async () => {
    const secret = (await as(cast.bo).post('/statuses', { content: 'Psst', visibility: 'private' })).body.id;
    for (const method of ['get', 'post', 'delete'] as const)
      expect((await as(cast.ann)[method](`/statuses/${secret}/mute`)).status).toBe(404);
    expect((await as(cast.bo).post(`/statuses/${secret}/mute`)).status).toBe(204);
    expect((await as(cast.bo).post(`/recipes/${secret}/mute`)).status).toBe(404);
  });
});
