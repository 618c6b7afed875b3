/** Every way in which strangers make us fetch an address they name. */
import { expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { noteAccount } from '../../src/domain/accounts/note.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { findInteractionPage } from '../../src/federation/resolve/subscribe.ts';
import { resolveHandle } from '../../src/federation/resolve.ts';
import { fetchMedium } from '../../workers/handlers/fetch-medium.ts';
import { theApp } from './as.ts';
import { drain } from './drain.ts';
import { type Elsewhere, elsewhereAt, type Json, type PeerActor } from './elsewhere.ts';
import type { World } from './hostile.ts';

export type FetchPath = (world: World, url: string) => Promise<void>;

let serial = 0;

/** Somebody new on a server of their own, with Eve's key, for making keys takes its time. */
function newcomer({ eve }: World, changes: Json = {}): { server: Elsewhere; actor: PeerActor } {
  serial += 1;
  const server = elsewhereAt(`newcomer${serial}.example`);
  const iri = server.iri('/users/zoe');
  const rsa = { ...eve.rsa, iri: `${iri}#main-key` };
  const json: Json = {
    ...eve.json,
    id: iri,
    inbox: `${iri}/inbox`,
    outbox: `${iri}/outbox`,
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

async function introduce(world: World, changes: Json): Promise<void> {
  const { actor } = newcomer(world, changes);
  await noteAccount({ iri: actor.iri });
  await drain();
}

/** The item or actor that shows it may be at work in another's drain. */
async function fetchPictures(url: string): Promise<void> {
  const known = () => pool().query<{ id: number }>('SELECT id FROM medium WHERE remote_url = $1', [url]);
  await expect.poll(async () => (await known()).rows.length, { timeout: 20_000 }).toBeGreaterThan(0);
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
  'the outbox of an actor': (world, url) => introduce(world, { outbox: url }),
  'a picture of an item': async (world, url) => {
    const attachment = [{ type: 'Image', mediaType: 'image/png', url }];
    await say(world, 'Create', world.good.note(world.bob, { attachment }));
    await fetchPictures(url);
  },
  'the picture of an actor': async (world, url) => {
    await introduce(world, { icon: { type: 'Image', url } });
    await fetchPictures(url);
  },
  'the inbox of a follower': async (world, url) => {
    const { server, actor } = newcomer(world, { inbox: url, endpoints: {} });
    const activity = server.activity('Follow', actor, world.ann.iri);
    await theApp().fetch(server.signedBy(activity, { by: actor.rsa }));
    await drain();
  },
};
