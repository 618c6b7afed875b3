/** Remote statuses quote remote items: Dora, whom Ann follows, quotes Bob. */
import { beforeEach, expect, test } from 'vitest';
import { register } from '../../../src/domain/accounts/register.ts';
import { anotherRemoteServer, bob, remote, uniqueName } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import { makeDue } from '../../support/enqueued.ts';
import { deliverFrom } from '../../support/receiver.ts';
import { type Json, newRsaPair, type PeerActor, type RemoteServer } from '../../support/remote-server.ts';
import { ann, deliver, followAs, statusSeenBy, useQuotes } from './fixture.ts';

useQuotes();

const pair = newRsaPair();
let home: RemoteServer;
let dora: PeerActor;
beforeEach(async () => {
  home = anotherRemoteServer('dora');
  dora = home.actor('dora', {}, pair);
  await followAs(ann, dora, home);
});

const fromHome = (type: string, object: unknown) => deliverFrom(home, type, dora, object);
const approval = (note: Json, quoting: Json, changes: Json = {}, server = remote) =>
  server.object({
    id: server.iri(`/approvals/${new URL(String(quoting.id)).pathname.split('/').at(-1)}`),
    type: 'QuoteAuthorization',
    attributedTo: bob.iri,
    interactingObject: quoting.id,
    interactionTarget: note.id,
    ...changes,
  });

/** Dora’s quote of a note, with an approval that is changed before it is served. */
async function quoted(note: Json, approved: Json = {}, server = remote) {
  const quoting = home.note(dora, { quote: note.id });
  const quoteAuthorization = approval(note, quoting, approved, server).id;
  Object.assign(quoting, { quoteAuthorization });
  await fromHome('Create', quoting);
  return { quoting, quoteAuthorization, shown: (await statusSeenBy(ann, quoting.id)).quote };
}

test('a quote with a valid approval shows the item, which is fetched', async () => {
  const note = remote.note(bob, { content: '<p>Rye bread</p>' });
  const { shown } = await quoted(note);
  expect(shown).toMatchObject({
    state: 'accepted',
    object: { uri: note.id, content: 'Rye bread', account: { username: 'bob' } },
  });
});

test('an approval of another origin, type, author, post or item does not count', async () => {
  const note = remote.note(bob);
  const rejected = { state: 'rejected', object: null };
  const hostile = [
    { type: 'Note' },
    { attributedTo: remote.actor('carl').iri },
    { interactingObject: home.iri('/notes/other') },
    { interactionTarget: remote.note(bob).id },
    { interactionTarget: undefined },
  ];
  for (const changes of hostile) expect((await quoted(note, changes)).shown, JSON.stringify(changes)).toEqual(rejected);
  expect((await quoted(note, {}, anotherRemoteServer('third'))).shown).toEqual(rejected);
  expect((await quoted(note, {}, home)).shown).toEqual(rejected);
  expect((await quoted(note)).shown).toMatchObject({ state: 'accepted' });
});

test.each(['quoteUrl', '_misskey_quote', 'quoteUri'])('a quote in %s without approval stays a link', async (term) => {
  const note = remote.note(bob);
  const quoting = home.note(dora, {
    [term]: note.id,
    content: `<p>Look<span class="quote-inline"><br><br>RE: <a href="${note.id}">${note.id}</a></span></p>`,
  });
  await fromHome('Create', quoting);
  expect(await statusSeenBy(ann, quoting.id)).toMatchObject({
    content: 'Look',
    quote_uri: note.id,
    quote: { state: 'pending', object: null },
  });
  expect(remote.requestedUrls).not.toContain(note.id);
});

test('a link is a quote only if it says so', async () => {
  const note = remote.note(bob);
  const link = { type: 'Link', mediaType: 'application/activity+json', href: note.id };
  const named = home.note(dora, { tag: [{ ...link, rel: 'https://misskey-hub.net/ns#_misskey_quote' }] });
  const plain = home.note(dora, { tag: [link] });
  await fromHome('Create', named);
  await fromHome('Create', plain);
  expect(await statusSeenBy(ann, named.id)).toMatchObject({ quote_uri: note.id });
  expect(await statusSeenBy(ann, plain.id)).toMatchObject({ quote_uri: null, quote: null });
});

