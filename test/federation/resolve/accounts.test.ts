/** Handles, accounts and their outboxes, looked up where they are. */
import { describe, expect, test } from 'vitest';
import { anonymous, findAccount, findAccountByIri } from '../../../src/domain/accounts/account.ts';
import { discoverAccount } from '../../../src/domain/accounts/discover.ts';
import { findEventableByIri } from '../../../src/domain/items/read.ts';
import { newBudget } from '../../../src/federation/resolve/fetch.ts';
import { loadActor, resolveHandle } from '../../../src/federation/resolve/resolve-actor.ts';
import { loadAccount, readOutbox } from '../../../workers/fetch-jobs.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../../support/bob.ts';
import { useDatabase } from '../../support/database-connection.ts';
import { runFederationJobs } from '../../support/federation-jobs.ts';
import type { Json, PeerActor } from '../../support/remote-server.ts';
import { stored } from '../../support/stored.ts';
import { reasonOf } from './reason-of.ts';

useDatabase();
useBob();

describe('handles', () => {
  const fingerUrl = (name: string, host = remote.host) =>
    `https://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${name}@${host}`)}`;
  const fingered = (subject: string, href: string) => () => ({
    subject: `acct:${subject}`,
    links: [{ rel: 'self', type: 'application/activity+json', href }],
  });

  test('a handle resolves to an actor that confirms it', async () => {
    expect(await resolveHandle(`@Bob@${remote.host}`, newBudget())).toMatchObject({
      iri: bob.iri,
      handle: bob.handle,
    });
  });

  test('a handle that resolves to an actor of another name is refused', async () => {
    remote.serve(fingerUrl('admin'), fingered(`admin@${remote.host}`, bob.iri));
    expect(await reasonOf(resolveHandle(`admin@${remote.host}`, newBudget()))).toBe('refused');
  });

  test('a server cannot assign its handles to actors of another server', async () => {
    const other = anotherRemoteServer();
    other.serve(fingerUrl('bob', other.host), fingered(`bob@${other.host}`, bob.iri));
    expect(await reasonOf(resolveHandle(`bob@${other.host}`, newBudget()))).toBe('refused');
  });

  test('a server cannot claim handles of another server', async () => {
    const other = anotherRemoteServer();
    const eve = other.actor('bob');
    other.serve(fingerUrl('bob', other.host), fingered(bob.handle, eve.iri));
    expect(await loadActor(eve.iri, newBudget())).toMatchObject({ handle: null });
  });

  test('a handle on another host than the actor is valid if both hosts confirm it', async () => {
    const short = anotherRemoteServer('short');
    const handle = `bob@${short.host}`;
    remote.serve(fingerUrl('bob'), fingered(handle, bob.iri));
    short.serve(fingerUrl('bob', short.host), fingered(handle, bob.iri));
    expect(await resolveHandle(handle, newBudget())).toMatchObject({ iri: bob.iri, handle });
  });

  test.each(['BOB@{host}:443', 'Bob@{HOST}'])('the spelling %s resolves to the plain handle', async (spelling) => {
    const subject = spelling.replace('{host}', remote.host).replace('{HOST}', remote.host.toUpperCase());
    remote.serve(fingerUrl('bob'), fingered(subject, bob.iri));
    expect(await loadActor(bob.iri, newBudget())).toMatchObject({ handle: bob.handle });
    expect(await resolveHandle(subject, newBudget())).toMatchObject({ handle: bob.handle });
  });

  test.each(['bоb', 'bob\u202E', '.bob', 'b%62b'])('%s is not a valid username', async (name) => {
    remote.serve(fingerUrl(name), fingered(`${name}@${remote.host}`, bob.iri));
    remote.serve(fingerUrl('bob'), fingered(`${name}@${remote.host}`, bob.iri));
    expect(await reasonOf(resolveHandle(`${name}@${remote.host}`, newBudget()))).toBe('refused');
    // WebFinger answers with the other name, which does not count.
    expect(await loadActor(bob.iri, newBudget())).toMatchObject({ handle: bob.handle });
  });

  test.each(['bob', '@', 'bob@', 'bob@h/x', 'bob@user@host', 'bob@h?x=1', 'b b@host', 'bob@[::1'])(
    '%s is not a valid handle',
    async (handle) => {
      expect(await reasonOf(resolveHandle(handle, newBudget()))).toBe('refused');
    },
  );

  test.each<[form: string, subject: unknown, link: object]>([
    ['no subject', undefined, {}],
    ['a subject without its scheme', '{handle}', {}],
    ['a subject with an @ before it', 'acct:@{handle}', {}],
    ['the scheme in upper case', 'ACCT:{handle}', {}],
    ['a URL as subject', 'https://{host}/@bob', {}],
    ['a link without a type', 'acct:{handle}', { type: undefined }],
    ['a link of another type', 'acct:{handle}', { type: 'application/ld+json' }],
    ['a link with http', 'acct:{handle}', { href: 'http://{host}/users/bob' }],
    ['a link to an address that leads to the actor', 'acct:{handle}', { href: 'https://{host}/?author=1' }],
    ['a link in upper case', 'acct:{handle}', { rel: 'Self', href: 'https://{HOST}/users/bob' }],
  ])('WebFinger with %s', async (_, subject, link) => {
    const fill = (text: unknown) =>
      String(text)
        .replace('{handle}', bob.handle)
        .replace('{host}', remote.host)
        .replace('{HOST}', remote.host.toUpperCase());
    for (const other of ['http://{host}/users/bob', 'https://{host}/?author=1'])
      remote.responses.set(fill(other), () => Response.redirect(bob.iri, 301));
    const links = [{ rel: 'self', type: 'application/activity+json', href: bob.iri, ...link }].map((each) => ({
      ...each,
      href: fill(each.href),
    }));
    remote.serve(fingerUrl('bob'), () => ({ ...(subject ? { subject: fill(subject) } : {}), links }));
    expect(await resolveHandle(bob.handle, newBudget())).toMatchObject({ iri: bob.iri, handle: bob.handle });
  });

  test('a server that finds a name only as it is written', async () => {
    const carla = remote.actor('Carla');
    expect(await loadActor(carla.iri, newBudget())).toMatchObject({ handle: `carla@${remote.host}` });
    expect(remote.requestedUrls).toContain(fingerUrl('carla'));
  });

  test('an actor without WebFinger has no handle, but is known', async () => {
    remote.fail(fingerUrl('bob'), 404);
    expect(await loadActor(bob.iri, newBudget())).toMatchObject({ iri: bob.iri, handle: null });
  });
});

describe('accounts', () => {
  function outboxOf(actor: PeerActor, pages: unknown[][]): void {
    const at = (page: number) => `${actor.iri}/outbox?page=${page}`;
    remote.object({
      id: `${actor.iri}/outbox`,
      type: 'OrderedCollection',
      first: pages.length > 0 ? at(0) : undefined,
    });
    for (const [page, orderedItems] of pages.entries()) {
      const next = page + 1 < pages.length ? at(page + 1) : undefined;
      remote.object({ id: at(page), type: 'OrderedCollectionPage', orderedItems, next });
    }
  }
  const create = (note: Json | string) => remote.activity('Create', bob, note);
  const written = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      create(remote.note(bob, { published: new Date(Date.now() - (index + 1) * 60_000).toISOString() })),
    );

  const itemsOf = (accountId: number) => stored.items({ accountId });

  test('an account that is looked up is fetched, and the newest 40 items of its outbox are back-filled', async () => {
    outboxOf(bob, [written(25), written(25)]);
    const noted = await discoverAccount({ handle: bob.handle });
    expect(noted.state).toBe('unknown');
    const others = await runFederationJobs();

    expect(await findAccount(noted.id)).toMatchObject({ state: 'loaded', iri: bob.iri, handle: bob.handle });
    expect(await itemsOf(noted.id)).toBe(40);
    const events = (backfilled: boolean) => stored.events({ accountId: noted.id, backfilled });
    expect([await events(true), await events(false)]).toEqual([40, 0]);
    expect(others).toEqual([]);
  });

  test('items of other authors in an outbox are skipped', async () => {
    const carol = remote.actor('carol');
    const own = remote.note(bob);
    outboxOf(bob, [
      [
        create(own),
        create(remote.note(carol)),
        create({ ...remote.note(bob), id: 'https://other.example/1' }),
        remote.activity('Announce', bob, remote.note(carol).id),
        null,
        7,
        { type: 'Create', object: { type: 'Note' } },
      ],
    ]);
    const noted = await discoverAccount({ iri: bob.iri });
    await runFederationJobs();
    expect(await itemsOf(noted.id)).toBe(1);
    expect(await findEventableByIri(own.id, anonymous)).not.toBeNull();
  });

  test('objects that an outbox lists as IRIs are fetched if they are the account’s own, within the fetch budget', async () => {
    const carol = remote.actor('carol');
    const own = [remote.note(bob), remote.note(bob)];
    const others = [remote.note(carol).id, anotherRemoteServer().note(bob).id, remote.iri('/notes/gone')];
    outboxOf(bob, [[...others, ...own.map(({ id }) => id)].map(create)]);
    const noted = await discoverAccount({ iri: bob.iri });
    await runFederationJobs();
    expect(await itemsOf(noted.id)).toBe(2);
    expect(remote.requestedUrls.filter((url) => url === own[0]!.id)).toHaveLength(1);
    expect(await findEventableByIri(own[1]!.id, anonymous)).not.toBeNull();

    outboxOf(bob, [[...Array.from({ length: 30 }, () => remote.note(bob).id), own[0]!.id].map(create)]);
    remote.requestedUrls.length = 0;
    await readOutbox({ accountId: noted.id, isRefresh: true });
    expect(remote.requestedUrls.length).toBe(20);
    expect(remote.requestedUrls).not.toContain(own[0]!.id);
    expect(await itemsOf(noted.id)).toBeGreaterThan(15);
  });

  test.each<[form: string, outbox: (notes: Json[], iri: string) => Json]>([
    ['no id', (notes) => ({ type: 'OrderedCollection', orderedItems: notes.map(create) })],
    ['another id', (notes, iri) => ({ id: `${iri}-2`, type: 'OrderedCollection', orderedItems: notes.map(create) })],
    ['no activities', (notes) => ({ type: 'Collection', totalItems: '2', items: notes })],
    ['IRIs only', (notes) => ({ type: 'OrderedCollection', orderedItems: notes.map(({ id }) => id) })],
    [
      'a collection for a list',
      (notes) => ({ type: 'OrderedCollection', orderedItems: { type: 'OrderedCollection', orderedItems: notes } }),
    ],
    [
      'an embedded first page',
      (notes) => ({
        type: 'OrderedCollection',
        first: { type: 'OrderedCollectionPage', orderedItems: notes.map(create) },
      }),
    ],
    [
      'a list of pages',
      (notes) => ({
        type: 'OrderedCollection',
        first: [{ type: 'OrderedCollectionPage', orderedItems: notes.map(create) }],
      }),
    ],
  ])('an outbox with %s is read', async (_, outbox) => {
    const notes = [remote.note(bob), remote.note(bob)];
    const iri = `${bob.iri}/outbox`;
    remote.serve(iri, () => outbox(notes, iri));
    const { id } = await discoverAccount({ iri: bob.iri });
    await runFederationJobs();
    expect(await itemsOf(id)).toBe(2);
  });

  test('what an outbox on another server embeds is fetched from the account’s own', async () => {
    const other = anotherRemoteServer();
    const note = remote.note(bob);
    const forged = { ...remote.note(bob), id: remote.iri('/forged') };
    bob.json.outbox = other.iri('/outbox');
    other.serve(other.iri('/outbox'), () => ({
      type: 'OrderedCollection',
      orderedItems: [create({ ...note, content: 'forged' }), create(forged)],
    }));
    const { id } = await discoverAccount({ iri: bob.iri });
    await runFederationJobs();
    expect(await itemsOf(id)).toBe(1);
    expect(await findEventableByIri(note.id, anonymous)).toMatchObject({ contentHtml: note.content });
  });

  test('an endless outbox is read for a few pages', async () => {
    const endless = `${bob.iri}/outbox?page=x`;
    outboxOf(bob, [[]]);
    remote.object({ id: `${bob.iri}/outbox`, type: 'OrderedCollection', first: endless });
    remote.object({ id: endless, type: 'OrderedCollectionPage', orderedItems: [], next: endless });
    await discoverAccount({ iri: bob.iri });
    await runFederationJobs();
    expect(remote.requestedUrls.filter((url) => url === endless).length).toBeLessThanOrEqual(5);
    expect(await findAccountByIri(bob.iri)).toMatchObject({ state: 'loaded' });
  });

  test('an account with a hidden outbox is loaded without items', async () => {
    remote.fail(`${bob.iri}/outbox`, 403);
    await discoverAccount({ iri: bob.iri });
    await runFederationJobs();
    expect(await findAccountByIri(bob.iri)).toMatchObject({ state: 'loaded' });
  });

  test('an unreachable account is tried again after growing delays', async () => {
    remote.fail(bob.iri, 503);
    const { id } = await discoverAccount({ iri: bob.iri });
    const first = (await loadAccount({ accountId: id })) as { again: Date };
    const second = (await loadAccount({ accountId: id })) as { again: Date };
    expect(first.again.getTime()).toBeGreaterThan(Date.now());
    expect(second.again.getTime()).toBeGreaterThan(first.again.getTime());
    for (let failure = 0; failure < 6; failure += 1) await loadAccount({ accountId: id });
    expect(await loadAccount({ accountId: id })).toBe('done');
    expect(await findAccount(id)).toMatchObject({ state: 'unknown' });
  });

  test('an account that answers 410 is deleted', async () => {
    const { id } = await discoverAccount({ iri: bob.iri });
    await loadAccount({ accountId: id });
    remote.fail(bob.iri, 410);
    expect(await loadAccount({ accountId: id })).toBe('done');
    expect((await findAccount(id))?.deletedAt).not.toBeNull();
  });

  test('an unreachable outbox is read later', async () => {
    const { id } = await discoverAccount({ iri: bob.iri });
    remote.fail(`${bob.iri}/outbox`, 500);
    await loadAccount({ accountId: id });
    expect(await readOutbox({ accountId: id })).toMatchObject({ again: expect.any(Date) });
    expect(await findAccount(id)).toMatchObject({ state: 'loading' });
  });
});
