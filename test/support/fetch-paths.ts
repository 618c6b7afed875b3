/** Every way in which a stranger can make the server fetch a URL. */
import { expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { discoverAccount } from '../../src/domain/accounts/discover.ts';
import { requestMissingReplies } from '../../src/domain/statuses/statuses.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { findInteractionPage, resolveHandle } from '../../src/federation/resolve/resolve-actor.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { fetchMedium } from '../../workers/media-jobs.ts';
import { theApp } from './as.ts';
import { drain } from './drain.ts';
import type { World } from './hostile.ts';
import { type Json, type PeerActor, type RemoteServer, remoteServerAt, serverAt } from './remote-server.ts';

export type FetchPath = (world: World, url: string) => Promise<void>;

let serial = 0;

/** A new actor on a new server, with Eve's key, because generating keys is slow. */
function newcomer(world: World, changes: Json = {}): RemoteActor {
  serial += 1;
  return settle(world, remoteServerAt(`newcomer${serial}.example`), changes);
}

/**
 * Somebody new on the server of that address, which answers there as it does and is a good one otherwise; where no server is,
 * they live elsewhere and only name the address.
 */
function neighbour(world: World, url: string, changes: Json = {}): RemoteActor {
  const server = serverAt(new URL(url).host);
  if (!server) return newcomer(world, changes);

  const strange = server.answer.bind(server);
  server.answer = async (request) => {
    const known = server.answers.get(request.url);
    if (known) return known(request);
    return request.url.startsWith(url) ? strange(request) : new Response(null, { status: 404 });
  };
  return settle(world, server, changes);
}

interface RemoteActor {
  server: RemoteServer;
  actor: PeerActor;
}

function settle({ eve }: World, server: RemoteServer, changes: Json): RemoteActor {
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

async function say({ good, bob }: World, type: string, object: unknown, changes: Json = {}): Promise<void> {
  await theApp().fetch(good.signedBy(good.activity(type, bob, object, changes)));
  await drain();
}

async function introduce({ actor }: RemoteActor): Promise<void> {
  await discoverAccount({ iri: actor.iri });
  await drain();
}

/** A local account opens the thread of a note that its author sent to Ann. */
async function converse({ ann }: World, { server, actor }: RemoteActor, note: Json & { id: string }): Promise<void> {
  const activity = server.activity('Create', actor, note, { to: [ann.iri] });
  await theApp().fetch(server.signedBy(activity, { by: actor.rsa }));
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
  'the key of who signs': async (world, url) => {
    emptyCaches();
    const { server, actor } = newcomer(world);
    const activity = { ...server.activity('Like', actor, world.post.iri), actor: url, id: `${url}#like` };
    await theApp().fetch(server.signedBy(activity, { by: { ...actor.rsa, iri: `${url}#main-key` } }));
  },
  'an actor that somebody looks up': async (_, url) => {
    await discoverAccount({ iri: url });
    await drain();
  },
  'the host of a handle': async (_, url) => {
    await resolveHandle(`zoe@${url.split('/')[2]}`, newBudget()).catch(() => null);
  },
  'the server where a visitor goes on': async (_, url) => {
    await findInteractionPage(`zoe@${url.split('/')[2]}`, 'https://cook.example/@ann', 'follow');
  },
  'an item that is boosted': (world, url) => say(world, 'Announce', url),
  'an item that a dish is made from': (world, url) =>
    say(
      world,
      'Create',
      world.good.note(world.bob, {
        additionalType: 'https://w3id.org/potluck#Baking',
        name: 'Pie',
        isBasedOn: url,
      }),
    ),
  'an account that another moves to': (world, url) => say(world, 'Move', world.bob.iri, { target: url }),
  'the outbox of an actor': (world, url) => introduce(newcomer(world, { outbox: url })),
  'what an item answers': (world, url) => say(world, 'Create', world.good.note(world.bob, { inReplyTo: url })),
  'the answers to an item': async (world, url) => {
    const remote = neighbour(world, url);
    await converse(world, remote, remote.server.note(remote.actor, { replies: url }));
  },
  'an answer to an item': async (world, url) => {
    const remote = newcomer(world);
    const replies = { type: 'Collection', items: [url] };
    await converse(world, remote, remote.server.note(remote.actor, { replies }));
  },
  'what an actor shows first': (world, url) => introduce(neighbour(world, url, { outbox: undefined, featured: url })),
  'an item that an actor shows first': (world, url) => {
    const remote = neighbour(world, url);
    const featured = remote.server.iri('/featured');
    remote.server.serve(featured, () => ({ id: featured, type: 'OrderedCollection', orderedItems: [url] }));
    Object.assign(remote.actor.json, { outbox: undefined, featured });
    return introduce(remote);
  },
  'how many follow an actor': (world, url) => introduce(neighbour(world, url, { followers: url })),
  'the software of a server': (world, url) => {
    const remote = neighbour(world, url);
    const { server } = remote;
    const links = [{ rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1', href: url }];
    server.serve(server.iri('/.well-known/nodeinfo'), () => ({ links }), 'application/json');
    return introduce(remote);
  },
  'who of ours follow an actor': async (world, url) => {
    const { server, actor } = neighbour(world, url);
    const collection = `collectionId="${actor.json.followers}", url="${url}", digest="${'f'.repeat(64)}"`;
    const headers = { 'collection-synchronization': collection };
    const activity = server.activity('Like', actor, world.post.iri);
    await theApp().fetch(server.signedBy(activity, { by: actor.rsa, headers }));
    await drain();
  },
  'a picture of an item': async (world, url) => {
    const attachment = [{ type: 'Image', mediaType: 'image/png', url }];
    await say(world, 'Create', world.good.note(world.bob, { attachment }));
    await fetchPictures(url);
  },
  'the picture of an actor': async (world, url) => {
    await introduce(newcomer(world, { icon: { type: 'Image', url } }));
    await fetchPictures(url);
  },
  'the inbox of a follower': async (world, url) => {
    const { server, actor } = newcomer(world);
    const activity = server.activity('Follow', actor, world.ann.iri);
    await theApp().fetch(server.signedBy(activity, { by: actor.rsa }));
    // No document can name an inbox on another origin; the address of a server can change, though.
    await pool().query('UPDATE account SET inbox = $1, shared_inbox = NULL WHERE iri = $2', [url, actor.iri]);
    await drain();
  },
};
