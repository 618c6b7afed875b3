/** Local statuses quote local and remote items. */
import { expect, test } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { block, unblock } from '../../../src/domain/interactions/block.ts';
import { follow } from '../../../src/domain/interactions/follow.ts';
import { receive } from '../../../src/federation/receive/receive.ts';
import { anyone, as } from '../../support/as.ts';
import { anotherRemoteServer, bob, remote, uniqueName } from '../../support/bob.ts';
import { context, withLinkedDataSignature } from '../../support/body-signatures.ts';
import { drain } from '../../support/drain.ts';
import { deliverFrom, storedAccount } from '../../support/receiver.ts';
import type { Json } from '../../support/remote-server.ts';
import { ann, deliver, deliverAndGetOutcome, fetched, followAs, post, received, useQuotes } from './fixture.ts';

useQuotes();

const member = (name: string) => register({ username: uniqueName(name) });
const quoteSeenBy = async (account: Account | null, id: number) =>
  (await (account ? as(account) : anyone).get(`/statuses/${id}`)).body.quote;

/** Bob follows Ann, who quotes a note of his. */
async function quoteBob() {
  await followAs(ann, bob);
  const note = remote.note(bob);
  await deliver('Create', note);
  await deliver('Follow', ann.iri);
  received();
  const status = await post(ann, { quote_uri: note.id });
  await drain();
  const sent = received();
  const request = sent.find(({ type }) => type === 'QuoteRequest')!;
  return { note, status, request, create: sent.find(({ type }) => type === 'Create')! };
}

const approval = () => remote.iri('/approvals/1');
const objectOf = (activity: Json | undefined) => activity?.object as Json;

test('a local item is quoted at once, with an authorization for other servers', async () => {
  const bo = await member('bo');
  const { uri, id } = await post(bo);
  const status = await post(ann, { quote_id: id });
  expect(status).toMatchObject({ quote_uri: uri, quote: { state: 'accepted', object: { id } } });
  expect((await as(bo).get('/notifications')).body).toMatchObject([
    { type: 'quote', account: { id: ann.id }, object: { id: status.id } },
  ]);

  const { body } = await fetched(status.uri);
  expect(body).toMatchObject({ quote: uri, quoteUrl: uri, quoteUri: uri, _misskey_quote: uri });
  expect(body.content).toMatch(`<p class="quote-inline">RE: <a href="${uri}">${uri}</a></p>`);
  expect(body.tag).toMatchObject([{ type: 'Link', href: uri, rel: 'https://misskey-hub.net/ns#_misskey_quote' }]);
  const outbox = await fetched(`${ann.iri}/outbox?page=true`);
  expect(outbox.body.orderedItems).toMatchObject([{ type: 'Create', object: { quote: uri } }]);
  expect((await fetched(body.quoteAuthorization as string)).body).toMatchObject({
    attributedTo: bo.iri,
    interactingObject: status.uri,
    interactionTarget: uri,
  });
});

test('a quote is shown in timelines, in lists and among replies', async () => {
  const bo = await member('bo');
  const { id, uri } = await post(bo);
  await follow(bo.id, ann.id);
  await post(ann, { quote_id: id, in_reply_to_id: id });
  await post(ann, { quote_id: id });
  const plain = await post(ann);
  const quote = { state: 'accepted', object: { id, uri } };
  await drain();

  const timeline = (await as(bo).get('/timeline')).body;
  expect(timeline).toMatchObject([{ object: { id: plain.id, quote_uri: null, quote: null } }, { object: { quote } }]);
  expect((await as(ann).get('/statuses')).body).toMatchObject([{ quote: null }, { quote }, { quote }]);
  expect((await anyone.get(`/statuses/${id}/replies`)).body).toMatchObject([{ quote_uri: uri, quote }]);
});

