/** Every way in which strangers make us fetch an address they name. */
import { expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { noteAccount } from '../../src/domain/accounts/note.ts';
import { openReplies } from '../../src/domain/replies.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { findInteractionPage } from '../../src/federation/resolve/subscribe.ts';
import { resolveHandle } from '../../src/federation/resolve.ts';
import { fetchMedium } from '../../workers/handlers/fetch-medium.ts';
import { theApp } from './as.ts';
import { drain } from './drain.ts';
import { type Elsewhere, elsewhereAt, type Json, type PeerActor, serverAt } from './elsewhere.ts';
import type { World } from './hostile.ts';

export type FetchPath = (world: World, url: string) => Promise<void>;

let serial = 0;

/** Somebody new on a server of their own, with Eve's key, for making keys takes its time. */
function newcomer(world: World, changes: Json = {}): Somebody {
  serial += 1;
  return settle(world, elsewhereAt(`newcomer${serial}.example`), changes);
}

/**
 * Somebody new on the server of that address, which answers there as it does and is a good one otherwise; where no server is,
 * they live elsewhere and only name the address.
 */
function neighbour(world: World, url: string, changes: Json = {}): Somebody {
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

interface Somebody {
  server: Elsewhere;
  actor: PeerActor;
}

function settle({ eve }: World, server: Elsewhere, changes: Json): Somebody {
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

async function introduce({ actor }: Somebody): Promise<void> {
  await noteAccount({ iri: actor.iri });
  await drain();
}

/** Somebody here looks at what answers the note, which its author told Ann of. */
async function converse(
  { ann }: World,
  { server, actor }: Somebody,
  note: Json & { id: string },
): Promise<void> {
  const activity = server.activity('Create', actor, note, { to: [ann.iri] });
  await theApp().fetch(server.signedBy(activity, { by: actor.rsa }));
  await drain();
  const known = await pool().query<{ id: number }>('SELECT id FROM eventable WHERE iri = $1', [note.id]);
  for (const { id } of known.rows) await openReplies(id);
  await drain();
}

/** The item or actor that shows it may be at work in another's drain. */
async function fetchPictures(url: string): Promise<void> {
  const known = () => pool().query<{ id: number }>('SELECT id FROM medium WHERE remote_url = $1', [url]);
  await expect.poll(async () => (await known()).rows.length).toBeGreaterThan(0);
  for (const { id } of (await known()).rows) await fetchMedium({ mediumId: id });
}

/** Called with an address of our world's enemies; done when nothing is left to do. */
export const fetchPaths: Record<string, FetchPath> = {
  'the key of who signs': async (world, url) => {
    const { server, actor } = newcomer(world);
    const activity = { ...server.activity('Like', actor, world.post.iri), actor: url, id: `${url}#like` };
    await theApp().fetch(server.signedBy(activity, { by: { ...actor.rsa, iri: `${url}#main-key` } }));
  },
  'an actor that somebody looks up': async (_, url) => {
    await noteAccount({ iri: url });
    await drain();
  },
  'the host of a handle': async (_, url) => {
    await resolveHandle(`zoe@${url.split('/')[2]}`, newBudget()).catch(() => null);
  },
  'the server where a visitor goes on': async (_, url) => {
    await findInteractionPage(`zoe@${url.split('/')[2]}`, 'https://cook.example/@ann');
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
  'what an item answers': (world, url) =>
    say(world, 'Create', world.good.note(world.bob, { inReplyTo: url })),
  'the answers to an item': async (world, url) => {
    const somebody = neighbour(world, url);
    await converse(world, somebody, somebody.server.note(somebody.actor, { replies: url }));
  },
  'an answer to an item': async (world, url) => {
    const somebody = newcomer(world);
    const replies = { type: 'Collection', items: [url] };
    await converse(world, somebody, somebody.server.note(somebody.actor, { replies }));
  },
  'what an actor shows first': (world, url) =>
    introduce(neighbour(world, url, { outbox: undefined, featured: url })),
  'an item that an actor shows first': (world, url) => {
    const somebody = neighbour(world, url);
    const featured = somebody.server.iri('/featured');
    somebody.server.serve(featured, () => ({ id: featured, type: 'OrderedCollection', orderedItems: [url] }));
    Object.assign(somebody.actor.json, { outbox: undefined, featured });
    return introduce(somebody);
  },
  'how many follow an actor': (world, url) => introduce(neighbour(world, url, { followers: url })),
  'the software of a server': (world, url) => {
    const somebody = neighbour(world, url);
    const { server } = somebody;
    const links = [{ rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1', href: url }];
    server.serve(server.iri('/.well-known/nodeinfo'), () => ({ links }), 'application/json');
    return introduce(somebody);
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
    const { server, actor } = newcomer(world, { inbox: url, endpoints: {} });
    const activity = server.activity('Follow', actor, world.ann.iri);
    await theApp().fetch(server.signedBy(activity, { by: actor.rsa }));
    await drain();
  },
};
