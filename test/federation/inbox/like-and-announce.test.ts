/** A like and a boost count once for each who sent them, until they are undone. */
import { describe, expect, test } from 'vitest';
import { anotherRemoteServer, remote } from '../../support/bob.ts';
import { stored } from '../../support/stored.ts';
import { openTransaction, untilLocked } from '../../support/transactions.ts';
import { ann, blockBob, buildActivity, deliver, find, followBob, statusOfAnn, useInbox } from './fixture.ts';

useInbox();

describe('Announce', () => {
  test('a boost of a local item counts once, until it is undone', async () => {
    const { iri } = await statusOfAnn();
    const announce = buildActivity('Announce', iri);
    await deliver(announce);
    const again = buildActivity('Announce', iri);
    await deliver(again);
    expect(await find(iri)).toMatchObject({ boostsCount: 1 });
    for (const said of [again, announce]) await deliver(buildActivity('Undo', said));
    expect(await find(iri)).toMatchObject({ boostsCount: 0 });
  });

  test('a boost that arrives after its Undo has no effect', async () => {
    const { iri } = await statusOfAnn();
    const announce = buildActivity('Announce', iri);
    await deliver(buildActivity('Follow', ann.iri));
    await deliver(buildActivity('Undo', announce.id));
    await deliver(announce);
    expect(await find(iri)).toMatchObject({ boostsCount: 0 });
  });

  test('an Undo of the boost of another account has no effect', async () => {
    const { iri } = await statusOfAnn();
    const announce = buildActivity('Announce', iri);
    await deliver(announce);
    await deliver(buildActivity('Undo', announce.id, {}, remote.actor('carol')));
    expect(await find(iri)).toMatchObject({ boostsCount: 1 });
  });

  test('an item that a followed account boosts is fetched from its own server, not read from the Announce', async () => {
    await followBob();
    const third = anotherRemoteServer();
    const note = third.note(third.actor('dora'));
    const announce = buildActivity('Announce', { ...note, content: '<p>forged</p>' });
    expect(await deliver(announce)).toBe('done');
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>', boostsCount: 1 });
  });

  test('a group that announces what its members do boosts their posts, and has their replies and edits fetched', async () => {
    await followBob();
    const third = anotherRemoteServer();
    const dora = third.actor('dora');
    const post = third.note(dora, { type: 'Page', name: 'Soup' });
    const announce = (type: string, object: unknown) =>
      buildActivity('Announce', third.activity(type, dora, object, { object, content: 'forged' }));
    expect(await deliver(announce('Create', { ...post, content: 'forged' }))).toBe('done');
    expect(await find(post.id)).toMatchObject({
      boostsCount: 1,
      contentHtml: expect.stringContaining('Soup is ready'),
    });
    await deliver(buildActivity('Announce', post.id));
    expect(await find(post.id)).toMatchObject({ boostsCount: 1 });

    const reply = third.note(dora, { inReplyTo: post.id });
    expect(await deliver(announce('Create', reply))).toBe('fetching');
    expect(await find(reply.id)).toMatchObject({ inReplyToIri: post.id, boostsCount: 0 });
    const elsewhere = third.note(dora, { inReplyTo: third.iri('/unknown') });
    expect(await deliver(announce('Create', elsewhere))).toBe('irrelevant');

    third.object({ ...reply, content: '<p>Edited</p>', updated: new Date(Date.now() + 2_000).toISOString() });
    expect(await deliver(announce('Update', reply))).toBe('fetching');
    expect(await find(reply.id)).toMatchObject({ contentHtml: '<p>Edited</p>' });
    third.fail(reply.id, 410);
    expect(await deliver(announce('Delete', reply.id))).toBe('fetching');
    expect(await find(reply.id)).toBeNull();
    expect(await deliver(announce('Delete', post.id))).toBe('fetching');
    expect(await find(post.id)).not.toBeNull();
    expect(await deliver(announce('Like', post.id))).toBe('ignored');
    expect(await find(post.id)).toMatchObject({ likesCount: 0 });
  });

  test.each<[form: string, object: (iri: string) => unknown]>([
    ['a list', (iri) => [iri]],
    ['an object', (iri) => ({ id: iri, type: 'Note', content: 'x' })],
    ['a slash at its end', (iri) => `${iri}/`],
    ['a fragment', (iri) => `${iri}#x`],
  ])('a boost and a like that name an item by %s, and their Undo without an id', async (_, object) => {
    const { iri } = await statusOfAnn();
    const said = ['Announce', 'Like', 'EmojiReact'].map((type) => buildActivity(type, object(iri)));
    for (const activity of said) expect(await deliver(activity)).toBe('done');
    expect(await find(iri)).toMatchObject({ boostsCount: 1, likesCount: 1 });
    for (const activity of said) expect(await deliver(buildActivity('Undo', { ...activity, id: null }))).toBe('done');
    expect(await find(iri)).toMatchObject({ boostsCount: 0, likesCount: 0 });
  });

  test('an item that is boosted by an account nobody follows is not fetched', async () => {
    await deliver(buildActivity('Follow', ann.iri));
    const third = anotherRemoteServer();
    expect(await deliver(buildActivity('Announce', third.note(third.actor('dora')).id))).toBe('irrelevant');
    expect(third.requestedUrls).toEqual([]);
  });

  test('others cannot boost a private item', async () => {
    const { id, iri } = await statusOfAnn('private');
    await deliver(buildActivity('Follow', ann.iri));
    expect(await deliver(buildActivity('Announce', iri))).toBe('refused');
    expect(await stored.boosts({ eventableId: id })).toBe(0);
  });

  test('a boosted item that cannot be fetched now is tried again', async () => {
    await followBob();
    const third = anotherRemoteServer();
    const note = third.note(third.actor('dora'));
    third.fail(note.id, 503);
    expect(await deliver(buildActivity('Announce', note.id))).toBeNull();
  });
});

