/** Every way in which an attacker can make the server fetch a URL. */
import { expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { discoverAccount } from '../../src/domain/accounts/discover.ts';
import { requestMissingReplies } from '../../src/domain/statuses/statuses.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { findInteractionPage, resolveHandle } from '../../src/federation/resolve/resolve-actor.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { fetchMedium } from '../../workers/media-jobs.ts';
import { testApp } from './as.ts';
import { drain } from './drain.ts';
import type { HostileFixture } from './hostile-fixture.ts';
import { type Json, type PeerActor, type RemoteServer, remoteServerAt, serverAt } from './remote-server.ts';

export type FetchPath = (fixture: HostileFixture, url: string) => Promise<void>;

let serial = 0;

/** A new actor on a new server, with Eve's key, because generating keys is slow. */
function newRemoteActor(fixture: HostileFixture, changes: Json = {}): RemoteActor {
  serial += 1;
  return serveActor(fixture, remoteServerAt(`newcomer${serial}.example`), changes);
}

/**
 * A new actor on the server of that URL. The server keeps its responses for the URL and behaves well otherwise. Without
 * such a server, the actor is on another one and only names the URL.
 */
function remoteActorAt(fixture: HostileFixture, url: string, changes: Json = {}): RemoteActor {
  const server = serverAt(new URL(url).host);
  if (!server) return newRemoteActor(fixture, changes);

  const originalRespond = server.respond.bind(server);
  server.respond = async (request) => {
    const known = server.responses.get(request.url);
    if (known) return known(request);
    return request.url.startsWith(url) ? originalRespond(request) : new Response(null, { status: 404 });
  };
  return serveActor(fixture, server, changes);
}

interface RemoteActor {
  server: RemoteServer;
  actor: PeerActor;
}

function serveActor({ eve }: HostileFixture, server: RemoteServer, changes: Json): RemoteActor {
  serial += 1;
  const iri = server.iri(`/users/zoe${serial}`);
  const rsa = { ...eve.rsa, iri: `${iri}#main-key` };
  const json: Json = {
    ...eve.json,
    id: iri,
    inbox: `${iri}/inbox`,
    outbox: `${iri}/outbox`,
    followers: `${iri}/followers`,
    publicKey: { id: rsa.iri, owner: iri, publicKeyPem: rsa.publicPem },
    ...changes,
  };
  server.serve(iri, () => json);
  return { server, actor: { ...eve, iri, rsa, json } };
}

async function sendFromBob(
  { good, bob }: HostileFixture,
  type: string,
  object: unknown,
  changes: Json = {},
): Promise<void> {
  await testApp().fetch(good.signedBy(good.activity(type, bob, object, changes)));
  await drain();
}

async function discover({ actor }: RemoteActor): Promise<void> {
  await discoverAccount({ iri: actor.iri });
  await drain();
}

/** A local account opens the thread of a note that its author sent to Ann. */
async function openThread(
  { ann }: HostileFixture,
  { server, actor }: RemoteActor,
  note: Json & { id: string },
): Promise<void> {
  const activity = server.activity('Create', actor, note, { to: [ann.iri] });
  await testApp().fetch(server.signedBy(activity, { by: actor.rsa }));
  await drain();
  const known = await pool().query<{ id: number }>('SELECT id FROM eventable WHERE iri = $1', [note.id]);
  for (const { id } of known.rows) await requestMissingReplies(id);
  await drain();
}

/** Another drain may be processing the item or actor. */
async function fetchPictures(url: string): Promise<void> {
  const known = () => pool().query<{ id: number }>('SELECT id FROM medium WHERE remote_url = $1', [url]);
  await expect.poll(async () => (await known()).rows.length).toBeGreaterThan(0);
  for (const { id } of (await known()).rows) await fetchMedium({ mediumId: id });
}

/** Called with a hostile URL. Resolves when no job is left. */
export const fetchPaths: Record<string, FetchPath> = {
  'the key of a signer': async (fixture, url) => {
    emptyCaches();
    const { server, actor } = newRemoteActor(fixture);
    const activity = { ...server.activity('Like', actor, fixture.post.iri), actor: url, id: `${url}#like` };
    await testApp().fetch(server.signedBy(activity, { by: { ...actor.rsa, iri: `${url}#main-key` } }));
  },
  'an actor that is looked up': async (_, url) => {
    await discoverAccount({ iri: url });
    await drain();
  },
  'the host of a handle': async (_, url) => {
    await resolveHandle(`zoe@${url.split('/')[2]}`, newBudget()).catch(() => null);
  },
  'the home server of a visitor': async (_, url) => {
    await findInteractionPage(`zoe@${url.split('/')[2]}`, 'https://cook.example/@ann', 'follow');
  },
  'an item that is boosted': (fixture, url) => sendFromBob(fixture, 'Announce', url),
  'the recipe of a cooked item': (fixture, url) =>
    sendFromBob(
      fixture,
      'Create',
      fixture.good.note(fixture.bob, {
        additionalType: 'https://w3id.org/potluck#Baking',
        name: 'Pie',
        isBasedOn: url,
      }),
    ),
  'the target of a Move': (fixture, url) => sendFromBob(fixture, 'Move', fixture.bob.iri, { target: url }),
  'the outbox of an actor': (fixture, url) => discover(newRemoteActor(fixture, { outbox: url })),
  'the parent of a reply': (fixture, url) =>
    sendFromBob(fixture, 'Create', fixture.good.note(fixture.bob, { inReplyTo: url })),
  'the replies of an item': async (fixture, url) => {
    const remote = remoteActorAt(fixture, url);
    await openThread(fixture, remote, remote.server.note(remote.actor, { replies: url }));
  },
  'a reply to an item': async (fixture, url) => {
    const remote = newRemoteActor(fixture);
    const replies = { type: 'Collection', items: [url] };
    await openThread(fixture, remote, remote.server.note(remote.actor, { replies }));
  },
  'the featured collection of an actor': (fixture, url) =>
    discover(remoteActorAt(fixture, url, { outbox: undefined, featured: url })),
  'a featured item of an actor': (fixture, url) => {
    const remote = remoteActorAt(fixture, url);
    const featured = remote.server.iri('/featured');
    remote.server.serve(featured, () => ({ id: featured, type: 'OrderedCollection', orderedItems: [url] }));
    Object.assign(remote.actor.json, { outbox: undefined, featured });
    return discover(remote);
  },
  'the followers collection of an actor': (fixture, url) => discover(remoteActorAt(fixture, url, { followers: url })),
  'the software of a server': (fixture, url) => {
    const remote = remoteActorAt(fixture, url);
    const { server } = remote;
    const links = [{ rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1', href: url }];
    server.serve(server.iri('/.well-known/nodeinfo'), () => ({ links }), 'application/json');
    return discover(remote);
  },
  'the follower digest of an actor': async (fixture, url) => {
    const { server, actor } = remoteActorAt(fixture, url);
    const collection = `collectionId="${actor.json.followers}", url="${url}", digest="${'f'.repeat(64)}"`;
    const headers = { 'collection-synchronization': collection };
    const activity = server.activity('Like', actor, fixture.post.iri);
    await testApp().fetch(server.signedBy(activity, { by: actor.rsa, headers }));
    await drain();
  },
  'a picture of an item': async (fixture, url) => {
    const attachment = [{ type: 'Image', mediaType: 'image/png', url }];
    await sendFromBob(fixture, 'Create', fixture.good.note(fixture.bob, { attachment }));
    await fetchPictures(url);
  },
  'the picture of an actor': async (fixture, url) => {
    await discover(newRemoteActor(fixture, { icon: { type: 'Image', url } }));
    await fetchPictures(url);
  },
  'the inbox of a follower': async (fixture, url) => {
    const { server, actor } = newRemoteActor(fixture);
    const activity = server.activity('Follow', actor, fixture.ann.iri);
    await testApp().fetch(server.signedBy(activity, { by: actor.rsa }));
    // The address of a server can change.
    await pool().query('UPDATE account SET inbox = $1, shared_inbox = NULL WHERE iri = $2', [url, actor.iri]);
    await drain();
  },
};
