/** How strangers pretend that a key of theirs is Bob’s. */
import { activityType, type Elsewhere, type Json, newRsaKey, type PeerActor } from '../support/elsewhere.ts';
import type { SigningKey } from '../support/elsewhere-signing.ts';
import { world } from '../support/hostile.ts';

/** Each makes a key document or an actor that says more than is true, and signs as Bob with that key. */
export const pretences: [says: string, prepare: (evil: Elsewhere, eve: PeerActor) => SigningKey][] = [
  [
    'a key document of another server that claims him as owner',
    (evil) => keyDocument(evil, '/key', { owner: world.bob.iri }),
  ],
  [
    'a key document of another server that claims him as controller',
    (evil) => keyDocument(evil, '/key', { controller: world.bob.iri }),
  ],
  [
    'a key document on his own server that claims him as owner, and that he does not list',
    () => keyDocument(world.good, '/uploads/key', { owner: world.bob.iri }),
  ],
  [
    'an actor of another server whose key is owned by him',
    (_, eve) => {
      eve.json.publicKey = { id: eve.rsa.iri, owner: world.bob.iri, publicKeyPem: eve.rsa.publicPem };
      return eve.rsa;
    },
  ],
  [
    'an actor of another server that lists a key under his key’s id',
    (_, eve) => {
      const forged = newRsaKey(world.bob.rsa.iri);
      eve.json.publicKey = { id: forged.iri, owner: eve.iri, publicKeyPem: forged.publicPem };
      return forged;
    },
  ],
  [
    'an actor of another server that says its id is his',
    (evil, eve) => {
      evil.serve(eve.iri, () => ({ ...world.bob.json, publicKey: keyOf(eve.rsa, world.bob.iri) }));
      return eve.rsa;
    },
  ],
  [
    'an actor of another server that says its id is his, with a fragment',
    (evil, eve) => {
      evil.serve(eve.iri, () => ({ ...eve.json, id: `${world.bob.iri}#eve` }));
      return eve.rsa;
    },
  ],
  [
    'a copy of him at another address of his server, with another key',
    () => {
      const forged = newRsaKey(world.good.iri('/uploads/bob#main-key'));
      world.good.serve(world.good.iri('/uploads/bob'), () => ({
        ...world.bob.json,
        publicKey: keyOf(forged, world.bob.iri),
      }));
      return forged;
    },
  ],
  ['another actor of his server, rightly signed', () => world.mal.rsa],
  [
    'an open redirect on his server that leads to an actor elsewhere',
    (evil) => {
      const forged = newRsaKey(world.good.iri('/login?next=evil#main-key'));
      redirect(world.good, '/login?next=evil', evil.iri('/bob'));
      evil.serve(evil.iri('/bob'), () => ({ ...world.bob.json, publicKey: keyOf(forged, world.bob.iri) }));
      return forged;
    },
  ],
  [
    'an open redirect on his server that leads to a document that names the redirect as its id',
    (evil) => {
      const forged = newRsaKey(world.good.iri('/go#main-key'));
      redirect(world.good, '/go', evil.iri('/go'));
      evil.serve(evil.iri('/go'), () => ({
        ...world.bob.json,
        id: world.good.iri('/go'),
        publicKey: keyOf(forged, world.good.iri('/go')),
      }));
      return forged;
    },
  ],
  [
    'a redirect from another server to him',
    (evil) => {
      const forged = newRsaKey(evil.iri('/to-bob#main-key'));
      redirect(evil, '/to-bob', world.bob.iri);
      return forged;
    },
  ],
  [
    'his actor served as plain JSON with another key',
    (evil) => {
      const forged = newRsaKey(evil.iri('/json#main-key'));
      evil.serve(
        evil.iri('/json'),
        () => ({ ...world.bob.json, publicKey: keyOf(forged, world.bob.iri) }),
        'application/json',
      );
      return forged;
    },
  ],
];

function keyDocument(server: Elsewhere, path: string, claims: Json): SigningKey {
  const key = newRsaKey(server.iri(path));
  server.serve(
    key.iri,
    () => ({ id: key.iri, type: 'Key', publicKeyPem: key.publicPem, ...claims }),
    activityType,
  );
  return key;
}

export function keyOf(key: SigningKey & { publicPem?: string }, owner: string): Json {
  return { id: key.iri, owner, publicKeyPem: key.publicPem };
}

function redirect(server: Elsewhere, path: string, location: string): void {
  server.answers.set(server.iri(path), () => new Response(null, { status: 302, headers: { location } }));
}
