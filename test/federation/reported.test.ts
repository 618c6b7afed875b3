/** What people reported to other projects of the fediverse, read in place. Each case says what is expected. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { verifyGet } from '../../src/federation/verify/verify-get.ts';
import { config } from '../../src/lib/config.ts';
import { as, testApp } from '../support/as.ts';
import { drain } from '../support/drain.ts';
import { storedAccount, useReceiver } from '../support/receiver.ts';
import {
  activityType,
  type Json,
  newRsaPair,
  type PeerActor,
  type RemoteServer,
  remoteServerAt,
  type SendOptions,
} from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { storedItem } from '../support/stored.ts';
import { scaled } from '../support/test-length.ts';
import { withWorkers } from '../support/with-workers.ts';

const folder = sharedPath('reported');
const pair = newRsaPair();

useReceiver();
let ann: Account;
let peer: RemoteServer;
let serial = 0;
beforeEach(async () => {
  serial += 1;
  ann = await register({ username: `ann${serial}` });
  peer = remoteServerAt(`peer${serial}.example`);
});

/** Reads a file of a case, for this test's peer and member. */
function read(name: string, file: string, more: Record<string, string> = {}): Json {
  const values = { ann: ann.iri!, now: new Date().toISOString(), pem: pair.publicPem, ...more };
  const text = readFileSync(
    join(folder!, readdirSync(folder!).find((each) => each.startsWith(`${name}-`))!, file),
    'utf8',
  )
    .replaceAll('peer.test', peer.host)
    .replaceAll('https://pot.test/@ann', `${config.baseUrl}/@${ann.username}`);
  return JSON.parse(text, (_, value) =>
    typeof value === 'string'
      ? value.replace(/\{\{([^}]+)\}\}/g, (_, key: string) => values[key as keyof typeof values]!)
      : value,
  );
}

const pat = (): PeerActor => peer.actor('pat', {}, pair);

async function deliver(activity: Json, options: SendOptions = {}): Promise<void> {
  const response = await peer.send(activity, options);
  expect([response.status, await response.text()]).toMatchObject([202, expect.anything()]);
  await drain();
}

/** Ann follows Pat, who accepts. */
async function followPat(): Promise<void> {
  await deliver(peer.activity('Follow', pat(), ann.iri));
  await follow(ann.id, (await storedAccount(pat())).id);
  await drain();
  await deliver(peer.activity('Accept', pat(), peer.inbox.find(({ type }) => type === 'Follow')!.id));
}

const home = async (): Promise<Json[]> => (await as(ann).get('/timeline')).body.map(({ object }: Json) => object);
const notifications = async () => (await as(ann).get('/notifications')).body.map(({ type }: Json) => type);
const statusOfAnn = async () => (await as(ann).post('/statuses', { status: { content: 'Soup?' } })).body;
const likesOf = async (id: number) => (await as(ann).get(`/statuses/${id}`)).body.likes_count;

/** Serves the actor of a case. Returns the options to send as that actor. */
function serveActor(name: string, keyId?: string): SendOptions & { actor: Json } {
  const actor = read(name, 'actor.json');
  peer.serve(actor.id as string, () => actor);
  const iri = keyId ?? ((actor.publicKey as Json).id as string);
  return { actor, by: { iri, ...pair } };
}

const followBy = ({ actor }: { actor: Json }): Json => ({
  '@context': 'https://www.w3.org/ns/activitystreams',
  id: `${actor.id}#follow`,
  type: 'Follow',
  actor: actor.id,
  object: ann.iri,
});
const redirect = (from: string, location: string) =>
  peer.responses.set(from, () => new Response(null, { status: 301, headers: { location } }));
const followers = async () => (await as(ann).get(`/accounts/${ann.id}/followers`)).body;

