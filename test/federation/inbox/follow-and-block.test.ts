/** Follows are requested, accepted, rejected and undone by the right account; a block ends them. */
import { describe, expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { config } from '../../../src/lib/config.ts';
import { bob, remote } from '../../support/bob.ts';
import { runFederationJobs } from '../../support/federation-jobs.ts';
import { outcomeOf, storedAccount } from '../../support/receiver.ts';
import type { Json } from '../../support/remote-server.ts';
import { stored } from '../../support/stored.ts';
import { ann, blockBob, buildActivity, deliver, followBob, relation, requestToFollowBob, useInbox } from './fixture.ts';

useInbox();

/** The job that accepts a Follow. */
async function acceptOf({ id }: Json) {
  const source = await prisma().sourceActivity.findFirstOrThrow({ where: { iri: id as string } });
  const payload = expect.objectContaining({ fact: 'follow.accepted', sourceId: Number(source.id) });
  return { job: 'send-activity', payload };
}

describe('Follow', () => {
  test('a Follow of an unlocked member is stored and accepted', async () => {
    const activity = buildActivity('Follow', ann.iri);
    await remote.send(activity);
    const enqueued = await runFederationJobs();

    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: true });
    expect(enqueued).toContainEqual(await acceptOf(activity));
  });

  test('a Follow that is repeated under another id is accepted again', async () => {
    await deliver(buildActivity('Follow', ann.iri));
    const again = buildActivity('Follow', ann.iri);
    await remote.send(again);
    expect(await runFederationJobs()).toContainEqual(await acceptOf(again));
  });

  test('a Follow of a member who blocked the follower has no effect and gets no answer', async () => {
    await deliver(buildActivity('Follow', ann.iri));
    const bobHere = await storedAccount(bob);
    await prisma().follow.deleteMany({ where: { followerId: bobHere.id } });
    await blockBob();

    const again = buildActivity('Follow', ann.iri);
    await remote.send(again);
    expect(await runFederationJobs()).toEqual([]);
    expect(await outcomeOf(again)).toBe('refused');
  });

  test('a Follow of an unknown account is refused', async () => {
    expect(await deliver(buildActivity('Follow', `${config.baseUrl}/users/99999`))).toBe('refused');
    expect(await deliver(buildActivity('Follow', bob.iri))).toBe('refused');
  });

  test('an Undo ends a follow', async () => {
    const activity = buildActivity('Follow', ann.iri);
    await deliver(activity);
    expect(await deliver(buildActivity('Undo', activity))).toBe('done');
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: false });
  });

  test('a Follow that arrives after its Undo has no effect', async () => {
    const activity = buildActivity('Follow', ann.iri);
    await deliver(buildActivity('Undo', activity));
    await deliver(activity);
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: false });
  });

  const page = () => `${config.baseUrl}/@${ann.username}`;

  test.each<[form: string, object: () => unknown]>([
    ['its page', page],
    ['its page with a slash', () => `${page()}/`],
    ['its page, encoded', () => page().replace('@', '%40')],
    ['its id with a slash', () => `${ann.iri}/`],
    ['its id with a fragment', () => `${ann.iri}#main`],
    ['its id with an upper-case host', () => ann.iri!.replace('cook.example', 'COOK.example')],
    ['its id with http', () => ann.iri!.replace('https:', 'http:')],
    ['a list', () => [null, ann.iri]],
    ['an object', () => ({ type: 'Person', id: page(), inbox: ann.inbox })],
    ['a link', () => ({ type: 'Link', href: ann.iri })],
  ])('a Follow that names its object by %s, and its Undo', async (_, object) => {
    const activity = buildActivity('Follow', object());
    expect(await deliver(activity)).toBe('done');
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: true });
    expect(await deliver(buildActivity('Undo', { ...activity, id: undefined }))).toBe('done');
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: false });
  });

  test.each<[form: string, undone: (follow: Json) => unknown]>([
    ['a list', (follow) => [follow]],
    ['an object with an id alone', ({ id }) => ({ id })],
    ['an empty id', (follow) => ({ ...follow, id: '' })],
    ['an id that is a tag', (follow) => ({ ...follow, id: 'tag:peer.example,2020:follow' })],
    ['an id of another server', (follow) => ({ ...follow, id: 'https://other.example/follows/1' })],
    ['another id', (follow) => ({ ...follow, id: `${bob.iri}#follows/other` })],
    ['an empty actor', (follow) => ({ ...follow, id: undefined, actor: '' })],
    ['an embedded actor', (follow) => ({ ...follow, id: undefined, actor: { id: bob.iri, type: 'Person' } })],
    ['several types', (follow) => ({ ...follow, id: undefined, type: ['Follow', 'https://x.example/F'] })],
  ])('an Undo whose object is %s ends a follow', async (_, undone) => {
    const activity = buildActivity('Follow', ann.iri);
    await deliver(activity);
    expect(await deliver(buildActivity('Undo', undone(activity)))).toBe('done');
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: false });
  });

  test.each(['urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66', 'tag:peer.example,2020:follow'])(
    'a Follow with the id %s is undone by it',
    async (id) => {
      const activity = buildActivity('Follow', ann.iri, { id });
      expect((await remote.send(activity)).status).toBe(202);
      await runFederationJobs();
      expect(await relation(await storedAccount(bob))).toMatchObject({ followed: true });
      await deliver(buildActivity('Undo', id));
      expect(await relation(await storedAccount(bob))).toMatchObject({ followed: false });
    },
  );

  test('an Undo of an Undo changes nothing', async () => {
    const activity = buildActivity('Follow', ann.iri);
    await deliver(activity);
    const undo = buildActivity('Undo', activity);
    await deliver(undo);
    expect(await deliver(buildActivity('Undo', undo))).toBe('ignored');
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: false });
  });

  test('an Undo of the Follow of another account has no effect', async () => {
    const activity = buildActivity('Follow', ann.iri);
    await deliver(activity);
    const carol = remote.actor('carol');
    expect(await deliver(buildActivity('Undo', activity, {}, carol))).toBe('refused');
    await deliver(buildActivity('Undo', { ...activity, actor: carol.iri }, {}, carol));
    await deliver(buildActivity('Undo', activity.id, {}, carol));
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: true });
  });

  test('an Undo that names a Follow by its id alone ends it', async () => {
    const activity = buildActivity('Follow', ann.iri);
    await deliver(activity);
    expect(await deliver(buildActivity('Undo', activity.id))).toBe('done');
    expect(await relation(await storedAccount(bob))).toMatchObject({ followed: false });
  });
});