test('the author’s setting decides who may quote, and private items cannot be quoted', async () => {
  const bo = await member('bo');
  const { id } = await post(bo);
  const hidden = await post(bo, { visibility: 'private' });
  const refusal = async (changes: Json) => {
    const { status, body } = await as(ann).post('/statuses', { content: 'Look', ...changes });
    return status === 201 ? null : [status, Object.keys(body.errors)];
  };
  await as(bo).patch('/accounts/me', { quote_policy: 'followers' });
  expect(await refusal({ quote_id: id })).toEqual([422, ['base']]);
  await follow(ann.id, bo.id);
  expect(await refusal({ quote_id: id })).toBe(null);
  expect(await refusal({ quote_id: id, visibility: 'private' })).toEqual([422, ['visibility']]);
  await as(bo).patch('/accounts/me', { quote_policy: 'nobody' });
  expect(await refusal({ quote_id: id })).toEqual([422, ['base']]);
  await post(bo, { quote_id: id, visibility: 'private' });

  expect(await refusal({ quote_id: hidden.id })).toEqual([422, ['quote_id']]);
  expect(await refusal({ quote_id: 999_999_999 })).toEqual([422, ['quote_id']]);
  expect(await refusal({ quote_uri: 'https://elsewhere.example/nothing' })).toEqual([422, ['quote_uri']]);
});

test('each viewer sees only quoted items that they may see', async () => {
  const [bo, cy] = [await member('bo'), await member('cy')];
  const { id } = await post(bo);
  const status = await post(ann, { quote_id: id });
  const fan = await member('fan');
  await follow(fan.id, bo.id);
  const item = { object: { id, content: 'Soup is ready' } };
  const nothing = { state: 'accepted', object: null };
  const cached = await as(cy).get(`/statuses/${status.id}`);
  expect(cached.body.quote).toMatchObject(item);

  await as(bo).patch(`/statuses/${id}`, { visibility: 'private' });
  expect(await quoteSeenBy(fan, status.id)).toMatchObject(item);
  for (const viewer of [cy, ann, null]) expect(await quoteSeenBy(viewer, status.id)).toEqual(nothing);
  const etag = { 'if-none-match': cached.headers.get('etag')! };
  expect((await as(cy).get(`/statuses/${status.id}`, { headers: etag })).status).toBe(200);

  await as(bo).patch(`/statuses/${id}`, { visibility: 'public' });
  await block(cy.id, bo.id);
  expect(await quoteSeenBy(cy, status.id)).toEqual(nothing);
  expect(await quoteSeenBy(null, status.id)).toMatchObject(item);
  await unblock(cy.id, bo.id);
  expect(await quoteSeenBy(cy, status.id)).toMatchObject(item);

  await block(bo.id, ann.id);
  expect(await quoteSeenBy(cy, status.id)).toEqual(nothing);
  await unblock(bo.id, ann.id);
  expect(await quoteSeenBy(cy, status.id)).toMatchObject(item);

  await as(bo).delete(`/statuses/${id}`);
  expect(await quoteSeenBy(cy, status.id)).toEqual(nothing);
});

test('a revoked quote of a local status is no longer sent', async () => {
  const bo = await member('bo');
  const { id } = await post(bo);
  const status = await post(ann, { quote_id: id });
  const { quoteAuthorization } = (await fetched(status.uri)).body;
  expect((await as(bo).delete(`/statuses/${status.id}/quote`)).status).toBe(204);
  expect((await fetched(status.uri)).body).not.toHaveProperty('quote');
  expect((await fetched(quoteAuthorization as string)).status).toBe(410);
  expect(await quoteSeenBy(bo, status.id)).toEqual({ state: 'revoked', object: null });
});

test('the author of a remote item is asked, and the approval is sent in an Update', async () => {
  const { note, status, request, create } = await quoteBob();
  expect(status).toMatchObject({ quote_uri: note.id, quote: { state: 'pending', object: null } });
  expect(request).toMatchObject({ actor: ann.iri, to: [bob.iri], object: note.id });
  expect(request.instrument).toMatchObject({ id: status.uri, type: 'Note', quote: note.id });
  expect(objectOf(create)).toMatchObject({ quote: note.id });
  expect(objectOf(create)).not.toHaveProperty('quoteAuthorization');

  expect(await deliverAndGetOutcome('Accept', request, { result: approval() })).toBe('done');
  expect(received()).toMatchObject([
    { type: 'Update', object: { id: status.uri, quote: note.id, quoteAuthorization: approval() } },
  ]);
  expect(await quoteSeenBy(ann, status.id)).toMatchObject({ state: 'accepted', object: { uri: note.id } });

  await deliver('Accept', request.id, { result: approval() });
  expect(received()).toEqual([]);
});

