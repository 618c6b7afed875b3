/**
 * Activities of one actor keep their order, suspended accounts are ignored, and forwarded objects are fetched from
 * their author.
 */
import { describe, expect, test } from 'vitest';
import { findTombstone } from '../../../src/domain/items/publish.ts';
import { emptyCaches } from '../../../src/lib/cache.ts';
import { suspend } from '../../support/accounts.ts';
import { anotherRemoteServer, bob, remote } from '../../support/bob.ts';
import { runFederationJobs } from '../../support/federation-jobs.ts';
import { outcomeOf } from '../../support/receiver.ts';
import { accountIdOf } from '../../support/stored.ts';
import { ann, buildActivity, deliver, find, followBob, statusOfAnn, useInbox } from './fixture.ts';

useInbox();

describe('forwarded activities', () => {
  test('a forwarded reply is fetched from its author', async () => {
    const { iri } = await statusOfAnn();
    const third = anotherRemoteServer();
    const dora = third.actor('dora');
    const note = third.note(dora, { inReplyTo: iri });
    const forwarded = third.activity('Create', dora, { ...note, content: '<p>forged</p>' });

    expect((await remote.send(forwarded, { by: bob.rsa })).status).toBe(202);
    await runFederationJobs();
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>' });
  });

  test('a forged copy does not prevent the real one', async () => {
    const { iri } = await statusOfAnn();
    const third = anotherRemoteServer();
    const dora = third.actor('dora');
    const note = third.note(dora, { inReplyTo: iri });
    const real = third.activity('Create', dora, note);
    await remote.send({ ...real, object: { ...note, content: 'forged' } }, { by: bob.rsa });
    expect((await third.send(real)).status).toBe(202);
    expect(await outcomeOf(real)).toBeNull();
    await runFederationJobs();
    expect(await outcomeOf(real)).toBe('done');
  });

  test('a forwarded Delete takes effect if the item is gone on its own server', async () => {
    await followBob();
    const third = anotherRemoteServer();
    const dora = third.actor('dora');
    const note = third.note(dora);
    await deliver(buildActivity('Announce', note.id));
    await third.send(third.activity('Follow', dora, ann.iri));
    const farewell = third.activity('Delete', dora, note.id);

    expect((await remote.send(farewell, { by: bob.rsa })).status).toBe(202);
    await runFederationJobs();
    expect(await find(note.id)).not.toBeNull();

    third.fail(note.id, 410);
    emptyCaches();
    await remote.send(farewell, { by: bob.rsa });
    await runFederationJobs();
    expect(await find(note.id)).toBeNull();
    expect(await findTombstone(note.id)).not.toBeNull();
  });

  test('a forwarded activity about nothing known, or one that cannot be verified, is ignored', async () => {
    const third = anotherRemoteServer();
    const dora = third.actor('dora');
    for (const activity of [
      third.activity('Create', dora, third.note(dora)),
      third.activity('Follow', dora, ann.iri),
      third.activity('Announce', dora, (await statusOfAnn()).iri),
    ]) {
      const response = await remote.send(activity, { by: bob.rsa });
      expect(response.status).toBe(202);
      expect(((await response.json()) as { error: string }).error).toMatch(/^ignored: the request was not signed/);
      expect(await outcomeOf(activity)).toBeNull();
    }
    expect(third.requestedUrls).toEqual([]);
  });
});

test('activities of one actor are handled in the order they were sent', async () => {
  await followBob();
  const note = remote.note(bob);
  await remote.send(buildActivity('Create', note));
  await remote.send(buildActivity('Delete', note.id));
  await runFederationJobs();
  expect(await find(note.id)).toBeNull();
});

test('activities of a suspended account are ignored', async () => {
  await deliver(buildActivity('Follow', ann.iri));
  await suspend(await accountIdOf(bob.iri));
  expect(await deliver(buildActivity('Undo', { type: 'Follow', id: `${bob.iri}#f`, object: ann.iri }))).toBe('ignored');
});