describe('Accept and Reject', () => {
  test.each<[string, (followIri: string) => unknown]>([
    ['its id', (iri) => iri],
    ['what is embedded', (iri) => ({ id: iri, type: 'Follow', actor: ann.iri, object: bob.iri })],
    ['the pair', () => ({ id: `${bob.iri}#x`, type: 'Follow', actor: ann.iri, object: bob.iri })],
    ['the pair without an id', () => ({ type: 'Follow', actor: ann.iri, object: bob.iri })],
    ['the pair with an empty id', () => ({ id: '', type: 'Follow', actor: ann.iri, object: bob.iri })],
    ['the pair of objects', () => ({ type: 'Follow', actor: { id: ann.iri }, object: { id: bob.iri } })],
    [
      'the page of the follower',
      () => ({ type: 'Follow', actor: `${config.baseUrl}/@${ann.username}`, object: bob.iri }),
    ],
    ['the follower alone', () => ann.iri],
    ['the page of the follower alone', () => `${config.baseUrl}/@${ann.username}/`],
    ['its id in a list', (iri) => [iri]],
    [
      'its id, while the followee names its page',
      (iri) => ({ id: iri, type: 'Follow', actor: ann.iri, object: remote.iri('/@bob') }),
    ],
  ])('a requested follow is accepted, found by %s', async (_, object) => {
    const { account, followIri } = await requestToFollowBob();
    await deliver(buildActivity('Accept', object(followIri)));
    expect(await relation(account)).toMatchObject({ following: true, followingRequested: false });
  });

  test('an Accept by an account that was not asked has no effect', async () => {
    const { account, followIri } = await requestToFollowBob();
    const carol = remote.actor('carol');
    await deliver(buildActivity('Accept', followIri, {}, carol));
    await deliver(
      buildActivity('Accept', { id: followIri, type: 'Follow', actor: ann.iri, object: bob.iri }, {}, carol),
    );
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: true });
  });

  test('an Accept without a request creates no follow', async () => {
    await deliver(buildActivity('Follow', ann.iri));
    await deliver(buildActivity('Accept', { type: 'Follow', actor: ann.iri, object: bob.iri }));
    expect(await relation(await storedAccount(bob))).toMatchObject({ following: false });
  });

  test('a Reject ends a pending request and an accepted follow', async () => {
    const { account, followIri } = await requestToFollowBob();
    await deliver(buildActivity('Accept', followIri));
    await deliver(buildActivity('Reject', followIri));
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: false });
  });

  test('an undone Accept leaves the request pending until another Accept', async () => {
    const { account, followIri } = await requestToFollowBob();
    const accept = buildActivity('Accept', {
      id: followIri,
      type: 'Follow',
      actor: ann.iri,
      object: bob.iri,
    });
    const undo = (embedded: Json, actor = bob) =>
      buildActivity('Undo', { ...embedded, '@context': undefined }, {}, actor);
    await deliver(accept);
    await deliver(undo({ ...accept, actor: remote.actor('carol').iri }, remote.actor('carol')));
    expect(await relation(account)).toMatchObject({ following: true });

    expect(await deliver(undo(accept))).toBe('done');
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: true });
    const second = buildActivity('Accept', followIri);
    await deliver(second);
    expect(await relation(account)).toMatchObject({ following: true });
  });

  test('an Accept that arrives after its Undo has no effect', async () => {
    const { account, followIri } = await requestToFollowBob();
    const accept = buildActivity('Accept', followIri);
    const at = new Date();
    await deliver(buildActivity('Undo', { ...accept, '@context': undefined }));
    await deliver(accept, { at });
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: true });
  });
});