describe('Like', () => {
  test.each(['Like', 'EmojiReact'])('a %s of a local item counts once, until it is undone', async (type) => {
    const { iri } = await statusOfAnn();
    const like = buildActivity(type, iri, { content: '🍞' });
    expect(await deliver(like)).toBe('done');
    const again = buildActivity(type, iri);
    await deliver(again);
    expect(await find(iri)).toMatchObject({ likesCount: 1 });
    for (const said of [again, like]) await deliver(buildActivity('Undo', said));
    expect(await find(iri)).toMatchObject({ likesCount: 0 });
  });

  test('an Undo finds a like with another id by its object, and one named alone by its id', async () => {
    const { iri } = await statusOfAnn();
    await deliver(buildActivity('Like', iri));
    await deliver(buildActivity('Undo', buildActivity('Like', iri)));
    expect(await find(iri)).toMatchObject({ likesCount: 0 });

    const again = buildActivity('Like', iri);
    await deliver(again);
    expect(await deliver(buildActivity('Undo', again.id))).toBe('done');
    expect(await find(iri)).toMatchObject({ likesCount: 0 });
  });

  test.each([
    ['Like', 'EmojiReact'],
    ['EmojiReact', 'Like'],
  ])('an account that sends a %s and then an %s likes the item until both are undone', async (first, second) => {
    for (const firstUndone of [true, false]) {
      const { iri } = await statusOfAnn();
      const said = [buildActivity(first, iri), buildActivity(second, iri)];
      for (const activity of said) await deliver(activity);
      expect(await find(iri)).toMatchObject({ likesCount: 1 });

      const [one, other] = firstUndone ? said : said.toReversed();
      await deliver(buildActivity('Undo', one));
      expect(await find(iri)).toMatchObject({ likesCount: 1 });
      await deliver(buildActivity('Undo', other!.id));
      expect(await find(iri)).toMatchObject({ likesCount: 0 });
    }
  });

  test('a like that arrives after its Undo has no effect', async () => {
    const { iri } = await statusOfAnn();
    const like = buildActivity('Like', iri);
    await deliver(buildActivity('Follow', ann.iri));
    await deliver(buildActivity('Undo', like.id));
    await deliver(like);
    expect(await find(iri)).toMatchObject({ likesCount: 0 });
  });

  test('an Undo of the like of another account has no effect', async () => {
    const { iri } = await statusOfAnn();
    const like = buildActivity('Like', iri);
    await deliver(like);
    const carol = remote.actor('carol');
    await deliver(buildActivity('Undo', like.id, {}, carol));
    await deliver(buildActivity('Undo', { ...like, actor: carol.iri }, {}, carol));
    expect(await find(iri)).toMatchObject({ likesCount: 1 });
  });

  test('a like of an item that its sender may not see has no effect, and an unknown item is not fetched', async () => {
    const hidden = await statusOfAnn('private');
    await deliver(buildActivity('Follow', ann.iri));
    const carol = remote.actor('carol');
    expect(await deliver(buildActivity('Like', hidden.iri, {}, carol))).toBe('refused');
    expect(await deliver(buildActivity('Like', hidden.iri))).toBe('done');
    const third = anotherRemoteServer();
    expect(await deliver(buildActivity('Like', third.note(third.actor('dora')).id))).toBe('irrelevant');
    expect(third.requestedUrls).toEqual([]);
  });

  test('a like of an item that is deleted while the like is handled is dropped', async () => {
    const { id, iri } = await statusOfAnn();
    const like = buildActivity('Like', iri);
    const author = await openTransaction();
    await author.tx.eventable.delete({ where: { id } });
    const outcome = deliver(like);
    await untilLocked();
    await author.commit();
    expect(await outcome).toBe('irrelevant');
  });

  test('a like by a blocked account has no effect', async () => {
    const { iri } = await statusOfAnn();
    await deliver(buildActivity('Follow', ann.iri));
    await blockBob();
    expect(await deliver(buildActivity('Like', iri))).toBe('refused');
    expect(await find(iri)).toMatchObject({ likesCount: 0 });
  });
});
