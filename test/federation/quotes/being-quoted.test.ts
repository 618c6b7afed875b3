/** Remote accounts ask to quote items of local ones, which approve, refuse and revoke. */
import { expect, test } from 'vitest';
import { register } from '../../../src/domain/accounts/register.ts';
import { block } from '../../../src/domain/interactions/block.ts';
import { age } from '../../support/age.ts';
import { as } from '../../support/as.ts';
import { bob, remote, uniqueName } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import { makeDue } from '../../support/enqueued.ts';
import { storedAccount } from '../../support/receiver.ts';
import type { Json } from '../../support/remote-server.ts';
import {
  ann,
  deliver,
  deliverAndGetOutcome,
  fetched,
  post,
  quoting,
  received,
  statusSeenBy,
  useQuotes,
} from './fixture.ts';

useQuotes();

const types = () => received().map(({ type }) => type);
const notifications = async () =>
  (await as(ann).get('/notifications')).body.filter(({ type }: Json) => type !== 'follow');

/** Bob quotes the item, and is accepted. */
async function quoted(uri: string) {
  const note = quoting(uri);
  await deliver('QuoteRequest', uri, { instrument: note });
  const accept = received().find(({ type }) => type === 'Accept')!;
  return { note, authorization: accept.result as string };
}

test('a quote of a public item is approved, with an authorization that other servers can fetch', async () => {
  const { id } = (await as(ann).post('/recipes', { recipe: { name: 'Soup', steps: [] } })).body;
  const { uri } = (await as(ann).get(`/recipes/${id}`)).body;
  const note = quoting(uri);
  const request = await deliver('QuoteRequest', uri, { instrument: note });

  const [accept] = received();
  expect(accept).toMatchObject({
    type: 'Accept',
    actor: ann.iri,
    to: [bob.iri],
    object: { id: request.id, type: 'QuoteRequest', actor: bob.iri, object: uri, instrument: note.id },
  });
  expect(await fetched(accept!.result as string)).toMatchObject({
    status: 200,
    body: {
      id: accept!.result,
      type: 'QuoteAuthorization',
      attributedTo: ann.iri,
      interactingObject: note.id,
      interactionTarget: uri,
    },
  });
  expect(await notifications()).toMatchObject([
    { type: 'quote', account: { username: 'bob' }, object: { uri: note.id, quote_uri: uri } },
  ]);
  expect(await statusSeenBy(ann, note.id)).toMatchObject({
    quote: { state: 'accepted', object: { id, name: 'Soup' } },
  });
});

test('a repeated request gets the same authorization and notifies once', async () => {
  const { uri } = await post(ann);
  const { note, authorization } = await quoted(uri);
  await deliver('QuoteRequest', uri, { instrument: note });
  expect(received()).toMatchObject([{ type: 'Accept', result: authorization }]);
  await deliver('QuoteRequest', uri, { instrument: note.id });
  expect(received()).toMatchObject([{ type: 'Accept', result: authorization }]);
  expect(await notifications()).toHaveLength(1);
});

test('a quoting post that is not embedded is fetched before it is approved', async () => {
  const { uri } = await post(ann);
  const note = quoting(uri);
  await deliver('QuoteRequest', uri, { instrument: note.id });
  expect(received()).toEqual([]);
  await makeDue('receive-activity');
  await drain();
  expect(received()).toMatchObject([{ type: 'Accept', object: { instrument: note.id } }]);
});

test('a quote that was published before the request is approved too', async () => {
  const { uri } = await post(ann);
  const note = quoting(uri);
  await deliver('Create', note);
  expect(await statusSeenBy(ann, note.id)).toMatchObject({
    quote_uri: uri,
    quote: { state: 'pending', object: null },
  });
  await deliver('QuoteRequest', uri, { instrument: note });
  expect(types()).toEqual(['Accept']);
  expect(await statusSeenBy(ann, note.id)).toMatchObject({ quote: { state: 'accepted', object: { uri } } });
});