describe('Block', () => {
  const isBlocked = async () => (await stored.blocks({ blocker: { iri: bob.iri } })) > 0;

  test('a Block by a remote account ends follows in both directions, and nobody is notified', async () => {
    const account = await followBob();
    await remote.send(buildActivity('Block', ann.iri));
    expect(await runFederationJobs()).toEqual([]);
    expect(await relation(account)).toMatchObject({ following: false, followed: false, blocking: false });
    expect(await isBlocked()).toBe(true);
  });

  test('an Undo ends a Block, also by another id, also if it arrives first', async () => {
    const block = buildActivity('Block', ann.iri);
    await deliver(block);
    await deliver(buildActivity('Undo', block.id));
    expect(await isBlocked()).toBe(false);
    await deliver(buildActivity('Block', ann.iri));
    await deliver(buildActivity('Undo', buildActivity('Block', ann.iri)));
    expect(await isBlocked()).toBe(false);

    const late = buildActivity('Block', ann.iri);
    await deliver(buildActivity('Undo', late));
    await deliver(late);
    expect(await isBlocked()).toBe(false);
  });

  test('an Undo of the Block of another account has no effect, and a Block of an unknown account is refused', async () => {
    const block = buildActivity('Block', ann.iri);
    await deliver(block);
    const carol = remote.actor('carol');
    await deliver(buildActivity('Undo', block.id, {}, carol));
    await deliver(buildActivity('Undo', { ...block, actor: carol.iri }, {}, carol));
    expect(await isBlocked()).toBe(true);
    expect(await deliver(buildActivity('Block', carol.iri))).toBe('refused');
  });
});
