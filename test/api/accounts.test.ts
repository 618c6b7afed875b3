/** Looking up accounts. */
import { expect, test } from 'vitest';
import { discoverAccount } from '../../src/domain/accounts/discover.ts';
import { pruneUnrelatedAccounts, upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { FetchError } from '../../src/lib/fetch/error.ts';
import { age } from '../support/age.ts';
import { as, testApp } from '../support/as.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { enqueued, makeDue } from '../support/enqueued.ts';
import { untilTimeout } from '../support/stopped-clock.ts';
import { stored } from '../support/stored.ts';
import { openTransaction, untilLocked } from '../support/transactions.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
useBob();

const fingerUrl = (handle: string) =>
  `${remote.iri('/.well-known/webfinger')}?resource=${encodeURIComponent(`acct:${handle}`)}`;
const lookUp = (address: string) => withWorkers(() => as(cast.bo).get(`/accounts/${address}`));
const countStored = (handle: string) => stored.accounts({ handle });

test('an account is found by id, by name and by address, regardless of case', async () => {
  for (const name of [String(cast.ann.id), 'ann', 'ANN', '@ann', 'ann@cook.example', 'Ann@COOK.example']) {
    const { status, body } = await as(cast.bo).get(`/accounts/${encodeURIComponent(name)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: cast.ann.id,
      username: 'ann',
      instance: 'cook.example',
      state: 'loaded',
    });
  }
});

test('a remote account is unknown while no worker fetches it', async () => {
  const lookUpInVain = (name: string) => untilTimeout(() => as(cast.bo).get(`/accounts/${name}`));
  const { status, body } = await lookUpInVain('Nina@Kitchen.example');
  expect(status).toBe(200);
  expect(body).toMatchObject({ username: 'nina', instance: 'kitchen.example', state: 'unknown' });
  const again = await lookUpInVain('nina@kitchen.example');
  expect(again.body.id).toBe(body.id);

  expect(await enqueued('load-account')).toEqual([{ accountId: body.id }]);
});

test('two concurrent lookups of an unknown account return the same account', async () => {
  const answers = await untilTimeout(() =>
    Promise.all([cast.ann, cast.bo, cast.cy].map((one) => as(one).get('/accounts/omar@kitchen.example'))),
  );
  expect(new Set(answers.map((response) => response.body.id)).size).toBe(1);
});

test.each([
  'nobody',
  '0',
  '01',
  '9223372036854775807',
  '%00',
  'a%00b@kitchen.example',
  'ann@',
  '@',
  'ann@x@y.example',
  'ann@localhost',
  'ann@kitchen.example%2Fpath',
  '%F0%9F%8D%95',
  '%ff',
  'x'.repeat(3_000),
])('%s is not an account', async (name) => {
  expect((await as(cast.bo).get(`/accounts/${name}`)).status).toBe(404);
});

test('a remote account is returned once its profile is fetched', async () => {
  const { status, body } = await lookUp(bob.handle);
  expect([status, body.uri]).toEqual([200, bob.iri]);
  expect(body.state).not.toBe('unknown');
});

test('the id of an account that was looked up leads to the account that it turns out to be', async () => {
  const bo = as(cast.bo);
  const { body: named } = await bo.get(`/accounts/${bob.handle}`);
  const known = await discoverAccount({ iri: bob.iri });
  expect(known.id).not.toBe(named.id);
  expect((await bo.post(`/accounts/${named.id}/mute`)).status).toBe(201);
  await drain();

  expect(await countStored(bob.handle)).toBe(1);
  const ids = [];
  for (const id of [named.id, known.id]) {
    const { status, body } = await bo.get(`/accounts/${id}`);
    expect([status, body.uri]).toEqual([200, bob.iri]);
    ids.push(body.id);
    expect((await bo.get(`/accounts/relationships?id=${id}`)).body).toMatchObject([{ muting: true }]);
    expect((await bo.post(`/accounts/${id}/follow`)).body).toMatchObject({ following_requested: true });
    expect((await bo.delete(`/accounts/${id}/follow`)).status).toBe(204);
    expect((await bo.get(`/accounts/relationships?id=${id}`)).body).toMatchObject([{ following_requested: false }]);
    expect((await bo.delete(`/accounts/${id}/follower`)).status).toBe(204);
    expect((await bo.post('/reports', { report: { account_id: id, comment: 'Spam' } })).status).toBeLessThan(300);
    for (const list of ['followers', 'timeline']) expect((await bo.get(`/accounts/${id}/${list}`)).status).toBe(200);
    expect((await bo.get(`/accounts/${id}0/timeline`)).status).toBe(404);
  }
  expect(new Set(ids).size).toBe(1);
});

test('an account that is stored under its name and its IRI at the same time becomes one', async () => {
  const { body: named } = await as(cast.bo).get(`/accounts/${bob.handle}`);
  const profile = { ...(await loadActor(bob.iri, newBudget())), handle: bob.handle };
  const other = await openTransaction();
  await other.tx.account.create({ data: { iri: bob.iri, host: remote.host } });
  const storing = upsertRemoteAccount(profile, { requestedId: named.id });
  await untilLocked();
  await other.commit();
  const { id } = await storing;
  expect((await as(cast.bo).get(`/accounts/${named.id}`)).body).toMatchObject({ id, uri: bob.iri });
});

const absent: [why: string, prepare: () => void][] = [
  ['that WebFinger does not know', () => remote.fail(fingerUrl(bob.handle), 404)],
  ['whose actor is gone', () => remote.fail(bob.iri, 410)],
  ['whose actor is missing', () => remote.fail(bob.iri, 404)],
  ['whose actor is something else', () => remote.serve(bob.iri, () => ({ id: bob.iri, type: 'Note' }))],
  ['whose actor is a page', () => remote.serve(bob.iri, () => bob.json, 'text/html')],
  [
    'on a host that does not exist',
    () =>
      remote.responses.set(fingerUrl(bob.handle), () => {
        throw new FetchError('no_such_host', remote.host, 'the name has no address');
      }),
  ],
];

test.each(absent)('an address %s is not an account, and nothing of it is stored', async (_, prepare) => {
  prepare();
  expect((await lookUp(bob.handle)).status).toBe(404);
  expect(await countStored(bob.handle)).toBe(0);

  remote.requestedUrls.length = 0;
  expect((await lookUp(bob.handle)).status).toBe(404);
  expect(remote.requestedUrls).toEqual([]);
  await deleteAll('key values');
  remote.responses.delete(fingerUrl(bob.handle));
  remote.serve(bob.iri, () => bob.json);
  expect((await lookUp(bob.handle)).status).toBe(200);
});

test.each([503, 403])(
  'an account whose server answers %i is unknown, and deleted after a day unless a follow was requested',
  async (status) => {
    const carol = remote.actor('carol');
    for (const { handle } of [bob, carol]) remote.fail(fingerUrl(handle), status);
    const [unfollowed, followed] = [await lookUp(bob.handle), await lookUp(carol.handle)];
    for (const { status, body } of [unfollowed, followed]) expect([status, body.state]).toEqual([200, 'unknown']);
    const { id } = followed.body;
    expect((await as(cast.bo).post(`/accounts/${id}/follow`)).body.following_requested).toBe(true);

    await pruneUnrelatedAccounts();
    expect(await countStored(bob.handle)).toBe(1);
    await age('accounts', '25 hours');
    await pruneUnrelatedAccounts();
    expect([await countStored(bob.handle), await countStored(carol.handle)]).toEqual([0, 1]);
  },
);

test('a request to follow an unknown account ends when it turns out not to exist', async () => {
  remote.fail(fingerUrl(bob.handle), 503);
  const { id } = (await lookUp(bob.handle)).body;
  expect((await as(cast.bo).post(`/accounts/${id}/follow`)).status).toBe(201);

  remote.fail(fingerUrl(bob.handle), 404);
  await makeDue('load-account');
  await drain();
  expect((await as(cast.bo).get(`/accounts/relationships?id=${id}`)).body).toEqual([]);
  expect(await countStored(bob.handle)).toBe(0);
});

test('an address that is an alias of an account resolves to that account', async () => {
  const short = anotherRemoteServer('short');
  const handle = `bob@${short.host}`;
  const links = [{ rel: 'self', type: 'application/activity+json', href: bob.iri }];
  remote.serve(fingerUrl(bob.handle), () => ({ subject: `acct:${handle}`, links }));
  const resource = encodeURIComponent(`acct:${handle}`);
  short.serve(short.iri(`/.well-known/webfinger?resource=${resource}`), () => ({
    subject: `acct:${handle}`,
    links,
  }));

  const { body } = await lookUp(bob.handle);
  expect(body.uri).toBe(bob.iri);
  expect([await countStored(bob.handle), await countStored(handle)]).toEqual([0, 1]);
  expect((await lookUp(bob.handle)).body.id).toBe(body.id);
  expect((await lookUp(handle)).body.id).toBe(body.id);
});

test('the default avatar exists in three sizes', async () => {
  const { body } = await as(cast.bo).get('/accounts/ann');
  expect(body.avatar).toMatchObject({ description: null, blurhash: null });
  for (const size of ['original', 'medium', 'small']) {
    const picture = await testApp().request(body.avatar[size]);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
});