test('a quote by software that asks nobody is shown if the author approves everybody', async () => {
  const { uri } = await post(ann);
  const misskey = () => remote.note(bob, { quoteUrl: uri, _misskey_quote: uri });
  const shown = misskey();
  await deliver('Create', shown);
  expect(await statusSeenBy(ann, shown.id)).toMatchObject({ quote: { state: 'accepted', object: { uri } } });
  expect(await notifications()).toMatchObject([{ type: 'quote', object: { uri: shown.id } }]);

  await as(ann).patch('/accounts/me', { quote_policy: 'nobody' });
  const hidden = misskey();
  await deliver('Create', hidden);
  expect(await statusSeenBy(ann, hidden.id)).toMatchObject({ quote: { state: 'pending', object: null } });
  expect(await notifications()).toHaveLength(1);
});

test('the author decides who may quote, and the items say so', async () => {
  const { uri } = await post(ann);
  await deliver('Follow', ann.iri);
  received();
  const policyOf = async () => {
    const { uri: fresh } = await post(ann);
    return ((await fetched(fresh)).body.interactionPolicy as Json).canQuote;
  };
  const ask = async () => {
    await deliver('QuoteRequest', uri, { instrument: quoting(uri) });
    return types().filter((type) => type === 'Accept' || type === 'Reject');
  };
  const setPolicy = async (quote_policy: string) =>
    expect((await as(ann).patch('/accounts/me', { quote_policy })).body).toMatchObject({ quote_policy });

  expect(await policyOf()).toEqual({ automaticApproval: ['https://www.w3.org/ns/activitystreams#Public'] });
  await setPolicy('nobody');
  expect(await ask()).toEqual(['Reject']);
  expect(await policyOf()).toEqual({ automaticApproval: [ann.iri] });

  await setPolicy('followers');
  expect(await ask()).toEqual(['Accept']);
  expect(await policyOf()).toEqual({ automaticApproval: [`${ann.iri}/followers`] });

  const carl = remote.actor('carl');
  await drain();
  received();
  await deliver('QuoteRequest', uri, { instrument: remote.note(carl, { quote: uri }) }, carl);
  expect(types()).toEqual(['Reject']);
});

test('a blocked account gets no answer', async () => {
  const { uri } = await post(ann);
  const note = quoting(uri);
  await deliver('QuoteRequest', uri, { instrument: note });
  expect(types()).toEqual(['Accept']);
  await block(ann.id, (await storedAccount(bob)).id);
  await drain();
  received();
  expect(await deliverAndGetOutcome('QuoteRequest', uri, { instrument: note })).toBe('refused');
  expect(received()).toEqual([]);
});

test('a private item cannot be quoted, and stays unknown to those who may not see it', async () => {
  const { uri } = await post(ann, { visibility: 'private' });
  expect(await deliverAndGetOutcome('QuoteRequest', uri, { instrument: quoting(uri) })).toBe('refused');
  expect(received()).toEqual([]);

  await deliver('Follow', ann.iri);
  received();
  await deliver('QuoteRequest', uri, { instrument: quoting(uri) });
  expect(types()).toEqual(['Reject']);
});

test('a post that does not name what it quotes is read as the quote for which its author asks', async () => {
  const { uri } = await post(ann);
  // Hollo publishes the post first, and names the quoted item once it is approved.
  const published = remote.note(bob);
  await deliver('Follow', ann.iri);
  await deliver('Create', { ...published, tag: [{ type: 'Mention', href: ann.iri, name: '@ann' }] });
  received();
  expect(await statusSeenBy(ann, published.id)).toMatchObject({ quote: null });
  for (const instrument of [published.id, published, remote.note(bob)]) {
    await deliver('QuoteRequest', uri, { instrument });
    expect(received()).toMatchObject([{ type: 'Accept', object: { type: 'QuoteRequest', object: uri } }]);
    const iri = typeof instrument === 'string' ? instrument : instrument.id;
    expect(await statusSeenBy(ann, iri)).toMatchObject({
      quote_uri: uri,
      quote: { state: 'accepted', object: { uri } },
    });
  }
  expect(await notifications()).toMatchObject([{ type: 'quote' }, { type: 'quote' }]);

  const { quoteAuthorization: _, ...updated } = { ...published, quote: uri, updated: new Date().toISOString() } as Json;
  await deliver('Update', updated);
  expect(await statusSeenBy(ann, published.id)).toMatchObject({ quote: { state: 'accepted', object: { uri } } });
});

