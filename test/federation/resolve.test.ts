/** Looking things up on other servers: what is believed of what they answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, disconnect, pool } from '../../src/db/client.ts';
import { findAccount, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { noteAccount } from '../../src/domain/accounts/note.ts';
import { findEventableByIri } from '../../src/domain/eventables/read.ts';
import { anyone } from '../../src/domain/eventables/visibility.ts';
import { forgetBlockedHosts } from '../../src/federation/blocked-hosts.ts';
import { deeper, newBudget } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { fetchJson } from '../../src/federation/resolve/fetch-json.ts';
import { loadActor, resolveHandle } from '../../src/federation/resolve.ts';
import { config } from '../../src/lib/config.ts';
import { loadAccount } from '../../workers/handlers/load-account.ts';
import { readOutbox } from '../../workers/handlers/read-outbox.ts';
import { type Elsewhere, elsewhereAt, type Json, type PeerActor } from '../support/elsewhere.ts';
import { settleJobs } from '../support/federation-jobs.ts';

let elsewhere: Elsewhere;
let bob: PeerActor;
let serial = 0;

beforeAll(() => connect(config.databaseUrl!));
afterAll(disconnect);
beforeEach(() => {
  serial += 1;
  elsewhere = elsewhereAt(`peer${serial}.example`);
  bob = elsewhere.actor('bob');
});

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => failureOf(error) ?? String(error),
  );

describe('documents', () => {
  test('a document is believed about itself', async () => {
    const note = elsewhere.note(bob);
    expect(await fetchJson(note.id, newBudget())).toMatchObject({ content: note.content });
  });

  test('our GETs are signed by the instance', async () => {
    let signature: string | null = null;
    elsewhere.answers.set(bob.iri, (request) => {
      signature = request.headers.get('signature');
      return Response.json(bob.json, { headers: { 'content-type': 'application/activity+json' } });
    });
    await fetchJson(bob.iri, newBudget());
    expect(signature).toMatch(`keyId="${config.baseUrl}/users/`);
  });

  test('a document that names itself by another address of its origin is fetched there, once', async () => {
    const note = elsewhere.note(bob);
    elsewhere.serve(elsewhere.iri('/@bob/1'), () => ({ ...note, content: 'copy' }));
    expect(await fetchJson(elsewhere.iri('/@bob/1'), newBudget())).toMatchObject({ content: note.content });

    elsewhere.serve(elsewhere.iri('/a'), () => ({ ...note, id: elsewhere.iri('/b') }));
    elsewhere.serve(elsewhere.iri('/b'), () => ({ ...note, id: elsewhere.iri('/a') }));
    expect(await reasonOf(fetchJson(elsewhere.iri('/a'), newBudget()))).toBe('refused');
  });

  test('a document that names itself by an address of another origin is refused', async () => {
    const other = elsewhereAt(`other${serial}.example`);
    const note = other.note(other.actor('dora'));
    elsewhere.serve(elsewhere.iri('/copy'), () => note);
    expect(await reasonOf(fetchJson(elsewhere.iri('/copy'), newBudget()))).toBe('refused');
    expect(other.asked).toEqual([]);
  });

  test('a redirect to another origin does not lend its name', async () => {
    const other = elsewhereAt(`other${serial}.example`);
    const url = elsewhere.iri('/notes/1');
    other.serve(other.iri('/x'), () => ({ id: url, type: 'Note' }));
    elsewhere.answers.set(
      url,
      () => new Response(null, { status: 302, headers: { location: other.iri('/x') } }),
    );
    expect(await reasonOf(fetchJson(url, newBudget()))).toBe('refused');
  });

  test.each(['application/json', 'text/html', 'image/png'])(
    'a document served as %s is refused',
    async (type) => {
      elsewhere.serve(bob.iri, () => bob.json, type);
      expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe('refused');
    },
  );

  test.each<[number, string]>([
    [410, 'gone'],
    [404, 'missing'],
    [401, 'refused'],
    [403, 'refused'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('the answer %i means %s', async (status, reason) => {
    elsewhere.fail(bob.iri, status);
    expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe(reason);
  });

  test.each([
    ['too deep', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['no JSON', '<html>'],
    ['no object', '[]'],
    ['too large', ' '.repeat(2 ** 20 + 1)],
  ])('a document that is %s is refused', async (_, body) => {
    const headers = { 'content-type': 'application/activity+json' };
    elsewhere.answers.set(bob.iri, () => new Response(body, { headers }));
    expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe('refused');
  });

  test('one activity may cause 20 requests, redirects among them, at most 8 deep', async () => {
    const budget = newBudget();
    const moved = elsewhere.iri('/moved');
    elsewhere.answers.set(moved, () => Response.redirect(bob.iri, 302));
    for (let count = 0; count < 9; count += 1) await fetchJson(moved, budget);
    await fetchJson(bob.iri, budget);
    expect(await reasonOf(fetchJson(moved, budget))).toBe('spent');
    expect(await reasonOf(fetchJson(bob.iri, budget))).toBe('spent');

    let deep = newBudget();
    for (let depth = 0; depth < 8; depth += 1) deep = deeper(deep);
    expect(await reasonOf(fetchJson(bob.iri, deep))).toBe('spent');
  });

  test('a blocked server is not asked', async () => {
    await pool().query('INSERT INTO domain_block (host) VALUES ($1)', [elsewhere.host]);
    forgetBlockedHosts();
    expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe('refused');
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('handles', () => {
  const fingerUrl = (name: string, host = elsewhere.host) =>
    `https://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${name}@${host}`)}`;
  const fingered = (subject: string, href: string) => () => ({
    subject: `acct:${subject}`,
    links: [{ rel: 'self', type: 'application/activity+json', href }],
  });

  test('a handle stands for the actor that says so too', async () => {
    expect(await resolveHandle(`@Bob@${elsewhere.host}`, newBudget())).toMatchObject({
      iri: bob.iri,
      handle: bob.handle,
    });
  });

  test('a handle that points at an actor of another name is refused', async () => {
    elsewhere.serve(fingerUrl('admin'), fingered(`admin@${elsewhere.host}`, bob.iri));
    expect(await reasonOf(resolveHandle(`admin@${elsewhere.host}`, newBudget()))).toBe('refused');
  });

  test('a server cannot give its handles to actors of another', async () => {
    const other = elsewhereAt(`other${serial}.example`);
    other.serve(fingerUrl('bob', other.host), fingered(`bob@${other.host}`, bob.iri));
    expect(await reasonOf(resolveHandle(`bob@${other.host}`, newBudget()))).toBe('refused');
  });

  test('a server cannot take handles of another', async () => {
    const other = elsewhereAt(`other${serial}.example`);
    const eve = other.actor('bob');
    other.serve(fingerUrl('bob', other.host), fingered(bob.handle, eve.iri));
    expect(await loadActor(eve.iri, newBudget())).toMatchObject({ handle: null });
  });

  test('a handle on another host than the actor is right when both hosts say so', async () => {
    const short = elsewhereAt(`short${serial}.example`);
    const handle = `bob@${short.host}`;
    elsewhere.serve(fingerUrl('bob'), fingered(handle, bob.iri));
    short.serve(fingerUrl('bob', short.host), fingered(handle, bob.iri));
    expect(await resolveHandle(handle, newBudget())).toMatchObject({ iri: bob.iri, handle });
  });

  test.each(['bob', '@', 'bob@', 'bob@h/x', 'bob@user@host', 'bob@h?x=1', 'b b@host', 'bob@[::1'])(
    '%s is no handle',
    async (handle) => {
      expect(await reasonOf(resolveHandle(handle, newBudget()))).toBe('refused');
    },
  );

  test('an actor without WebFinger has no handle, but is known', async () => {
    elsewhere.fail(fingerUrl('bob'), 404);
    expect(await loadActor(bob.iri, newBudget())).toMatchObject({ iri: bob.iri, handle: null });
  });
});

describe('accounts', () => {
  function outboxOf(actor: PeerActor, pages: unknown[][]): void {
    const at = (page: number) => `${actor.iri}/outbox?page=${page}`;
    elsewhere.object({
      id: `${actor.iri}/outbox`,
      type: 'OrderedCollection',
      first: pages.length > 0 ? at(0) : undefined,
    });
    for (const [page, orderedItems] of pages.entries()) {
      const next = page + 1 < pages.length ? at(page + 1) : undefined;
      elsewhere.object({ id: at(page), type: 'OrderedCollectionPage', orderedItems, next });
    }
  }
  const create = (note: Json) => elsewhere.activity('Create', bob, note);
  const written = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      create(elsewhere.note(bob, { published: new Date(Date.now() - (index + 1) * 60_000).toISOString() })),
    );

  async function itemsOf(accountId: number): Promise<number> {
    const { rows } = await pool().query('SELECT count(*) FROM eventable WHERE account_id = $1', [accountId]);
    return rows[0].count;
  }

  test('an account that was named is fetched, and the newest 40 items of its outbox back-filled', async () => {
    outboxOf(bob, [written(25), written(25)]);
    const noted = await noteAccount({ handle: bob.handle });
    expect(noted.state).toBe('unknown');
    const others = await settleJobs();

    expect(await findAccount(noted.id)).toMatchObject({ state: 'loaded', iri: bob.iri, handle: bob.handle });
    expect(await itemsOf(noted.id)).toBe(40);
    const { rows } = await pool().query('SELECT DISTINCT backfilled FROM event WHERE account_id = $1', [
      noted.id,
    ]);
    expect(rows).toEqual([{ backfilled: true }]);
    expect(others).toEqual([]);
  });

  test('what an outbox shows of others is passed over', async () => {
    const carol = elsewhere.actor('carol');
    const own = elsewhere.note(bob);
    outboxOf(bob, [
      [
        create(own),
        create(elsewhere.note(carol)),
        create({ ...elsewhere.note(bob), id: 'https://other.example/1' }),
        elsewhere.activity('Announce', bob, elsewhere.note(carol).id),
        elsewhere.note(bob).id,
        null,
        7,
        { type: 'Create', object: { type: 'Note' } },
      ],
    ]);
    const noted = await noteAccount({ iri: bob.iri });
    await settleJobs();
    expect(await itemsOf(noted.id)).toBe(1);
    expect(await findEventableByIri(own.id, anyone)).not.toBeNull();
  });

  test('an outbox without an end is read for a few pages', async () => {
    const endless = `${bob.iri}/outbox?page=x`;
    outboxOf(bob, [[]]);
    elsewhere.object({ id: `${bob.iri}/outbox`, type: 'OrderedCollection', first: endless });
    elsewhere.object({ id: endless, type: 'OrderedCollectionPage', orderedItems: [], next: endless });
    await noteAccount({ iri: bob.iri });
    await settleJobs();
    expect(elsewhere.asked.filter((url) => url === endless).length).toBeLessThanOrEqual(5);
    expect(await findAccountByIri(bob.iri)).toMatchObject({ state: 'loaded' });
  });

  test('an outbox that is not shown leaves an account loaded and empty', async () => {
    elsewhere.fail(`${bob.iri}/outbox`, 403);
    await noteAccount({ iri: bob.iri });
    await settleJobs();
    expect(await findAccountByIri(bob.iri)).toMatchObject({ state: 'loaded' });
  });

  test('an account that cannot be reached is tried again later, ever less often', async () => {
    elsewhere.fail(bob.iri, 503);
    const { id } = await noteAccount({ iri: bob.iri });
    const first = (await loadAccount({ accountId: id })) as { again: Date };
    const second = (await loadAccount({ accountId: id })) as { again: Date };
    expect(first.again.getTime()).toBeGreaterThan(Date.now());
    expect(second.again.getTime()).toBeGreaterThan(first.again.getTime());
    for (let failure = 0; failure < 6; failure += 1) await loadAccount({ accountId: id });
    expect(await loadAccount({ accountId: id })).toBe('done');
    expect(await findAccount(id)).toMatchObject({ state: 'unknown' });
  });

  test('an account that is gone is dead', async () => {
    elsewhere.fail(bob.iri, 410);
    const { id } = await noteAccount({ iri: bob.iri });
    expect(await loadAccount({ accountId: id })).toBe('done');
    expect((await findAccount(id))?.deletedAt).not.toBeNull();
  });

  test('an outbox that cannot be reached is read later', async () => {
    const { id } = await noteAccount({ iri: bob.iri });
    elsewhere.fail(`${bob.iri}/outbox`, 500);
    await loadAccount({ accountId: id });
    expect(await readOutbox({ accountId: id })).toMatchObject({ again: expect.any(Date) });
    expect(await findAccount(id)).toMatchObject({ state: 'loading' });
  });
});