test('authors may quote themselves', async () => {
  const own = home.note(dora);
  const quoting = home.note(dora, { quoteUrl: own.id });
  await fromHome('Create', quoting);
  expect((await statusSeenBy(ann, quoting.id)).quote).toMatchObject({ state: 'accepted', object: { uri: own.id } });

  const sister = home.actor('sister', {}, pair);
  const other = home.note(dora, { quoteUrl: home.note(sister).id });
  await fromHome('Create', other);
  expect((await statusSeenBy(ann, other.id)).quote).toEqual({ state: 'pending', object: null });
});

test('a deleted approval hides the item again', async () => {
  const { quoting, quoteAuthorization, shown } = await quoted(remote.note(bob));
  expect(shown).toMatchObject({ state: 'accepted' });
  const carl = remote.actor('carl', {}, pair);
  await deliver('Follow', ann.iri, {}, carl);
  await deliver('Delete', quoteAuthorization, {}, carl);
  expect((await statusSeenBy(ann, quoting.id)).quote).toMatchObject({ state: 'accepted' });
  await deliver('Delete', quoteAuthorization);
  expect((await statusSeenBy(ann, quoting.id)).quote).toEqual({ state: 'revoked', object: null });
});

test('a private item is shown only to those who may see it', async () => {
  await followAs(ann, bob);
  const note = remote.note(bob, { to: [`${bob.iri}/followers`], cc: [] });
  await deliver('Create', note);
  const { quoting, shown } = await quoted(note);
  expect(shown).toMatchObject({ state: 'accepted', object: { uri: note.id } });
  const cy = await register({ username: uniqueName('cy') });
  expect((await statusSeenBy(cy, quoting.id)).quote).toEqual({ state: 'accepted', object: null });
});

test('an approval that cannot be fetched now is fetched again later', async () => {
  const note = remote.note(bob);
  const quoting = home.note(dora, { quote: note.id });
  const { id } = approval(note, quoting);
  const served = remote.responses.get(id)!;
  remote.fail(id, 503);
  Object.assign(quoting, { quoteAuthorization: id });
  await fromHome('Create', quoting);
  expect((await statusSeenBy(ann, quoting.id)).quote).toEqual({ state: 'pending', object: null });

  remote.responses.set(id, served);
  await makeDue('verify-quote');
  await drain();
  expect((await statusSeenBy(ann, quoting.id)).quote).toMatchObject({ state: 'accepted' });
});

test('an approval may follow in an Update, also in one with the same time', async () => {
  const note = remote.note(bob);
  const quoting = home.note(dora, { quote: note.id });
  await fromHome('Create', quoting);
  expect((await statusSeenBy(ann, quoting.id)).quote).toEqual({ state: 'pending', object: null });
  await fromHome('Update', { ...quoting, quoteAuthorization: approval(note, quoting).id });
  expect((await statusSeenBy(ann, quoting.id)).quote).toMatchObject({ state: 'accepted', object: { uri: note.id } });
});

test('an edit may quote another item or nothing', async () => {
  const { quoting } = await quoted(remote.note(bob));
  const edit = (changes: Json, second: number) =>
    fromHome('Update', {
      ...quoting,
      updated: new Date(Date.now() + second * 60_000).toISOString(),
      ...changes,
    });
  const other = remote.note(bob);
  await edit({ quote: other.id, quoteAuthorization: undefined }, 1);
  expect((await statusSeenBy(ann, quoting.id)).quote).toEqual({ state: 'pending', object: null });
  await edit({ quote: other.id, quoteAuthorization: approval(other, quoting).id }, 2);
  expect((await statusSeenBy(ann, quoting.id)).quote).toMatchObject({ state: 'accepted', object: { uri: other.id } });
  await edit({ quote: undefined, quoteAuthorization: undefined }, 3);
  expect(await statusSeenBy(ann, quoting.id)).toMatchObject({ quote_uri: null, quote: null });
});