describe.runIf(folder !== null)('reported', () => {
  test('01: an Undo of a Follow without its id', async () => {
    pat();
    await deliver(read('01', '1-follow.json'));
    expect(await followers()).toHaveLength(1);
    await deliver(read('01', '2-undo.json'));
    expect(await followers()).toHaveLength(0);
  });

  test('02: an Undo of a Like without its id', async () => {
    pat();
    const { id, uri } = await statusOfAnn();
    await deliver(read('02', '1-like.json', { post: uri }));
    expect(await likesOf(id)).toBe(1);
    await deliver(read('02', '2-undo.json', { post: uri }));
    expect(await likesOf(id)).toBe(0);
  });

  test('04, 06: addressees on the activity only', async () => {
    await followPat();
    await deliver(read('04', 'create.json'));
    expect(await home()).toMatchObject([{ visibility: 'public' }]);
  });

  test('06: a direct message that is addressed on the activity only', async () => {
    pat();
    await deliver(read('06', 'create.json'));
    expect(await notifications()).toEqual(['mention']);
    const other = await register({ username: `other${serial}` });
    expect((await as(other).get(`/search?q=${encodeURIComponent(peer.iri('/notes/1'))}`)).body.statuses).toEqual([]);
  });

  test('07: an actor whose id redirects to an address with a slash', async () => {
    const actor = read('07', 'actor.json');
    const iri = actor.id as string;
    redirect(iri, `${iri}/`);
    peer.serve(`${iri}/`, () => actor);
    const links = [{ rel: 'self', type: 'application/activity+json', href: iri }];
    const handle = `${actor.preferredUsername}@${peer.host}`;
    peer.serve(
      `${peer.iri('/.well-known/webfinger')}?resource=${encodeURIComponent(`acct:${handle}`)}`,
      () => ({ subject: `acct:${handle}`, links }),
      'application/jrd+json',
    );
    await as(ann).get(`/accounts/${handle}`);
    await drain();
    expect((await as(ann).get(`/accounts/${handle}`)).body).toMatchObject({ uri: iri });
    await deliver(followBy({ actor }), { by: { iri: (actor.publicKey as Json).id as string, ...pair } });
    expect(await followers()).toHaveLength(1);
  });

  test('08: a boosted post whose id redirects to its permalink', async () => {
    await followPat();
    const note = read('08', 'note.json');
    redirect(note.id as string, peer.iri('/2026/nine/'));
    peer.serve(peer.iri('/2026/nine/'), () => note);
    await deliver(read('08', 'announce.json'));
    await drain();
    expect(await home()).toMatchObject([{ uri: note.id }]);
  });

  test('08: a document on another origin does not speak for the id that redirects to it', async () => {
    await followPat();
    const note = read('08', 'note.json');
    const other = remoteServerAt(`other-${peer.host}`);
    redirect(note.id as string, other.iri('/nine'));
    other.serve(other.iri('/nine'), () => note);
    await deliver(read('08', 'announce.json'));
    await drain();
    expect(await home()).toEqual([]);
  });

  test('10: a page of an outbox with another id', async () => {
    const outbox = read('10', 'outbox.json');
    const page = read('10', 'page.json');
    peer.serve(outbox.id as string, () => outbox);
    peer.serve(typeof outbox.first === 'string' ? outbox.first : ((outbox.first as Json).id as string), () => page);
    pat().json.outbox = outbox.id;
    const { body } = await as(ann).get(`/accounts/${pat().handle}`);
    await drain();
    expect((await as(ann).get(`/accounts/${body.id}/timeline`)).body).toHaveLength(1);
  });

  test('11: an empty content beside a language map', async () => {
    await followPat();
    await deliver(read('11', 'create.json'));
    expect((await home())[0]!.content).toMatch(/\w/);
  });

  test('13: several authors, of whom the sender is the second', async () => {
    await followPat();
    await deliver(read('13', 'create.json'));
    expect(await home()).toMatchObject([{ account: { username: 'pat' } }]);
  });

  test('15, 51: a picture with spaces in its address, and one without a media type', async () => {
    await followPat();
    await deliver(read('15', 'create.json'));
    expect(await home()).toMatchObject([{ media: [{ description: 'alt' }] }]);
    peer = remoteServerAt(`other-${peer.host}`);
    await followPat();
    await deliver(read('51', 'create.json'));
    expect((await home())[0]).toMatchObject({ media: [{ description: 'alt' }] });
  });

  test('17: a post with an id in raw Unicode, liked and searched by either form', async () => {
    await followPat();
    await deliver(read('17', 'create.json'));
    const [{ id, uri }] = (await home()) as [Json];
    expect(uri).toBe(read('17', 'like.json').object);
    await deliver(read('17', 'like.json'));
    expect(await likesOf(id as number)).toBe(1);
    const raw = (read('17', 'create.json').object as Json).id as string;
    for (const url of [raw, String(uri), String(uri).toLowerCase()]) {
      const { body } = await as(ann).get(`/search?q=${encodeURIComponent(url)}`);
      expect(body.statuses).toMatchObject([{ id }]);
    }
    await deliver({ ...read('17', 'like.json'), type: 'Announce', id: peer.iri('/act/boost'), object: raw });
    expect((await as(ann).get(`/statuses/${id}`)).body.boosts_count).toBe(1);
  });

  test('19: a keyId in raw UTF-8', async () => {
    const actor = read('19', 'actor.json');
    const iri = new URL(actor.id as string).href;
    peer.serve(iri, () => actor);
    const keyId = Buffer.from((actor.publicKey as Json).id as string).toString('latin1');
    const activity = { ...followBy({ actor }), id: peer.iri('/act/follow') };
    await deliver(activity, { by: { ...pair, iri: keyId } });
    expect(await followers()).toMatchObject([{ uri: iri }]);
    const other = { ...activity, id: peer.iri('/act/like'), type: 'Like', object: (await statusOfAnn()).uri };
    await deliver(other, { by: { ...pair, iri: `${iri}#main-key` } });
    expect(await notifications()).toEqual(expect.arrayContaining(['follow', 'like']));
  });

  test('44: an inbox on another host', async () => {
    const elsewhere = remoteServerAt('inboxes.test');
    const { actor, ...options } = serveActor('44');
    await deliver(followBy({ actor }), options);
    expect(await followers()).toHaveLength(1);
    await statusOfAnn();
    await drain();
    expect(elsewhere.inbox.map(({ type }) => type)).toEqual(['Accept', 'Create']);
  });

  test('44: a host that an actor names and that refuses everything is given up', async () => {
    const victim = remoteServerAt('victim.test');
    const fans = Array.from({ length: 20 }, (_, n) => {
      victim.fail(victim.iri(`/inbox/${n}`), 404);
      return peer.actor(`fan${n}`, { inbox: victim.iri(`/inbox/${n}`), endpoints: {} }, pair);
    });
    for (const fan of fans) await deliver(peer.activity('Follow', fan, ann.iri));
    expect(await followers()).toHaveLength(20);
    expect(victim.requestedUrls.length).toBeGreaterThan(1);
    expect(victim.requestedUrls.length).toBeLessThan(10);
  });

  test('44: an inbox of this server is refused', async () => {
    peer.actor('mirror', { inbox: `${config.baseUrl}/inbox` }, pair);
    const response = await peer.send(peer.activity('Follow', peer.actor('mirror'), ann.iri));
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('inbox')]);
  });

  test('53: an avatar that is gone', async () => {
    const actor = serveActor('53');
    await deliver(followBy(actor), actor);
    const [{ avatar }] = (await followers()) as [{ avatar: Json }];
    const small = String(avatar.small);
    expect(small).toContain('/media/');
    const response = await withWorkers(async () => testApp().request(small));
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${config.baseUrl}/assets/avatar-80.png`,
    ]);
    expect((await testApp().request(response.headers.get('location')!)).status).toBe(200);
  });

  test('58: somebody in cc without a mention is not notified, and may read a private post', async () => {
    await followPat();
    await deliver(read('58', 'create.json'));
    expect(await home()).toMatchObject([{ visibility: 'public' }]);
    expect(await notifications()).not.toContain('mention');
    const other = await register({ username: `cc${serial}` });
    const cc = [other.iri];
    const published = new Date(Date.now() - 60_000).toISOString();
    const note = peer.note(pat(), { to: [`${pat().iri}/followers`], cc, published });
    await deliver(peer.activity('Create', pat(), note));
    const seenBy = async (account: Account) =>
      (await as(account).get(`/search?q=${encodeURIComponent(note.id)}`)).body.statuses.map(({ uri }: Json) => uri);
    expect(await seenBy(other)).toEqual([note.id]);
    expect((await as(other).get('/notifications')).body).toEqual([]);
    expect(await seenBy(await register({ username: `no${serial}` }))).toEqual([]);
    const tag = [{ type: 'Mention', href: other.iri }];
    await deliver(peer.activity('Update', pat(), { ...note, tag, updated: new Date().toISOString() }));
    expect((await as(other).get('/notifications')).body).toMatchObject([{ type: 'mention' }]);
  });

  test('an address whose WebFinger is named by host-meta', async () => {
    const host = `split-${peer.host}`;
    const address = `pat@${host}`;
    const home = remoteServerAt(host);
    const template = `${peer.iri('/finger')}?uri={uri}`;
    home.responses.set(
      home.iri('/.well-known/host-meta'),
      () =>
        new Response(
          `<?xml version="1.0"?><XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0"><Link rel="lrdd" template="${template}"/></XRD>`,
          { headers: { 'content-type': 'application/xrd+xml' } },
        ),
    );
    const { iri } = pat();
    const links = [{ rel: 'self', type: activityType, href: iri }];
    const answer = () => ({ subject: `acct:${address}`, links });
    const jrd = 'application/jrd+json';
    peer.serve(template.replace('{uri}', encodeURIComponent(`acct:${address}`)), answer, jrd);
    const own = `${peer.iri('/.well-known/webfinger')}?resource=${encodeURIComponent(`acct:pat@${peer.host}`)}`;
    peer.serve(own, answer, jrd);
    await withWorkers(() => as(ann).get(`/accounts/${address}`));
    expect((await as(ann).get(`/accounts/${address}`)).body).toMatchObject({ uri: iri });
  });

  test('a follow of an actor without a key stays pending', async () => {
    const { iri, handle } = peer.actor('keyless', { publicKey: undefined }, pair);
    await withWorkers(() => as(ann).get(`/accounts/${handle}`));
    const { body } = await as(ann).get(`/accounts/${handle}`);
    expect(body).toMatchObject({ uri: iri });
    expect((await as(ann).post(`/accounts/${body.id}/follow`)).status).toBe(201);
    await drain();
    expect(peer.inbox).toMatchObject([{ type: 'Follow', object: iri }]);
    const relationships = await as(ann).get(`/accounts/relationships?id=${body.id}`);
    expect(relationships.body).toMatchObject([{ following: false, following_requested: true }]);
  });

  const pages: [name: string, address: string, answer: () => Response][] = [
    ['24', '/page', () => html(read24())],
    ['28', '/page', () => html(read24(), { link: '</feed.xml>; rel="alternate"; type="application/rss+xml"' })],
    ['28, in the header', '/page', () => html('', { link: alternates() })],
    ['attributes in any order and quoting', '/page', () => html(unusual())],
    [
      '25',
      '/@pat/1?utm_source=share',
      () => Response.json(noteAt('/notes/1'), { headers: { 'content-type': activityType } }),
    ],
    ['29', '/page', () => html(`<link rel="alternate" type="${activityType}" href="/notes/1?p=1&amp;activitypub">`)],
  ];
  const html = (head: string, headers: Record<string, string> = {}) =>
    new Response(`<!doctype html><html><head>${head}</head><body></body></html>`, {
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    });
  const read24 = () => `<link rel="alternate" type="${activityType}" href="${peer.iri('/notes/1')}">`;
  const alternates = () =>
    `</feed.xml>; rel="alternate"; type="application/rss+xml", <${peer.iri('/notes/1')}>; type="${activityType}"; rel="alternate"`;
  const unusual = () =>
    `<link type='application/rss+xml' rel=alternate href=/feed><LINK HREF='/notes/1' TYPE='application/ld+json; profile="https://www.w3.org/ns/activitystreams"' REL="nofollow alternate"/>`;
  const noteAt = (path: string): Json => ({
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: peer.iri(path),
    type: 'Note',
    attributedTo: pat().iri,
    content: '<p>Found</p>',
    published: new Date().toISOString(),
    to: ['https://www.w3.org/ns/activitystreams#Public'],
  });

  test.each(pages)('%s: the address of a page leads to the post in the search', async (_, address, answer) => {
    pat();
    for (const path of ['/notes/1', '/notes/1?p=1&activitypub']) peer.serve(peer.iri(path), () => noteAt('/notes/1'));
    peer.responses.set(peer.iri(address), answer);
    const search = () => as(ann).get(`/search?resolve=true&q=${encodeURIComponent(peer.iri(address))}`);
    await withWorkers(search);
    expect((await search()).body.statuses).toMatchObject([{ uri: peer.iri('/notes/1') }]);
  });

  test('30: an address whose WebFinger is at its own domain only', async () => {
    const { actor } = serveActor('30');
    const home = remoteServerAt('static.test');
    home.serve(
      home.iri(`/.well-known/webfinger?resource=${encodeURIComponent('acct:solo@static.test')}`),
      () => read('30', 'jrd.json'),
      'application/jrd+json',
    );
    await withWorkers(() => as(ann).get('/accounts/solo@static.test'));
    expect((await as(ann).get('/accounts/solo@static.test')).body).toMatchObject({
      uri: actor.id,
      username: 'solo',
    });
  });

  test('43: a page on www', async () => {
    const { actor } = serveActor('43');
    const search = () => as(ann).get(`/search?resolve=true&q=${encodeURIComponent(actor.id as string)}`);
    await withWorkers(search);
    // Links of the API and of pages lead people there, and the search finds the account by it.
    const page = `https://www.${peer.host}/@pat`;
    expect((await search()).body.accounts).toMatchObject([{ url: page }]);
    expect((await as(ann).get(`/search?q=${encodeURIComponent(page)}`)).body.accounts).toHaveLength(1);
  });

  test.each(['32', '42'])('%s: a Follow by an actor that was refused', async (name) => {
    const actor = serveActor(name);
    await deliver(followBy(actor), actor);
    expect(await followers()).toHaveLength(1);
  });

  test('33: a keyId that is the actor', async () => {
    const actor = serveActor('33', `${peer.iri('/users/pat')}`);
    await deliver(followBy(actor), actor);
    await deliver({ ...followBy(actor), id: `${actor.actor.id}#again` }, actor);
    expect(await followers()).toHaveLength(1);
  });

  test('36: a key that names another owner is refused with the reason', async () => {
    const actor = serveActor('36');
    const response = await peer.send(followBy(actor), actor);
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('owner')]);
  });

  test('37: a Signature header that begins with its name, and several spaces between names', async () => {
    pat();
    const request = peer.signedBy(peer.activity('Follow', pat(), ann.iri));
    const value = `Signature ${request.headers.get('signature')!.replace(/ (?=host)/, '  ')}`;
    await deliver(JSON.parse(await request.clone().text()), {
      headers: { ...Object.fromEntries(request.headers), signature: value },
    });
    expect(await followers()).toHaveLength(1);
  });

  test('39: a signed GET that leaves the query out', async () => {
    pat();
    const url = `${config.baseUrl}/users/${ann.id}/outbox`;
    const signed = { by: pat().rsa };
    const headers = signatureHeaders({ method: 'GET', url, body: null }, signed.by);
    const verified = await verifyGet(new Request(`${url}?page=true`, { headers }), 'test');
    expect(verified).toMatchObject({ host: peer.host });
    const elsewhere = await verifyGet(new Request(`${url}2?page=true`, { headers }), 'test');
    expect(elsewhere).toBeNull();
  });

  test('40: a mention by a user name with an umlaut', async () => {
    const actor = serveActor('40');
    await deliver(read('40', 'create.json'), actor);
    expect(await notifications()).toEqual(['mention']);
  });

  test('45: a like of the page of our post', async () => {
    pat();
    const { id, url } = await statusOfAnn();
    await deliver(read('45', 'like.json', { 'post page': url }));
    expect(await likesOf(id)).toBe(1);
  });

  test('46: a mention of the page of our member', async () => {
    pat();
    await deliver(read('46', 'create.json'));
    expect(await notifications()).toEqual(['mention']);
  });

  test('45: a boosted reply to the page of our post, which is fetched', async () => {
    await followPat();
    const { uri, url } = await statusOfAnn();
    const reply = peer.note(pat(), { inReplyTo: url });
    await deliver(peer.activity('Announce', pat(), reply.id));
    expect(await storedItem(reply.id)).toMatchObject({ inReplyToIri: uri });
  });

  test('54: NodeInfo 2.0 beside 2.1', async () => {
    const get = async (path: string) => (await testApp().request(`${config.baseUrl}${path}`)).json() as Promise<Json>;
    const { links } = (await get('/.well-known/nodeinfo')) as { links: { href: string }[] };
    const documents = await Promise.all(links.map(({ href }) => get(new URL(href).pathname)));
    expect(documents.map(({ version }) => version)).toEqual(['2.0', '2.1']);
    expect(documents[0]!.software).toEqual({ name: 'potluck', version: expect.any(String) });
  });

  test('56: a document at the address of a page is in no shared cache', async () => {
    const { url, uri } = await statusOfAnn();
    const caching = async (address: string) => {
      const headers = { accept: 'application/activity+json' };
      return (await testApp().request(address, { headers })).headers.get('cache-control');
    };
    for (const page of [url, `${config.baseUrl}/@${ann.username}`]) expect(await caching(page)).toMatch(/^private/);
    expect(await caching(uri)).toMatch(/^public/);
  });

  test('an activity with an id of this server is accepted without an effect', async () => {
    const { uri } = await statusOfAnn();
    const response = await peer.send(peer.activity('Undo', pat(), uri, { id: `${uri}/Undo` }));
    expect([response.status, await response.text()]).toEqual([202, expect.stringContaining('ignored')]);
  });

  test('a post that hundreds of new people of one server like within a minute', async () => {
    const people = scaled({ short: 150, full: 400 });
    const { id, uri } = await statusOfAnn();
    const likes = Array.from({ length: people }, (_, n) => peer.activity('Like', peer.actor(`fan${n}`, {}, pair), uri));
    for (let at = 0; at < likes.length; at += 10)
      for (const { status } of await Promise.all(likes.slice(at, at + 10).map((like) => peer.send(like))))
        expect(status).toBe(202);
    await drain();
    expect(await likesOf(id)).toBe(people);
  });

  test('21: an address on an international domain', async () => {
    const host = 'xn--bckerei-5wa.example';
    const baker = remoteServerAt(host).actor('baker', {}, pair);
    for (const address of ['baker@bäckerei.example', '@Baker@BÄCKEREI.example', `baker@${host}`]) {
      await withWorkers(() => as(ann).get(`/accounts/${encodeURIComponent(address)}`));
      expect((await as(ann).get(`/accounts/${encodeURIComponent(address)}`)).body).toMatchObject({ uri: baker.iri });
      const { body } = await as(ann).get(`/search?resolve=true&q=${encodeURIComponent(address)}`);
      expect(body.accounts).toMatchObject([{ uri: baker.iri }]);
    }
  });

  test('WebFinger with a slash at the end, and a page whose @ is encoded', async () => {
    const acct = encodeURIComponent(`acct:${ann.username}@${config.host}`);
    const finger = await testApp().request(`${config.baseUrl}/.well-known/webfinger/?resource=${acct}`);
    expect(finger.status).toBe(200);
    const page = await testApp().request(`${config.baseUrl}/%40${ann.username}?a=b`);
    expect([page.status, page.headers.get('location')]).toEqual([308, `${config.baseUrl}/@${ann.username}?a=b`]);
  });

  test('57: a hashtag with a full-width sign', async () => {
    await followPat();
    await deliver(read('57', 'create.json'));
    const [{ uri }] = (await home()) as [Json];
    expect((await storedItem(uri as string)).hashtags).toEqual(['ひろ']);
  });
});