test('a post that cannot be fetched within seconds is rejected', async () => {
  const { uri } = await post(ann);
  const instrument = remote.iri('/notes/missing');
  await deliver('QuoteRequest', uri, { instrument });
  for (let waited = 0; waited < 5; waited += 1) {
    await age('received activities', '4 seconds');
    await makeDue('receive-activity');
    await drain();
  }
  expect(received()).toMatchObject([{ type: 'Reject', object: { instrument } }]);
});

test('an instrument of another author is not answered, and one that quotes something else is rejected', async () => {
  const { uri } = await post(ann);
  const carl = remote.actor('carl');
  const published = remote.note(carl, { quote: uri });
  await deliver('Create', published, {}, carl);
  const ofAnother = quoting((await post(ann)).uri);
  await deliver('Create', ofAnother);
  received();
  for (const instrument of [published, published.id, 'https://third.example/notes/1', undefined]) {
    expect(await deliverAndGetOutcome('QuoteRequest', uri, { instrument })).toBe('refused');
    expect(received()).toEqual([]);
  }
  for (const instrument of [ofAnother, ofAnother.id, quoting(`${uri}0`)]) {
    await deliver('QuoteRequest', uri, { instrument });
    expect(types()).toEqual(['Reject']);
  }
  expect(await deliverAndGetOutcome('QuoteRequest', uri, { instrument: quoting(uri) })).toBe('done');
  expect(await deliverAndGetOutcome('QuoteRequest', `${uri}0`, { instrument: quoting(uri) })).toBe('irrelevant');
});

test('the author of a private quote is asked for, and may read it', async () => {
  const { uri } = await post(ann);
  const note = quoting(uri, { to: [`${bob.iri}/followers`], cc: [] });
  await deliver('QuoteRequest', uri, { instrument: note });
  expect(types()).toEqual(['Accept']);
  expect(await notifications()).toMatchObject([{ type: 'quote', object: { uri: note.id } }]);
  expect(await statusSeenBy(await register({ username: uniqueName('cy') }), note.id)).toBeUndefined();
});

test('a revoked quote is deleted at its server, hidden here, and not approved again', async () => {
  const { uri } = await post(ann);
  const { note, authorization } = await quoted(uri);
  const { id } = await statusSeenBy(ann, note.id);
  const cy = await register({ username: uniqueName('cy') });

  expect((await as(cy).delete(`/statuses/${id}/quote`)).status).toBe(403);
  expect((await as(ann).delete(`/statuses/${id}0/quote`)).status).toBe(404);
  expect((await as(ann).delete(`/statuses/${id}/quote`)).status).toBe(204);
  expect((await as(ann).delete(`/statuses/${id}/quote`)).status).toBe(204);
  await drain();
  expect(received()).toMatchObject([
    { type: 'Delete', actor: ann.iri, object: authorization, proof: { type: 'DataIntegrityProof' } },
  ]);
  expect(await fetched(authorization)).toMatchObject({ status: 410, body: { type: 'Tombstone' } });
  expect(await statusSeenBy(cy, note.id)).toMatchObject({ quote: { state: 'revoked', object: null } });
  expect(await notifications()).toEqual([]);

  await deliver('QuoteRequest', uri, { instrument: note });
  expect(types()).toEqual(['Reject']);
});

test('the authorization ends with the quoted item, and with the quoting post', async () => {
  const first = await post(ann);
  const { note, authorization } = await quoted(first.uri);
  await as(ann).delete(`/statuses/${first.id}`);
  expect((await fetched(authorization)).status).toBe(404);
  expect(await statusSeenBy(ann, note.id)).toMatchObject({ quote: { object: null } });

  const second = await quoted((await post(ann)).uri);
  expect((await fetched(second.authorization)).status).toBe(200);
  await deliver('Delete', second.note.id);
  expect((await fetched(second.authorization)).status).toBe(404);
});