test('only the quoted author can approve, with an authorization of their own server', async () => {
  const { status, request } = await quoteBob();
  const carl = remote.actor('carl');
  expect(await deliverAndGetOutcome('Accept', request, { result: approval() }, carl)).toBe('refused');
  expect(await deliverAndGetOutcome('Accept', request, { result: 'https://third.example/ok' })).toBe('refused');
  await deliver('Accept', `${request.id}0`, { result: approval() });
  expect(await deliverAndGetOutcome('Reject', request, {}, carl)).toBe('refused');
  expect(await quoteSeenBy(ann, status.id)).toMatchObject({ state: 'pending' });
  expect(received()).toEqual([]);
});

test('a rejected quote is not available and no longer sent', async () => {
  const { status, request } = await quoteBob();
  expect(await deliverAndGetOutcome('Reject', request)).toBe('done');
  const [update] = received();
  expect(update).toMatchObject({ type: 'Update', object: { id: status.uri } });
  expect(objectOf(update)).not.toHaveProperty('quote');
  expect(objectOf(update).content).not.toMatch('quote-inline');
  expect(await quoteSeenBy(ann, status.id)).toEqual({ state: 'rejected', object: null });
});

test('an approval that its author deletes no longer counts, whichever arrives first', async () => {
  const { status, request } = await quoteBob();
  await deliver('Accept', request, { result: approval() });
  const carl = remote.actor('carl');
  await deliver('Follow', ann.iri, {}, carl);
  received();
  await deliver('Delete', approval(), {}, carl);
  expect(await quoteSeenBy(ann, status.id)).toMatchObject({ state: 'accepted' });
  await deliver('Delete', approval());
  expect(await quoteSeenBy(ann, status.id)).toEqual({ state: 'revoked', object: null });
  expect(objectOf(received()[0])).not.toHaveProperty('quote');
  await deliver('Accept', request, { result: approval() });
  expect(await quoteSeenBy(ann, status.id)).toMatchObject({ state: 'revoked' });
});

test('an approval that is deleted before it arrives has no effect', async () => {
  const { status, request } = await quoteBob();
  await deliver('Delete', approval());
  await deliver('Accept', request, { result: approval() });
  expect(await quoteSeenBy(ann, status.id)).toEqual({ state: 'revoked', object: null });
});

test('the Delete of an approval is forwarded to the audience of the quote, as it came, if it has a proof', async () => {
  const { status, request } = await quoteBob();
  await deliver('Accept', request, { result: approval() });
  // One follows Ann; the other did when it received the quote.
  const others = [anotherRemoteServer('follower'), anotherRemoteServer('reader')];
  const doras = others.map((server) => server.actor('dora'));
  const follows: Json[] = [];
  for (const [at, server] of others.entries()) follows.push(await deliverFrom(server, 'Follow', doras[at]!, ann.iri));
  await as(ann).patch(`/statuses/${status.id}`, { content: 'More soup' });
  await drain();
  await others[1]!.send(others[1]!.activity('Undo', doras[1]!, follows[1]));
  await drain();
  for (const server of [remote, ...others]) received(server);

  const revocation = remote.activity('Delete', bob, approval(), { '@context': context });
  const body = await withLinkedDataSignature(revocation, bob.rsa);
  expect((await receive(remote.signed(JSON.stringify(body), bob.rsa), null)).status).toBe(202);
  await drain();
  for (const server of others) {
    const got = received(server);
    expect(got.filter(({ type }) => type === 'Delete')).toEqual([body]);
    expect(objectOf(got.find(({ type }) => type === 'Update'))).not.toHaveProperty('quote');
  }
  expect(received().map(({ type }) => type)).toEqual(['Update']);
});

test('the Delete of an approval without a proof is not forwarded', async () => {
  const { request } = await quoteBob();
  await deliver('Accept', request, { result: approval() });
  const other = anotherRemoteServer('follower');
  await deliverFrom(other, 'Follow', other.actor('dora'), ann.iri);
  received(other);
  await deliver('Delete', approval());
  expect(received(other).map(({ type }) => type)).toEqual(['Update']);
});

test('a deleted remote item is no longer shown', async () => {
  const { note, status, request } = await quoteBob();
  await deliver('Accept', request, { result: approval() });
  expect(await quoteSeenBy(ann, status.id)).toMatchObject({ object: { uri: note.id } });
  await deliver('Delete', note.id);
  expect(await quoteSeenBy(ann, status.id)).toEqual({ state: 'accepted', object: null });
  expect((await storedAccount(bob)).iri).toBe(bob.iri);
});
